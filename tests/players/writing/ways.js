// Writes the boards of a prepared match, each in the next of the ways that it is told.
const fs = require("fs");
const path = require("path");
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function draft(text) {
    fs.writeFileSync("draft", text);
    return "draft";
}

const WAYS = {
    plain: (name, text) => fs.writeFileSync(name, text),
    promised: (name, text) => fs.promises.writeFile(name, text),
    rename: (name, text) => fs.renameSync(draft(text), name),
    copyFileSync: (name, text) => fs.copyFileSync(draft(text), name),
    copyFile: (name, text) => fs.promises.copyFile(draft(text), name),
    cpSync: (name, text) => fs.cpSync(draft(text), name, { preserveTimestamps: true }),
    link: (name, text) => {
        fs.linkSync(draft(text), name);
        fs.unlinkSync("draft");
    },
    pieces: (name, text) => {
        const file = fs.openSync(name, "a");
        for (const line of text.split(/(?<=\n)/)) {
            fs.writeSync(file, line);
            fs.fsyncSync(file);
        }
        fs.closeSync(file);
    },
    stream: (name, text) =>
        new Promise((done) => {
            const file = fs.createWriteStream(name);
            for (const line of text.split(/(?<=\n)/)) file.write(line);
            file.end(done);
        }),
    crlf: (name, text) => fs.writeFileSync(name, text.replaceAll("\n", "\r\n")),
    touched: (name, text) => {
        fs.writeFileSync(name, text);
        fs.chmodSync(name, 0o600);
        fs.chownSync(name, process.getuid(), process.getgid());
        fs.utimesSync(name, 0, 0);
    },
};

(async () => {
    const [match, ways, first] = process.argv.slice(2);
    let number = Number(first);
    for (const way of ways.split(",")) {
        while (!fs.existsSync(`board_${number}.txt`)) await sleep(2);
        const name = `board_${number + 1}.txt`;
        await WAYS[way](name, fs.readFileSync(path.join(match, name), "utf8"));
        number += 2;
    }
    await sleep(600_000);
})();
