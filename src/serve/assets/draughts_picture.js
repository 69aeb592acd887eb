// A draughts board as SVG: frame, squares, pieces, marks. Knows where things are drawn, not what is legal.

import { calm, svg } from "./dom.js";
import { isLight, isPlayed, key, sideOf, squareName, unkey } from "./position.js";

const SQUARE = 100;
const FRAME = 34;

export class DraughtsPicture {
  constructor(game, { labels = true } = {}) {
    this.game = game;
    this.size = game.columns;
    this.flipped = false;
    this.labels = labels;
    const extent = this.size * SQUARE + 2 * FRAME;
    this.inset = FRAME / extent;
    this.under = svg("g", { class: "marks" });
    this.men = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "marks" });
    this.ground = svg("g");
    // Above the pieces, which would hide their squares' numbers.
    this.names = svg("g", { class: "names" });
    this.element = svg(
      "svg",
      { class: "picture draughts", viewBox: `0 0 ${extent} ${extent}`, "aria-hidden": "true" },
      this.ground,
      this.under,
      this.men,
      this.names,
      this.over,
    );
    this.extent = extent;
    this.element.style.setProperty("--extent", extent);
    this.pieces = new Map();
    this.letters = new Map();
    // Pieces that are not, or not only, where they were drawn.
    this.moved = new Set();
    this.drawGround();
  }

  /** The middle of a square, in the drawing's units. */
  middle([column, row]) {
    const across = this.flipped ? this.size - 1 - column : column;
    const down = this.flipped ? row : this.size - 1 - row;
    return [FRAME + (across + 0.5) * SQUARE, FRAME + (down + 0.5) * SQUARE];
  }

  drawGround() {
    const whole = this.size * SQUARE;
    const parts = [
      svg("rect", { class: "frame", width: this.extent, height: this.extent, rx: 20, fill: "url(#frame)" }),
      svg("rect", { class: "frame-edge", x: FRAME - 5, y: FRAME - 5, width: whole + 10, height: whole + 10, rx: 4 }),
      svg("rect", { class: "light", x: FRAME, y: FRAME, width: whole, height: whole }),
      svg("rect", { class: "grain", x: FRAME, y: FRAME, width: whole, height: whole, fill: "url(#grain)" }),
    ];
    const names = [];
    const numbered = !/\D/.test(squareName(this.game, this.game.numbers?.[0] ?? [0, 0]));
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) {
        if (!isPlayed(this.game, [column, row])) continue;
        const [x, y] = this.middle([column, row]);
        parts.push(svg("rect", { class: "dark", x: x - 50, y: y - 50, width: SQUARE, height: SQUARE }));
        parts.push(svg("rect", { class: "grain", x: x - 50, y: y - 50, width: SQUARE, height: SQUARE, fill: "url(#grain)" }));
        if (this.labels && numbered) {
          names.push(svg("text", { class: "number", x: x - 46, y: y - 46 }, squareName(this.game, [column, row])));
        }
      }
    }
    if (this.labels && !numbered) {
      const letters = /^[a-z]/.test(squareName(this.game, this.game.numbers?.[0] ?? [0, 0]));
      for (let index = 0; index < this.size; index++) {
        const [x, y] = this.middle([index, index]);
        parts.push(svg("text", { class: "edge-name", x, y: this.extent - FRAME / 2 + 2 }, letters ? "abcdefghij"[index] : String(index)));
        parts.push(svg("text", { class: "edge-name", x: FRAME / 2 - 2, y }, String(letters ? index + 1 : index)));
      }
    }
    this.ground.replaceChildren(...parts);
    this.names.replaceChildren(...names);
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
    this.pieces.clear();
    this.men.replaceChildren();
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
    const [x, y] = this.middle(square);
    const kind = letter === letter.toUpperCase() ? "king" : "man";
    const tone = isLight(this.game, sideOf(letter)) ? "light" : "dark";
    return svg("g", { class: `piece ${tone}-piece`, transform: `translate(${x} ${y})` }, svg("use", { href: `#${kind}-${tone}` }));
  }

  /** Plays a move before the eye; resolves when the piece is there. */
  async animate(move) {
    const piece = this.pieces.get(key(move.path[0]));
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
    if (!place) {
      piece.style.transform = "";
      piece.classList.remove("carried");
      return;
    }
    if (!piece.classList.contains("carried")) this.men.append(piece);
    piece.classList.add("carried");
    piece.style.transform = `translate(${place[0]}px,${place[1]}px) scale(1.08)`;
  }

  /** Lets a piece stand elsewhere while its move is being chosen. */
  stand(square, at) {
    const [x, y] = this.middle(at);
    const piece = this.pieces.get(key(square));
    if (!piece) return;
    this.moved.add(piece);
    piece.style.transform = "";
    piece.classList.remove("carried");
    piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  fade(squares) {
    for (const [at, piece] of this.pieces) piece.classList.toggle("jumped", squares.some((it) => key(it) === at));
  }

  /**
   * Draws marks: `last`, `held`, `able`, `must`, `next`, `later`, `fault` squares, `ways` still
   * to be walked and a `hint` path. */
  mark({ last = [], held = null, able = [], must = [], next = [], later = [], fault = [], ways = [], hint = null }) {
    const square = (at, name) => {
      const [x, y] = this.middle(at);
      return svg("rect", { class: name, x: x - 50, y: y - 50, width: SQUARE, height: SQUARE });
    };
    const circle = (at, name, r) => {
      const [cx, cy] = this.middle(at);
      return svg("circle", { class: name, cx, cy, r });
    };
    this.under.replaceChildren(
      ...last.map((at) => square(at, "last")),
      ...fault.map((at) => square(at, "fault")),
      ...(held ? [square(held, "held")] : []),
      ...able.map((at) => circle(at, "able", 45)),
    );
    this.over.replaceChildren(
      ...must.flatMap((at) => [circle(at, "must-back", 44), circle(at, "must", 44)]),
      ...ways.map((path) => svg("polyline", { class: "way", points: path.map((at) => this.middle(at).join(",")).join(" ") })),
      ...later.map((at) => circle(at, "later", 10)),
      ...next.flatMap((at) => [circle(at, "next", 17)]),
      ...(hint ? [arrow(hint.map((at) => this.middle(at)))] : []),
    );
  }
}

/** A path drawn as an arrow. */
export function arrow(places) {
  return svg("g", { class: "hint" }, svg("polyline", { points: places.map((it) => it.join(",")).join(" "), "marker-end": "url(#tip)" }));
}
