// A Quoridor board as SVG: cells, pawns, walls, and the wall that would be placed.

import { calm, svg } from "./dom.js";
import { Picture, SQUARE } from "./picture.js";

const GAP = 26;
const PITCH = SQUARE + GAP;

export class QuoridorPicture extends Picture {
  constructor(game, { size = game.columns, ...options } = {}) {
    super("quoridor", game, { ...options, pitch: PITCH, rounding: 9 });
    // The frame holds the names of rows and columns, which are as large on any number of cells.
    const frame = Math.max(44, size * 5);
    // The cells that are clicked reach half a gap further than those that are drawn.
    this.resize({ columns: size, frame, wide: size * PITCH - GAP + 2 * frame, inset: frame - GAP / 2 });
    this.drawGround();
  }

  drawGround() {
    const channel = { x: this.frame - 8, y: this.frame - 8, width: this.extent - 2 * this.frame + 16 };
    const parts = [
      svg("rect", { class: "frame", width: this.extent, height: this.extent, rx: 22, fill: "url(#frame)" }),
      svg("rect", { class: "channel", ...channel, height: channel.width, rx: 10 }),
    ];
    for (const at of this.squares()) {
      const goal = at[1] === this.rows - 1 ? " goal-x" : at[1] === 0 ? " goal-o" : "";
      parts.push(this.square(at, `cell${goal}`), this.square(at, "grain", { fill: "url(#grain)" }));
    }
    for (let index = 0; this.labels && index < this.columns; index++) {
      const [x, y] = this.middle([index, index]);
      parts.push(this.edgeName("abcdefghijklmno"[index], x, this.extent - this.frame / 2));
      parts.push(this.edgeName(String(index + 1), this.frame / 2 - 4, y));
    }
    this.ground.replaceChildren(...parts);
  }

  kind() {
    return "pawn";
  }

  show(position) {
    super.show(position);
    this.planks.replaceChildren(...position.walls.map((wall) => this.plank(wall, "plank")));
  }

  /** A wall lies in the channels around the crossing up and right of the cell it is named by. */
  plank({ at, along }, name) {
    const [a, b] = [this.middle(at), this.middle([at[0] + 1, at[1] + 1])];
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const long = 2 * SQUARE + GAP;
    const [width, height] = along === "h" ? [long, GAP - 6] : [GAP - 6, long];
    return svg("rect", { class: name, x: x - width / 2, y: y - height / 2, width, height, rx: 6 });
  }

  async animate(move) {
    if (!move.wall) return super.animate(move);
    if (calm()) return;
    const plank = this.plank(move.wall, "plank");
    this.planks.append(plank);
    await plank.animate?.({ opacity: [0, 1], transform: ["translateY(-24px)", "none"] }, { duration: 220, easing: "ease-out" }).finished;
  }

  mark({ wall = null, lastWall = null, hintWall = null, ...marks }) {
    super.mark(marks);
    if (lastWall) this.over.prepend(this.plank(lastWall, "last-plank"));
    if (hintWall) this.over.append(this.plank(hintWall, "hint-plank"));
    if (wall) this.over.append(this.plank(wall, wall.legal ? "ghost" : "ghost no"));
  }

  /** The crossing nearest to a place in the drawing, and the direction of the channel it lies in. */
  crossing([x, y]) {
    const last = this.columns - 2;
    const [across, down] = [x, y].map((at) => Math.max(0, Math.min(last, Math.round((at - this.frame + GAP / 2) / PITCH) - 1)));
    const inGap = (at) => {
      const rest = (((at - this.frame) % PITCH) + PITCH) % PITCH;
      return rest > SQUARE - 4 || rest < 4;
    };
    const at = this.flipped ? [last - across, down] : [across, last - down];
    const [vertical, horizontal] = [inGap(x), inGap(y)];
    return { at, channel: vertical === horizontal ? null : vertical ? "v" : "h", between: vertical || horizontal };
  }
}
