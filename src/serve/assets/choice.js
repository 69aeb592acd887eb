// A move being chosen square by square, among the legal ones that the server named. Draws nothing.

import { key, same } from "./position.js";

export class Choice {
  constructor(legal) {
    this.legal = legal.filter((move) => move.path);
    this.chosen = [];
  }

  /** The legal moves that begin with what is chosen. */
  candidates() {
    return this.legal.filter((move) => this.chosen.every((square, index) => move.path[index] && same(square, move.path[index])));
  }

  /** The squares with a piece that may move. */
  sources() {
    return new Set(this.legal.map((move) => key(move.path[0])));
  }

  /** The squares with which moves of several squares begin. */
  longer() {
    return new Set(this.legal.filter((move) => move.path.length > 1).map((move) => key(move.path[0])));
  }

  /** Picks a piece up, if it may move. */
  begin(square) {
    this.chosen = this.sources().has(key(square)) ? [square] : [];
    return this.chosen.length > 0;
  }

  /** Where the piece in hand may land next. */
  next() {
    const at = this.chosen.length;
    return new Set(at ? this.candidates().filter((move) => move.path[at]).map((move) => key(move.path[at])) : []);
  }

  /** Where it may land after that, by the rest of the paths. */
  later() {
    const at = this.chosen.length;
    return new Set(at ? this.candidates().flatMap((move) => move.path.slice(at + 1).map(key)) : []);
  }

  /** The opponent's pieces jumped so far. */
  jumped() {
    const steps = this.chosen.length - 1;
    const move = steps > 0 && this.candidates()[0];
    return move ? (move.taken ?? []).slice(0, steps) : [];
  }

  /**
   * Puts the piece on a square, the next one or, where only one way leads there, a later one.
   * Returns the whole move, "step" when more is to come, "ways" when several lead there, or null.
   */
  reach(square) {
    const from = this.chosen.length;
    if (!from) return null;
    let at = from;
    let through = this.candidates().filter((move) => move.path[at] && same(move.path[at], square));
    if (!through.length) {
      const later = this.candidates()
        .map((move) => [move, move.path.findIndex((it, index) => index > from && same(it, square))])
        .filter(([, index]) => index > 0);
      if (!later.length) return null;
      const ways = new Set(later.map(([move, index]) => move.path.slice(0, index + 1).map(key).join(" ")));
      if (ways.size > 1) return "ways";
      through = later.map(([move]) => move);
      at = later[0][1];
    }
    this.chosen = through[0].path.slice(0, at + 1);
    return through.find((move) => move.path.length === at + 1) ?? "step";
  }

  drop() {
    this.chosen = [];
  }
}
