// Positions as the page draws them: the text of a board file read, and a move that the server has
// called legal carried out. No rule is decided here.

export const key = ([column, row]) => `${column},${row}`;
export const unkey = (text) => text.split(",").map(Number);
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];
export const other = (side) => (side === "x" ? "o" : "x");
export const isQuoridor = (game) => game.family === "quoridor";
export const isOfSigns = (game) => game.family === "cells";

/** The game of a match that is walked through: one that the page has, or one that the match itself describes. */
export function gameOf(games, told) {
  const sides = { x: "x", o: "o" };
  return games.find((it) => it.id === told.game) ?? { id: told.game, name: told.look.title, family: "cells", sides, ...told.look, look: told.look };
}

/** Reads a board's text; `null` when it is none, as a faulty player's may be. */
export function readBoard(game, text) {
  if (typeof text !== "string") return null;
  const lines = text.replace(/\r/g, "").replace(/\n$/, "").split("\n");
  if (isOfSigns(game)) return readSigns(game, lines);
  return isQuoridor(game) ? readQuoridor(lines) : readDraughts(lines);
}

function readSigns(game, lines) {
  const { columns, rows, look } = game;
  const pieces = new Map();
  const step = look.spaced ? 2 : 1;
  if (columns && (lines.length !== rows || lines.some((it) => Math.ceil(it.length / step) !== columns))) return null;
  for (const [down, line] of columns ? lines.entries() : []) {
    for (let column = 0; column < columns; column++) {
      const sign = line[step * column];
      if (!isBlank(game, sign)) pieces.set(`${column},${rows - 1 - down}`, sign);
    }
  }
  return { columns, rows, pieces, walls: [], left: null, text: lines.join("\n") };
}

function readDraughts(lines) {
  const size = lines.length;
  if (size < 4 || size > 12) return null;
  const pieces = new Map();
  for (const [down, line] of lines.entries()) {
    for (let column = 0; column < size; column++) {
      const letter = line[2 * column] ?? " ";
      if ("xXoO".includes(letter)) pieces.set(`${column},${size - 1 - down}`, letter);
      else if (letter !== " ") return null;
    }
  }
  return { columns: size, rows: size, pieces, walls: [], left: null };
}

function readQuoridor(lines) {
  const size = (lines.length - 1) / 2;
  const left = {};
  for (const line of lines.slice(-2)) {
    const found = /^([xo]) (\d+)$/.exec(line);
    if (found) left[found[1]] = Number(found[2]);
  }
  if (!Number.isInteger(size) || size < 2) return null;
  const pieces = new Map();
  const walls = [];
  for (let down = 0; down < 2 * size - 1; down++) {
    for (let across = 0; across < 2 * size - 1; across++) {
      const letter = lines[down][across] ?? " ";
      if (letter === "x" || letter === "o") pieces.set(`${across / 2},${size - 1 - down / 2}`, letter);
      if (across % 2 && down % 2 && "-|".includes(letter)) {
        walls.push({ at: [(across - 1) / 2, size - 1 - (down + 1) / 2], along: letter === "-" ? "h" : "v" });
      }
    }
  }
  return { columns: size, rows: size, pieces, walls, left };
}

/** The position after a move. That of a board without cells is known to the server alone. */
export function after(position, move, game) {
  if (move.cells) return afterCells(position, move, game);
  const pieces = new Map(position.pieces);
  const walls = [...position.walls];
  const left = position.left && { ...position.left };
  if (move.wall) {
    walls.push({ ...move.wall, by: move.by });
    if (left) left[move.by] -= 1;
  } else {
    const piece = pieces.get(key(move.path[0]));
    pieces.delete(key(move.path[0]));
    for (const taken of move.taken ?? []) pieces.delete(key(taken));
    pieces.set(key(move.path.at(-1)), move.crowned ? piece.toUpperCase() : piece);
  }
  return { ...position, pieces, walls, left };
}

function afterCells(position, { cells }, game) {
  const pieces = new Map(position.pieces);
  for (const [at, sign] of cells) {
    if (isBlank(game, sign)) pieces.delete(key(at));
    else pieces.set(key(at), sign);
  }
  return { ...position, pieces };
}

/** Whether nothing is drawn for a sign. */
const isBlank = ({ look }, sign) => (look.signs[sign] ? look.signs[sign].is === "empty" && !look.signs[sign].picture : sign === " ");

/** The side that a piece's letter belongs to. */
export const sideOf = (letter) => letter?.toLowerCase() ?? null;

/** Whether a side's pieces are drawn light; the first player's are, unless their name says dark. */
export function isLight(game, side) {
  const dark = /black|dark|red/.test(game.sides?.[side] ?? "") || (side === "o" && !/white|light/.test(game.sides?.o ?? ""));
  return !dark;
}

/** The squares that are played on: dark ones in draughts, all in Quoridor. */
export function isPlayed(game, [column, row]) {
  if (isQuoridor(game) || isOfSigns(game)) return true;
  game.parity ??= (game.numbers?.[0] ?? unkey([...readBoard(game, game.board).pieces.keys()][0])).reduce((a, b) => a + b) % 2;
  return (column + row) % 2 === game.parity;
}

/** A column's name: a to z, then aa, ab and so on. */
function columnName(column) {
  const last = "abcdefghijklmnopqrstuvwxyz"[column % 26];
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** A square's name in the game's own notation. */
export function squareName(game, square) {
  if (isQuoridor(game) || isOfSigns(game)) return columnName(square[0]) + (square[1] + 1);
  game.nameOf ??= new Map((game.numbers ?? []).map((at, index) => [key(at), game.names?.[index] ?? String(index + 1)]));
  return game.nameOf.get(key(square)) ?? `(${square[1]},${square[0]})`;
}
