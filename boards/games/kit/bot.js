// Plays any game by lines: draws one of the legal moves.
let seed = Number(process.env.ARBITRO_SEED); // the same match again
const draw = (bound) => {
  seed = ((seed % 2 ** 32) * 1664525 + 1013904223) % 2 ** 32;
  return Math.floor((seed / 2 ** 32) * bound);
};
const lines = [];
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  lines.push(line); // "3 10000 d1 d2" (ply, milliseconds, moves so far), the legal moves, rows, the board
  if (lines.length < 3 || lines.length < 3 + Number(lines[2])) return;
  const names = lines[1].split(" ");
  console.log(names[draw(names.length)]);
  lines.length = 0;
});
