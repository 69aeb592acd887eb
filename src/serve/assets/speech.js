// What is on the board and what happened there, in words, for ears as much as for eyes.

import { isOfSigns, isPlayed, isQuoridor, key, sideOf, squareName } from "./position.js";
import { t } from "./words.js";

const polite = () => document.getElementById("polite");
let waiting = [];

/** Tells a screen reader; what comes in the same moment is told together. */
export function announce(text) {
  if (!waiting.length) {
    setTimeout(() => {
      polite().textContent = waiting.join(" ");
      waiting = [];
    }, 60);
  }
  waiting.push(text);
}

/** A side's name, as a sentence begins with it. */
export function sideName(game, side) {
  const name = game.sides?.[side] ?? side;
  return t(`side.${name}`, { or: name[0].toUpperCase() + name.slice(1) });
}

/** A square's name as it is said: "22", "c3", "row 2, column 1". */
export function said(game, square) {
  const name = squareName(game, square);
  return name.startsWith("(") ? t("said.place", { row: square[1], column: square[0] }) : name;
}

export function cellLabel(game, position, square, classes) {
  const letter = position.pieces.get(key(square));
  const name = said(game, square);
  const marks = ["held", "must", "next", "later"].filter((it) => classes.split(" ").includes(it)).map((it) => `, ${t(`mark.${it}`)}`);
  if (isOfSigns(game)) return `${name}: ${game.look.signs[letter ?? " "]?.title ?? letter ?? ""}`.replace(/: $/, "") + marks.join("");
  if (letter) {
    const kind = isQuoridor(game) ? "pawn" : letter === letter.toUpperCase() ? "king" : "man";
    return t(`cell.${kind}`, { name, side: t(`cell.${game.sides?.[sideOf(letter)]}`, { or: game.sides?.[sideOf(letter)] }) }) + marks.join("");
  }
  if (!isPlayed(game, square)) return t("cell.unused");
  return t("cell.empty", { name }) + wallsBy(position, square) + marks.join("");
}

/** The walls that touch a cell: north, east, south, west of it. */
function wallsBy(position, [column, row]) {
  const sides = new Set();
  for (const { at, along } of position.walls) {
    const [c, r] = at;
    if (along === "h" && (column === c || column === c + 1)) {
      if (row === r) sides.add("up");
      if (row === r + 1) sides.add("down");
    }
    if (along === "v" && (row === r || row === r + 1)) {
      if (column === c) sides.add("right");
      if (column === c + 1) sides.add("left");
    }
  }
  const words = ["up", "right", "down", "left"].filter((it) => sides.has(it)).map((it) => t(`wall.${it}`));
  return words.length ? `, ${t("cell.walls", { where: words.join(", ") })}` : "";
}

/** A move in a sentence. */
export function tellMove(game, move) {
  const side = sideName(game, move.by);
  if (move.cells) return `${side}: ${move.text}`;
  if (move.wall) {
    return t("tell.wall", { side, at: squareName(game, move.wall.at), along: t(`wall.${move.wall.along}`) });
  }
  const given = { side, from: said(game, move.path[0]), to: said(game, move.path.at(-1)), n: move.taken?.length ?? 0 };
  const sentence = t(given.n ? "tell.capture" : "tell.move", given);
  return move.crowned ? `${sentence} ${t("tell.crowned")}` : sentence;
}

/** The score of a match, as tables have it. */
export function score(winner, isDraw) {
  if (winner) return winner === "x" ? "1–0" : "0–1";
  return isDraw ? "½–½" : "–";
}

/** Who won a match that `you` may have played; `draw` is false of one that did not end, or that does not count. */
export function outcome(game, { winner, reason, you, draw = reason !== "void" }) {
  if (winner && (you === "x" || you === "o")) return t(winner === you ? "end.won" : "end.lost");
  return winner ? t("end.wins", { side: sideName(game, winner) }) : t(draw ? "end.draw" : "end.none");
}

/** A level's name; in a game that only its program knows, what the computer does. */
export const levelName = (game, level) => t(isOfSigns(game) ? `level.signs.${level}` : `level.${level}`, { or: level ?? "" });

/** The server's words, which begin in lower case and have no full stop, for they may stand in a sentence. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const sentence = (text) => `${capital(text)}.`;
