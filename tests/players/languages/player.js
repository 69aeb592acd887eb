// Files by both ways, a worker, a watch, a timer.
const fs = require('fs');
const { Worker, isMainThread } = require('worker_threads');

if (!isMainThread) {
    let sum = 0;
    for (let i = 0; i < 1e6; i++) sum += i;
} else {
    fs.writeFileSync('answer.new', 'board\n');
    fs.renameSync('answer.new', 'answer');
    fs.readdirSync('.');
    fs.watch('.', () => {}).close();
    require('crypto').randomBytes(4);
    const worker = new Worker(__filename);
    worker.on('exit', async () => {
        const board = await fs.promises.readFile('answer', 'utf8');
        setTimeout(() => {
            if (board === 'board\n') console.log('played');
        }, 5);
    });
}
