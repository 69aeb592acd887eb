// A board drawn from its signs: of a game that the page knows only from its program or a record. One without
// cells is text.

import { svg } from "./dom.js";
import { isLight, unkey } from "./position.js";

const SQUARE = 100;
const LINE = 30;
const LETTER = 17;

export class SignPicture {
  constructor(game, position) {
    this.game = game;
    this.flipped = false;
    this.inset = 0;
    this.under = svg("g", { class: "marks" });
    this.ground = svg("g");
    this.signs = svg("g");
    this.over = svg("g", { class: "marks" });
    this.element = svg("svg", { class: "picture signs", "aria-hidden": "true" }, this.ground, this.under, this.signs, this.over);
    this.size(position);
  }

  size({ columns, rows, text }) {
    const lines = text.split("\n");
    const wide = columns ? columns * SQUARE : (Math.max(...lines.map((it) => it.length)) + 2) * LETTER;
    const high = columns ? rows * SQUARE : (lines.length + 1) * LINE;
    Object.assign(this, { columns, rows, extent: wide });
    this.element.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.element.style.setProperty("--extent", wide);
    const cells = columns ? [svg("rect", { class: "light", width: wide, height: high })] : [];
    for (let column = 1; column < columns; column++) cells.push(line(column * SQUARE, 0, column * SQUARE, high));
    for (let row = 1; row < rows; row++) cells.push(line(0, row * SQUARE, wide, row * SQUARE));
    this.ground.replaceChildren(...cells);
  }

  /** The upper left corner of a square. */
  corner([column, row]) {
    const across = this.flipped ? this.columns - 1 - column : column;
    const down = this.flipped ? row : this.rows - 1 - row;
    return [across * SQUARE, down * SQUARE];
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
    const owned = known.is === "x" || known.is === "o";
    const tone = owned && !isLight(this.game, known.is) ? "dark" : "light";
    const title = known.title && svg("title", {}, known.title);
    return svg("g", { transform: `translate(${x + SQUARE / 2} ${y + SQUARE / 2})` }, title, drawn(known.picture, sign, owned ? tone : "other"));
  }

  /* Nothing moves on this board, and nothing is carried. */
  async animate() {}
  carry() {}
  stand() {}
  fade() {}

  mark({ last = [], fault = [], held = null, able = [], next = [], hint = null }) {
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
      ...next.map((at) => circle(at, "next", 14)),
      ...(hint ?? []).map((at) => circle(at, "hint", 36)),
    );
  }
}

function drawn(picture, sign, tone) {
  if (tone !== "other" && (picture === "man" || picture === "king")) return svg("use", { href: `#${picture}-${tone}` });
  if (picture === "block") return svg("rect", { class: `sign ${tone}`, x: -44, y: -44, width: 88, height: 88 });
  if (picture) return svg("circle", { class: `sign ${tone}`, r: 40 });
  return svg("text", { class: "letter", y: 24 }, sign);
}

function line(x1, y1, x2, y2) {
  return svg("line", { class: "cell-edge", x1, y1, x2, y2 });
}
