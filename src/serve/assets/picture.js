// What all drawn boards share, as SVG: layers, places, pieces that move, marks. Knows where things are drawn, not
// what is legal.

import { calm, svg } from "./dom.js";
import { isLight, key, sideOf, unkey } from "./position.js";

export const SQUARE = 100;

export class Picture {
  /** `pitch` is the distance of two squares, `rounding` that of their corners. */
  constructor(name, game, { labels = true, pitch = SQUARE, rounding = 0 }) {
    Object.assign(this, { game, labels, pitch, rounding, flipped: false });
    this.ground = svg("g");
    this.under = svg("g", { class: "marks" });
    this.planks = svg("g", { class: "planks" });
    this.men = svg("g", { class: "pieces" });
    // Above the pieces, which would hide their squares' numbers.
    this.names = svg("g", { class: "names" });
    this.over = svg("g", { class: "marks" });
    const layers = [this.ground, this.under, this.planks, this.men, this.names, this.over];
    this.element = svg("svg", { class: `picture ${name}`, "aria-hidden": "true" }, layers);
    this.pieces = new Map();
    this.letters = new Map();
    // Pieces that are not, or not only, where they were drawn.
    this.moved = new Set();
  }

  /** Sets the size; the squares that are clicked begin at `inset`, in the drawing's units. */
  resize({ columns, rows = columns, frame, wide, high = wide, inset = frame }) {
    Object.assign(this, { columns, rows, frame, extent: wide, high, inset: [inset / high, inset / wide] });
    this.element.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.element.style.setProperty("--extent", wide);
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
    this.pieces.clear();
    this.men.replaceChildren();
  }

  /** The middle of a square, in the drawing's units. */
  middle([column, row]) {
    const across = this.flipped ? this.columns - 1 - column : column;
    const down = this.flipped ? row : this.rows - 1 - row;
    return [across, down].map((it) => this.frame + it * this.pitch + SQUARE / 2);
  }

  square(at, name, props = {}) {
    const [x, y] = this.middle(at).map((it) => it - SQUARE / 2);
    return svg("rect", { class: name, x, y, width: SQUARE, height: SQUARE, rx: this.rounding, ...props });
  }

  circle(at, name, r) {
    const [cx, cy] = this.middle(at);
    return svg("circle", { class: name, cx, cy, r });
  }

  squares() {
    const all = [];
    for (let row = 0; row < this.rows; row++) for (let column = 0; column < this.columns; column++) all.push([column, row]);
    return all;
  }

  /** The name of a column or a row, on the frame. */
  edgeName(text, x, y) {
    return svg("text", { class: "edge-name", x, y }, text);
  }

  /** What stands where it stood stays as it is drawn: most of the board, at every move. */
  show(position) {
    const pieces = new Map();
    for (const [at, letter] of position.pieces) {
      const piece = this.pieces.get(at);
      const stays = piece && this.letters.get(at) === letter && !this.moved.has(piece);
      if (stays) piece.classList.remove("jumped");
      pieces.set(at, stays ? piece : this.piece(letter, unkey(at)));
    }
    for (const [at, piece] of this.pieces) if (pieces.get(at) !== piece) piece.remove();
    this.men.append(...[...pieces.values()].filter((piece) => piece.parentNode !== this.men));
    this.pieces = pieces;
    this.letters = position.pieces;
    this.moved.clear();
  }

  piece(letter, square) {
    const tone = isLight(this.game, sideOf(letter)) ? "light" : "dark";
    const use = svg("use", { href: `#${this.kind(letter)}-${tone}` });
    return svg("g", { class: `piece ${tone}-piece`, transform: `translate(${this.middle(square).join(" ")})` }, use);
  }

  /** Plays a move before the eye; resolves when the piece is there. */
  async animate(move) {
    const piece = move.path && this.pieces.get(key(move.path[0]));
    if (!piece || calm() || !piece.animate) return;
    this.men.append(piece);
    this.moved.add(piece);
    const places = move.path.map((square) => this.middle(square));
    const long = Math.min(520, 210 + 30 * Math.abs(move.path[0][0] - move.path[1][0]));
    for (let index = 1; index < places.length; index++) {
      const [from, to] = [places[index - 1], places[index]].map(([x, y]) => `translate(${x}px,${y}px)`);
      const step = piece.animate({ transform: [from, to] }, { duration: long, easing: "cubic-bezier(.3,.1,.2,1)", fill: "forwards" });
      const taken = move.taken?.[index - 1];
      const victim = taken && this.pieces.get(key(taken));
      if (victim) this.moved.add(victim);
      victim?.animate({ opacity: [1, 1, 0] }, { duration: long + 80, fill: "forwards" });
      await step.finished.catch(() => {});
    }
  }

  /** Moves a piece under the pointer; `null` puts it back. */
  carry(square, place) {
    const piece = this.pieces.get(key(square));
    if (!piece) return;
    this.moved.add(piece);
    if (place && !piece.classList.contains("carried")) this.men.append(piece);
    piece.classList.toggle("carried", Boolean(place));
    piece.style.transform = place ? `translate(${place[0]}px,${place[1]}px) scale(1.08)` : "";
  }

  /** Lets a piece stand elsewhere while its move is being chosen. */
  stand(square, at) {
    this.carry(square, null);
    this.pieces.get(key(square))?.setAttribute("transform", `translate(${this.middle(at).join(" ")})`);
  }

  fade(squares) {
    for (const [at, piece] of this.pieces) piece.classList.toggle("jumped", squares.some((it) => key(it) === at));
  }

  /**
   * Draws marks: `last`, `held`, `able`, `must`, `next`, `later`, `fault`, `won` squares, `ways` still to be walked
   * and a `hint`. */
  mark({ last = [], held = null, able = [], must = [], next = [], later = [], fault = [], won = [], ways = [], hint = null }) {
    this.under.replaceChildren(
      ...last.map((at) => this.square(at, "last")),
      ...fault.map((at) => this.square(at, "fault")),
      ...(held ? [this.square(held, "held")] : []),
    );
    this.over.replaceChildren(
      ...able.map((at) => this.circle(at, "able", 45)),
      ...must.flatMap((at) => [this.circle(at, "must-back", 44), this.circle(at, "must", 44)]),
      ...won.map((at) => this.circle(at, "won", 44)),
      ...ways.map((path) => svg("polyline", { class: "way", points: this.points(path) })),
      ...later.map((at) => this.circle(at, "later", 10)),
      ...next.map((at) => this.circle(at, "next", 16)),
      ...(hint ? this.hint(hint) : []),
    );
  }

  /** A path drawn as an arrow. */
  hint(path) {
    return [svg("g", { class: "hint" }, svg("polyline", { points: this.points(path), "marker-end": "url(#tip)" }))];
  }

  points(path) {
    return path.map((at) => this.middle(at).join(",")).join(" ");
  }
}
