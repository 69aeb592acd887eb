// A player of a game of your own. Copy this file beside your program. A first player of Connect Four:
//
//     const { play } = require("./player.js");
//
//     play((p) => {
//       for (const column of [3, 2, 4, 1, 5, 0, 6])
//         for (let row = 5; row >= 0; row--)
//           if (p.rows[row][column] === ".") return p.put([row, column, p.turn]);
//     });
//
// A position p has board (a text), rows (its lines, the top one first), turn (your sign, "x" or "o"), other, plies (the
// number of moves so far) and, where the player answers by lines, legal (the names of the legal moves). The function
// returns the board after its move: a text, or rows. At the end of the match the referee stops the program.
// With a command that begins with lines: it returns one of p.legal instead: play(choose, "lines").
"use strict";
const fs = require("fs");

class Position {
  constructor(board, plies, legal) {
    this.board = board;
    this.rows = board.split("\n");
    this.plies = plies;
    this.legal = legal;
    [this.turn, this.other] = plies % 2 ? ["o", "x"] : ["x", "o"];
  }

  /** The board with other signs on some cells, each [row, column, sign]. */
  put(...cells) {
    const rows = this.rows.map((row) => [...row]);
    for (const [row, column, sign] of cells) rows[row][column] = sign;
    return text(rows);
  }
}

/** Plays one side of a match, by files or by "lines". */
function play(choose, by = "files") {
  if (by === "lines") return answer(choose);
  for (let number = Number(process.argv[process.argv.length - 1]); ; number += 2) {
    const board = choose(new Position(read(`board_${number}.txt`), number - 1));
    if (board === undefined) throw new Error(`no board was returned after board_${number}.txt`);
    // Renamed when it is whole: a reader never sees half a board.
    fs.writeFileSync("board.new", text(board));
    fs.renameSync("board.new", `board_${number + 1}.txt`);
  }
}

/** Answers each question with the name of a move. */
function answer(choose) {
  const lines = [];
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    lines.push(line);
    if (lines.length < 3 || lines.length < 3 + Number(lines[2])) return;
    const [head, legal, , ...board] = lines.splice(0);
    const plies = head.split(" ").length - 2;
    console.log(choose(new Position(board.join("\n"), plies, legal.split(" "))));
  });
}

/** The board of a file, once it is there. */
function read(name) {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  while (!fs.existsSync(name) || fs.statSync(name).size === 0) Atomics.wait(asleep, 0, 0, 2);
  return fs.readFileSync(name, "ascii").replace(/\n$/, "");
}

function text(board) {
  return typeof board === "string" ? board : board.map((row) => [...row].join("")).join("\n");
}

module.exports = { play, Position };
