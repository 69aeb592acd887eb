// Moves of a game that only its program knows, as cells to point at: what a move changes tells how it is pointed
// at. No rule is decided here.

import { key } from "./position.js";

/** The cells of a move in the order of pointing: from and to, or the one that something is put on; else null. */
function pathOf(game, position, move) {
  const owner = (sign) => game.look.signs[sign]?.is ?? (sign === undefined || sign === " " ? "empty" : "other");
  const before = (at) => owner(position.pieces.get(key(at)));
  const cells = move.cells ?? [];
  const from = cells.filter(([at, sign]) => before(at) === move.by && owner(sign) !== move.by);
  const to = cells.filter(([, sign]) => owner(sign) === move.by);
  // What is turned over belonged to the other side: the cell that was empty is the one to point at.
  const placed = to.filter(([at]) => before(at) === "empty");
  if (from.length === 1 && to.length === 1) return [from[0][0], to[0][0]];
  if (from.length) return null;
  const at = placed.length === 1 ? placed : cells.length === 1 ? cells : null;
  return at && [at[0][0]];
}

/** Legal moves with their paths. */
export const withPaths = (game, position, legal) => legal.map((move) => ({ ...move, path: pathOf(game, position, move) }));

/** Moves that no cell, or the same cells as others, point at: they are listed. */
export function listed(legal) {
  const name = (move) => (move.path ?? []).map(key).join(" ");
  const count = new Map();
  for (const move of legal) count.set(name(move), (count.get(name(move)) ?? 0) + 1);
  return legal.filter((move) => !move.path || count.get(name(move)) > 1);
}
