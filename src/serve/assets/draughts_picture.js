// A draughts board as SVG: frame, squares, pieces.

import { svg } from "./dom.js";
import { Picture, SQUARE } from "./picture.js";
import { isPlayed, squareName } from "./position.js";

const FRAME = 34;

export class DraughtsPicture extends Picture {
  constructor(game, options = {}) {
    super("draughts", game, options);
    this.resize({ columns: game.columns, frame: FRAME, wide: game.columns * SQUARE + 2 * FRAME });
    this.drawGround();
  }

  drawGround() {
    const whole = { x: FRAME, y: FRAME, width: this.columns * SQUARE, height: this.columns * SQUARE };
    const edge = { x: FRAME - 5, y: FRAME - 5, width: whole.width + 10, height: whole.height + 10 };
    const parts = [
      svg("rect", { class: "frame", width: this.extent, height: this.extent, rx: 20, fill: "url(#frame)" }),
      svg("rect", { class: "frame-edge", ...edge, rx: 4 }),
      svg("rect", { class: "light", ...whole }),
      svg("rect", { class: "grain", ...whole, fill: "url(#grain)" }),
    ];
    const names = [];
    const first = squareName(this.game, this.game.numbers?.[0] ?? [0, 0]);
    const numbered = !/\D/.test(first);
    for (const at of this.squares().filter((it) => isPlayed(this.game, it))) {
      parts.push(this.square(at, "dark"), this.square(at, "grain", { fill: "url(#grain)" }));
      const [x, y] = this.middle(at).map((it) => it - 46);
      if (this.labels && numbered) names.push(svg("text", { class: "number", x, y }, squareName(this.game, at)));
    }
    for (let index = 0; this.labels && !numbered && index < this.columns; index++) {
      const [x, y] = this.middle([index, index]);
      const letters = /^[a-z]/.test(first);
      parts.push(this.edgeName(letters ? "abcdefghij"[index] : String(index), x, this.extent - FRAME / 2 + 2));
      parts.push(this.edgeName(String(letters ? index + 1 : index), FRAME / 2 - 2, y));
    }
    this.ground.replaceChildren(...parts);
    this.names.replaceChildren(...names);
  }

  kind(letter) {
    return letter === letter.toUpperCase() ? "king" : "man";
  }
}
