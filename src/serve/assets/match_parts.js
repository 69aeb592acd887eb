// What stands around the board of a match: a bar for each player, the list of moves, the clocks.

import { el, icon, svg } from "./dom.js";
import { isLight, isOfSigns, isQuoridor, other, sideOf } from "./position.js";
import { signOf } from "./sign_picture.js";
import { sideName } from "./speech.js";
import { t } from "./words.js";

/** A small drawing of a side's piece. */
export function token(game, side) {
  const kind = isQuoridor(game) ? "pawn" : "man";
  const tone = isLight(game, side) ? "light" : "dark";
  const drawing = isOfSigns(game) ? signOf(game, side) : svg("use", { href: `#${kind}-${tone}` });
  return svg("svg", { class: "token", viewBox: "-46 -46 92 100", "aria-hidden": "true" }, drawing);
}

export function timeText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** One player's bar: who, what is taken or left, and the clock. */
export class PlayerBar {
  constructor(game, side, name) {
    Object.assign(this, { game, side });
    this.stock = el("span", isOfSigns(game) ? { class: "stock" } : { class: "stock", role: "img" });
    this.clock = el("span", { class: "clock", role: "timer", "aria-label": t("clock.label", { side: sideName(game, side) }) });
    this.element = el(
      "div",
      { class: "bar", "data-side": side },
      token(game, side),
      el("span", { class: "bar-name" }, el("b", {}, sideName(game, side)), el("span", { class: "who" }, name)),
      this.stock,
      this.clock,
    );
  }

  /** The opponent's pieces that are gone, or the walls that are left. */
  show(position, start, isTurn) {
    this.element.classList.toggle("turn", isTurn);
    if (position.left) {
      const left = position.left[this.side];
      const whole = Math.max(start.left?.[this.side] ?? 0, left);
      this.stock.setAttribute("aria-label", t("stock.walls", { n: left }));
      this.stock.replaceChildren(
        el("span", { class: "rack" }, Array.from({ length: whole }, (_, index) => el("i", { class: index < left ? "" : "gone" }))),
        el("b", { class: "count" }, String(left)),
      );
      return;
    }
    // What is gone from a board of signs may have been turned over.
    if (isOfSigns(this.game)) return;
    const count = (it, side) => [...it.pieces.values()].filter((letter) => sideOf(letter) === side).length;
    const gone = count(start, other(this.side)) - count(position, other(this.side));
    this.stock.setAttribute("aria-label", t("stock.taken", { n: gone }));
    this.stock.replaceChildren(
      ...(gone > 0 ? [...Array.from({ length: gone }, () => token(this.game, other(this.side))), el("b", { class: "count" }, String(gone))] : []),
    );
  }
}

/** Clocks that run between two answers of the server. */
export class Clocks {
  constructor(bars) {
    this.bars = bars;
    this.timer = setInterval(() => this.draw(), 250);
  }

  show(state) {
    this.state = state;
    this.since = performance.now();
    this.draw();
  }

  draw() {
    const { clock, turn, end, moves } = this.state ?? {};
    if (!clock) return;
    for (const bar of this.bars) {
      const isRunning = !end && turn === bar.side && (moves.length > 0 || clock.limit_ms);
      const used = (clock[bar.side] ?? 0) + (isRunning ? performance.now() - this.since : 0);
      const text = timeText(clock.limit_ms ? clock.limit_ms - used : used);
      if (bar.clock.textContent !== text) bar.clock.textContent = text;
      bar.clock.classList.toggle("low", Boolean(clock.limit_ms) && clock.limit_ms - used < 20000);
    }
  }

  stop() {
    clearInterval(this.timer);
  }
}

/** The moves in notation; each leads to the position after it. */
export class MoveList {
  constructor(onpick) {
    this.onpick = onpick;
    this.count = 0;
    this.list = el("ol", { class: "moves", tabindex: "0", "aria-label": t("moves.label") });
    this.element = this.list;
    this.buttons = [];
  }

  show(moves, ply) {
    if (moves.length < this.count || moves[0]?.text !== this.firstText) {
      this.list.replaceChildren();
      this.buttons = [];
      this.count = 0;
    }
    this.firstText = moves[0]?.text;
    for (; this.count < moves.length; this.count++) this.add(moves[this.count], this.count + 1);
    this.buttons.forEach((it, index) => {
      if (index + 1 === ply) it.setAttribute("aria-current", "step");
      else it.removeAttribute("aria-current");
    });
    const current = this.buttons[ply - 1];
    if (!current) this.list.scrollTop = 0;
    else this.list.scrollTo({ top: current.offsetTop - this.list.clientHeight / 2, left: current.offsetLeft - this.list.clientWidth / 2 });
    this.list.classList.toggle("none", !moves.length);
  }

  add(move, ply) {
    const make = el(
      "button",
      { type: "button", onclick: () => this.onpick(ply), title: move.comment ?? null, class: move.taken?.length ? "capture" : "" },
      move.text,
      move.comment ? icon("note") : null,
    );
    this.buttons.push(make);
    const startsRow = move.by === "x" || ply === 1;
    if (startsRow) {
      const gap = move.by === "x" ? null : el("span", { class: "blank", "aria-hidden": "true" }, "…");
      this.list.append(el("li", {}, gap, make));
    } else this.list.lastElementChild.append(make);
  }
}
