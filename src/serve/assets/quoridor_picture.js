// A Quoridor board as SVG: cells, pawns, walls, and the wall that would be placed.

import { calm, svg } from "./dom.js";
import { isLight, key, unkey } from "./position.js";
import { arrow } from "./draughts_picture.js";

const CELL = 100;
const GAP = 26;
const PITCH = CELL + GAP;
/** The frame holds the names of rows and columns, which are as large on any number of cells. */
const frameOf = (size) => Math.max(44, size * 5);

export class QuoridorPicture {
  constructor(game, { labels = true, size = game.columns } = {}) {
    this.game = game;
    this.size = size;
    this.labels = labels;
    this.flipped = false;
    this.frame = frameOf(size);
    this.extent = this.size * PITCH - GAP + 2 * this.frame;
    // The cells that are clicked reach half a gap further than those that are drawn.
    this.inset = (this.frame - GAP / 2) / this.extent;
    this.ground = svg("g");
    this.under = svg("g", { class: "marks" });
    this.planks = svg("g", { class: "planks" });
    this.men = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "marks" });
    this.element = svg(
      "svg",
      { class: "picture quoridor", viewBox: `0 0 ${this.extent} ${this.extent}`, "aria-hidden": "true" },
      this.ground,
      this.under,
      this.planks,
      this.men,
      this.over,
    );
    this.element.style.setProperty("--extent", this.extent);
    this.pieces = new Map();
    this.drawGround();
  }

  middle([column, row]) {
    const across = this.flipped ? this.size - 1 - column : column;
    const down = this.flipped ? row : this.size - 1 - row;
    return [this.frame + across * PITCH + CELL / 2, this.frame + down * PITCH + CELL / 2];
  }

  drawGround() {
    const parts = [svg("rect", { class: "frame", width: this.extent, height: this.extent, rx: 22, fill: "url(#frame)" })];
    const inner = this.extent - 2 * this.frame + 16;
    parts.push(svg("rect", { class: "channel", x: this.frame - 8, y: this.frame - 8, width: inner, height: inner, rx: 10 }));
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) {
        const [x, y] = this.middle([column, row]);
        const goal = row === this.size - 1 ? " goal-x" : row === 0 ? " goal-o" : "";
        const place = { x: x - 50, y: y - 50, width: CELL, height: CELL, rx: 9 };
        parts.push(svg("rect", { class: `cell${goal}`, ...place }));
        parts.push(svg("rect", { class: "grain", ...place, fill: "url(#grain)" }));
      }
    }
    for (let index = 0; this.labels && index < this.size; index++) {
      const [x, y] = this.middle([index, index]);
      parts.push(svg("text", { class: "edge-name", x, y: this.extent - this.frame / 2 }, "abcdefghijklmno"[index]));
      parts.push(svg("text", { class: "edge-name", x: this.frame / 2 - 4, y }, String(index + 1)));
    }
    this.ground.replaceChildren(...parts);
  }

  flip(flipped) {
    this.flipped = flipped;
    this.drawGround();
  }

  show(position) {
    this.pieces.clear();
    for (const [at, letter] of position.pieces) {
      const [x, y] = this.middle(unkey(at));
      const tone = isLight(this.game, letter) ? "light" : "dark";
      this.pieces.set(
        at,
        svg("g", { class: `piece ${tone}-piece`, transform: `translate(${x} ${y})` }, svg("use", { href: `#pawn-${tone}` })),
      );
    }
    this.men.replaceChildren(...this.pieces.values());
    this.planks.replaceChildren(...position.walls.map((wall) => this.plank(wall, "plank")));
  }

  /** A wall lies in the channels around the crossing up and right of the cell it is named by. */
  plank({ at, along }, name) {
    const [a, b] = [this.middle(at), this.middle([at[0] + 1, at[1] + 1])];
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const long = 2 * CELL + GAP;
    const [width, height] = along === "h" ? [long, GAP - 6] : [GAP - 6, long];
    return svg("rect", { class: name, x: x - width / 2, y: y - height / 2, width, height, rx: 6 });
  }

  async animate(move) {
    if (calm()) return;
    if (move.wall) {
      const plank = this.plank(move.wall, "plank");
      this.planks.append(plank);
      await plank.animate?.({ opacity: [0, 1], transform: ["translateY(-24px)", "none"] }, { duration: 220, easing: "ease-out" }).finished;
      return;
    }
    const [from, to] = [move.path[0], move.path.at(-1)].map((it) => `translate(${this.middle(it).join("px,")}px)`);
    const piece = this.pieces.get(key(move.path[0]));
    await piece?.animate?.({ transform: [from, to] }, { duration: 240, easing: "ease-in-out", fill: "forwards" }).finished;
  }

  carry(square, place) {
    const piece = this.pieces.get(key(square));
    if (!piece) return;
    piece.classList.toggle("carried", Boolean(place));
    piece.style.transform = place ? `translate(${place[0]}px,${place[1]}px) scale(1.08)` : "";
  }

  stand() {}

  fade() {}

  mark({ last = [], held = null, able = [], next = [], hint = null, wall = null, lastWall = null, hintWall = null, fault = [] }) {
    const cell = (at, name) => {
      const [x, y] = this.middle(at);
      return svg("rect", { class: name, x: x - 50, y: y - 50, width: CELL, height: CELL, rx: 9 });
    };
    const circle = (at, name, r) => {
      const [cx, cy] = this.middle(at);
      return svg("circle", { class: name, cx, cy, r });
    };
    this.under.replaceChildren(
      ...last.map((at) => cell(at, "last")),
      ...fault.map((at) => cell(at, "fault")),
      ...(held ? [cell(held, "held")] : []),
      ...able.map((at) => circle(at, "able", 46)),
    );
    this.over.replaceChildren(
      ...(lastWall ? [this.plank(lastWall, "last-plank")] : []),
      ...next.map((at) => circle(at, "next", 15)),
      ...(hint ? [arrow(hint.map((at) => this.middle(at)))] : []),
      ...(hintWall ? [this.plank(hintWall, "hint-plank")] : []),
      ...(wall ? [this.plank(wall, wall.legal ? "ghost" : "ghost no")] : []),
    );
  }

  /** The crossing nearest to a place in the drawing, and the direction of the channel it lies in. */
  crossing([x, y]) {
    const limit = (it) => Math.max(0, Math.min(this.size - 2, it));
    const along = (at) => (at - this.frame + GAP / 2) / PITCH;
    const across = limit(Math.round(along(x)) - 1);
    const down = limit(Math.round(along(y)) - 1);
    const inGap = (at) => {
      const rest = (((at - this.frame) % PITCH) + PITCH) % PITCH;
      return rest > CELL - 4 || rest < 4;
    };
    const column = this.flipped ? this.size - 2 - across : across;
    const row = this.flipped ? down : this.size - 2 - down;
    const [vertical, horizontal] = [inGap(x), inGap(y)];
    return { at: [column, row], channel: vertical === horizontal ? null : vertical ? "v" : "h", between: vertical || horizontal };
  }
}
