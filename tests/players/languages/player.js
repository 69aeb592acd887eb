// Files by both ways, a worker with messages, a watch, a timer, and other programs unless an argument asks for one
// process alone.
const fs = require('fs');
const { execFileSync, spawnSync } = require('child_process');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
    let sum = 0;
    for (let i = 0; i < 1e6; i++) sum += i;
    parentPort.postMessage(sum);
} else {
    fs.writeFileSync('answer.new', 'board\n');
    fs.renameSync('answer.new', 'answer');
    fs.readdirSync('.');
    fs.watch('.', () => {}).close();
    require('crypto').randomBytes(4);
    if (process.argv.length === 2) {
        execFileSync('true');
        if (spawnSync('cat', { input: 'x' }).stdout.toString() !== 'x') process.exit(1);
    }
    const worker = new Worker(__filename);
    worker.on('message', (sum) => { if (sum < 1) process.exit(1); });
    worker.on('exit', async () => {
        const board = await fs.promises.readFile('answer', 'utf8');
        setTimeout(() => {
            if (board === 'board\n') console.log('played');
        }, 5);
    });
}
