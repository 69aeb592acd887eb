// A board drawn from its signs: of a game that the page knows only from its program or a record. One without
// cells is text. Nothing moves on it, and nothing is carried.

import { svg } from "./dom.js";
import { Picture, SQUARE } from "./picture.js";
import { isLight, squareName, unkey } from "./position.js";

const LINE = 30;
const LETTER = 17;

export class SignPicture extends Picture {
  constructor(game, position, options = {}) {
    super("signs", game, options);
    this.show(position);
  }

  show({ columns, rows, text, pieces }) {
    const lines = text.split("\n");
    // The frame holds the names of rows and columns, which are as large on any number of cells.
    const frame = columns ? Math.max(34, 4 * Math.max(columns, rows)) : 0;
    const wide = columns ? columns * SQUARE + 2 * frame : (Math.max(...lines.map((it) => it.length)) + 2) * LETTER;
    const high = columns ? rows * SQUARE + 2 * frame : (lines.length + 1) * LINE;
    this.resize({ columns, rows, frame, wide, high });
    this.drawGround();
    this.men.replaceChildren(
      ...[...pieces].map(([at, sign]) => this.sign(sign, unkey(at))),
      ...(columns ? [] : lines).map((line, down) => svg("text", { class: "line", x: LETTER, y: (down + 1) * LINE }, line)),
    );
  }

  drawGround() {
    const { columns, rows, frame, extent, high } = this;
    if (!columns) return this.ground.replaceChildren();
    const [right, below] = [extent - frame, high - frame];
    const parts = [
      svg("rect", { class: "frame", width: extent, height: high, rx: 20, fill: "url(#frame)" }),
      svg("rect", { class: "light", x: frame, y: frame, width: right - frame, height: below - frame }),
    ];
    const line = (x1, y1, x2, y2) => parts.push(svg("line", { class: "cell-edge", x1, y1, x2, y2 }));
    for (let x = frame; x <= right; x += SQUARE) line(x, frame, x, below);
    for (let y = frame; y <= below; y += SQUARE) line(frame, y, right, y);
    for (let column = 0; this.labels && column < columns; column++) {
      parts.push(this.edgeName(squareName(this.game, [column, 0]).slice(0, -1), this.middle([column, 0])[0], high - frame / 2 + 2));
    }
    for (let row = 0; this.labels && row < rows; row++) {
      parts.push(this.edgeName(String(row + 1), frame / 2, this.middle([0, row])[1]));
    }
    this.ground.replaceChildren(...parts);
  }

  sign(sign, square) {
    const { title } = this.game.look.signs[sign] ?? {};
    return svg("g", { transform: `translate(${this.middle(square).join(" ")})` }, title && svg("title", {}, title), drawn(this.game, sign));
  }

  hint(cells) {
    return cells.map((at) => this.circle(at, "hint", 36));
  }
}

/** What stands on a cell, in its middle. */
function drawn(game, sign) {
  const { is, picture } = game.look.signs[sign] ?? {};
  const tone = is !== "x" && is !== "o" ? "other" : isLight(game, is) ? "light" : "dark";
  if (tone !== "other" && (picture === "man" || picture === "king")) return svg("use", { href: `#${picture}-${tone}` });
  if (picture === "block") return svg("rect", { class: `sign on-${tone}`, x: -44, y: -44, width: 88, height: 88 });
  if (picture) return svg("circle", { class: `sign on-${tone}`, r: 40, fill: `url(#top-${tone})` });
  return svg("text", { class: "letter", y: 24 }, sign);
}

/** The first sign of a side, as on the board. */
export const signOf = (game, side) => drawn(game, Object.entries(game.look.signs).find(([, it]) => it.is === side)?.[0] ?? side);
