// A board drawn from its signs: of a game that the page knows only from its program or a record. One without
// cells is text.

import { svg } from "./dom.js";
import { isLight, squareName, unkey } from "./position.js";

const SQUARE = 100;
const LINE = 30;
const LETTER = 17;
/** The frame holds the names of rows and columns, which are as large on any number of cells. */
const frameOf = (columns, rows) => Math.max(34, 4 * Math.max(columns, rows));

export class SignPicture {
  constructor(game, position, { labels = true } = {}) {
    Object.assign(this, { game, labels });
    this.flipped = false;
    this.under = svg("g", { class: "marks" });
    this.ground = svg("g");
    this.signs = svg("g");
    this.over = svg("g", { class: "marks" });
    this.element = svg("svg", { class: "picture signs", "aria-hidden": "true" }, this.ground, this.under, this.signs, this.over);
    this.size(position);
  }

  size({ columns, rows, text }) {
    const lines = text.split("\n");
    const frame = columns ? frameOf(columns, rows) : 0;
    const wide = columns ? columns * SQUARE + 2 * frame : (Math.max(...lines.map((it) => it.length)) + 2) * LETTER;
    const high = columns ? rows * SQUARE + 2 * frame : (lines.length + 1) * LINE;
    Object.assign(this, { columns, rows, frame, extent: wide, inset: [frame / high, frame / wide] });
    this.element.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.element.style.setProperty("--extent", wide);
    this.ground.replaceChildren(...(columns ? this.cells(wide, high) : []));
  }

  cells(wide, high) {
    const { columns, rows, frame } = this;
    const [right, below] = [wide - frame, high - frame];
    const parts = [
      svg("rect", { class: "frame", width: wide, height: high, rx: 20, fill: "url(#frame)" }),
      svg("rect", { class: "light", x: frame, y: frame, width: right - frame, height: below - frame }),
    ];
    for (let x = frame; x <= right; x += SQUARE) parts.push(line(x, frame, x, below));
    for (let y = frame; y <= below; y += SQUARE) parts.push(line(frame, y, right, y));
    const name = (text, x, y) => this.labels && parts.push(svg("text", { class: "edge-name", x, y }, text));
    for (let column = 0; column < columns; column++) name(squareName(this.game, [column, 0]).slice(0, -1), this.corner([column, 0])[0] + SQUARE / 2, high - frame / 2 + 2);
    for (let row = 0; row < rows; row++) name(String(row + 1), frame / 2, this.corner([0, row])[1] + SQUARE / 2);
    return parts;
  }

  /** The upper left corner of a square. */
  corner([column, row]) {
    const across = this.flipped ? this.columns - 1 - column : column;
    const down = this.flipped ? row : this.rows - 1 - row;
    return [this.frame + across * SQUARE, this.frame + down * SQUARE];
  }

  flip(flipped) {
    this.flipped = flipped;
  }

  show(position) {
    this.size(position);
    const lines = position.columns ? [] : position.text.split("\n");
    this.signs.replaceChildren(
      ...[...position.pieces].map(([at, sign]) => this.sign(sign, unkey(at))),
      ...lines.map((text, down) => svg("text", { class: "line", x: LETTER, y: (down + 1) * LINE }, text)),
    );
  }

  sign(sign, square) {
    const [x, y] = this.corner(square);
    const known = this.game.look.signs[sign] ?? {};
    const title = known.title && svg("title", {}, known.title);
    return svg("g", { transform: `translate(${x + SQUARE / 2} ${y + SQUARE / 2})` }, title, drawn(this.game, sign));
  }

  /* Nothing moves on this board, and nothing is carried. */
  async animate() {}
  carry() {}
  stand() {}
  fade() {}

  mark({ last = [], fault = [], won = [], held = null, able = [], next = [], hint = null }) {
    const square = (at, name) => {
      const [x, y] = this.corner(at);
      return svg("rect", { class: name, x, y, width: SQUARE, height: SQUARE });
    };
    const circle = (at, name, r) => {
      const [x, y] = this.corner(at);
      return svg("circle", { class: name, cx: x + SQUARE / 2, cy: y + SQUARE / 2, r });
    };
    this.under.replaceChildren(
      ...last.map((at) => square(at, "last")),
      ...fault.map((at) => square(at, "fault")),
      ...(held ? [square(held, "held")] : []),
    );
    this.over.replaceChildren(
      ...able.map((at) => circle(at, "able", 45)),
      ...won.map((at) => circle(at, "won", 44)),
      ...next.map((at) => circle(at, "next", 14)),
      ...(hint ?? []).map((at) => circle(at, "hint", 36)),
    );
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

function line(x1, y1, x2, y2) {
  return svg("line", { class: "cell-edge", x1, y1, x2, y2 });
}
