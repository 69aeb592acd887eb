// A board to look at and to touch: the drawing and the grid of cells as one.

import { el } from "./dom.js";
import { DraughtsPicture } from "./draughts_picture.js";
import { QuoridorPicture } from "./quoridor_picture.js";
import { Grid } from "./grid.js";
import { SignPicture } from "./sign_picture.js";
import { isOfSigns, isQuoridor, key, readBoard } from "./position.js";
import { cellLabel } from "./speech.js";
import { t } from "./words.js";

/** The marks that the last move leaves; none before the first. */
export function traces(move) {
  if (!move) return {};
  if (move.cells) return { last: move.cells.map(([at]) => at) };
  return move.wall ? { lastWall: move.wall } : { last: [move.path[0], move.path.at(-1)] };
}

/** A still drawing, for cards and for the board of a fault; `null` if the text is no board. */
export function still(game, text, options = { labels: false }) {
  const position = readBoard(game, text);
  if (!position || (position.columns !== game.columns && !isQuoridor(game))) return null;
  const picture = pictureOf(game, position, options);
  picture.show(position);
  return picture;
}

function pictureOf(game, position, options = {}) {
  if (isOfSigns(game)) return new SignPicture(game, position, options);
  return isQuoridor(game)
    ? new QuoridorPicture(game, { ...options, size: position.columns })
    : new DraughtsPicture(game, options);
}

export class Board {
  constructor(game, position, act = {}) {
    this.game = game;
    this.picture = pictureOf(game, position);
    const { columns, rows } = position;
    this.grid = new Grid(this.picture, { columns, rows, label: t("board.label"), act });
    this.element = el("div", { class: "board" }, this.picture.element, this.grid.element);
    this.marks = {};
    this.show(position);
  }

  show(position) {
    this.position = position;
    this.picture.show(position);
    this.describe();
  }

  /** Shows which squares mean something now; see the pictures for the kinds of marks. */
  mark(marks) {
    this.marks = marks;
    this.picture.mark(marks);
    this.describe();
  }

  describe() {
    const kinds = Object.entries(this.marks)
      .filter(([name, squares]) => name !== "ways" && name !== "hint" && name !== "held" && Array.isArray(squares))
      .map(([name, squares]) => [name, new Set(squares.map(key))]);
    const held = this.marks.held && key(this.marks.held);
    const classes = (at) =>
      [at === held && "held", ...kinds.map(([name, set]) => set.has(at) && name)].filter(Boolean).join(" ");
    this.grid.describe((square) => cellLabel(this.game, this.position, square, classes(key(square))), classes);
  }

  /** Draws the eye to a square that was refused. */
  flash(square) {
    const cell = this.element.querySelector(`.cells [data-at="${square}"]`);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    cell?.animate([{ background: "#d5412cb0" }, { background: "#d5412c00" }], 700);
  }

  flip(flipped) {
    this.picture.flip(flipped);
    this.grid.flip(flipped);
    this.show(this.position);
    this.picture.mark(this.marks);
  }
}
