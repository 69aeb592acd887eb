// Moves of a game that only its program knows, as cells to point at: what a move changes, or else its name, tells
// how it is pointed at. No rule is decided here.

import { key, squareName } from "./position.js";

/** The cells of a move in the order of pointing: from and to, or the one that something is put on; else null. */
function pathOf(game, position, move) {
  const owner = (sign) => game.look.signs[sign]?.is ?? (sign === undefined || sign === " " ? "empty" : "other");
  const before = (at) => owner(position.pieces.get(key(at)));
  const cells = move.cells ?? [];
  const from = cells.filter(([at, sign]) => before(at) === move.by && owner(sign) !== move.by);
  const to = cells.filter(([, sign]) => owner(sign) === move.by);
  // What is turned over belonged to the other side: the cell that was empty is the one to point at.
  const placed = to.filter(([at]) => before(at) === "empty");
  const target = [placed, to, from.length ? [] : cells].find((it) => it.length === 1);
  if (!target || from.length > 1) return namedPath(game, position, move.text);
  return [...from, ...target].map(([at]) => at);
}

/** The cells that a move's name consists of, as in `e1-g1`; else null. */
function namedPath(game, { columns, rows }, name) {
  const words = name.split(/[-x:,]|(?<=\d)(?=[a-z])/);
  const cells = new Map();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) cells.set(squareName(game, [column, row]), [column, row]);
  }
  return words.every((it) => cells.has(it)) ? words.map((it) => cells.get(it)) : null;
}

const nameOf = (path) => path?.map(key).join(" ") ?? "";

/** Legal moves with their paths. */
export const withPaths = (game, position, legal) => legal.map((move) => ({ ...move, path: pathOf(game, position, move) }));

/** Moves that no cell, or the same cells as others, point at: they are listed. */
export function listed(legal) {
  const count = new Map();
  for (const move of legal) count.set(nameOf(move.path), (count.get(nameOf(move.path)) ?? 0) + 1);
  return legal.filter((move) => !move.path || count.get(nameOf(move.path)) > 1);
}

/** The moves whose path some cells are the whole of. */
export const along = (legal, cells) => legal.filter((move) => nameOf(move.path) === nameOf(cells));

/** The moves that one cell means and that begin elsewhere: those that end there, or change it, or fall there. */
export function aimedAt(position, legal, square) {
  const at = key(square);
  const ways = [
    (move) => move.path && key(move.path.at(-1)) === at,
    (move) => !move.path && move.cells?.some(([cell]) => key(cell) === at),
    (move) => falls(position, legal) && move.path[0][0] === square[0],
  ];
  return ways.map((way) => legal.filter(way)).find((it) => it.length) ?? [];
}

/** Whether what is put down falls: each column with room has one move, onto its lowest empty cell. */
function falls(position, legal) {
  const isFull = (column, row) => position.pieces.has(`${column},${row}`);
  const lowest = [];
  for (let column = 0; column < position.columns; column++) {
    let row = 0;
    while (row < position.rows && isFull(column, row)) row++;
    if (row < position.rows) lowest.push(`${column},${row}`);
  }
  return legal.length === lowest.length && legal.every((move) => lowest.includes(nameOf(move.path)));
}
