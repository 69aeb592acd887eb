// A match, walked through: by buttons, slider and keys, at a speed, from a link to any position.

import { Board, still, traces } from "./board.js";
import { button, el, icon } from "./dom.js";
import { MoveList, timeText, token } from "./match_parts.js";
import { readBoard, unkey } from "./position.js";
import { announce, outcome, sentence, sideName, tellMove } from "./speech.js";
import { t } from "./words.js";

const SPEEDS = [2000, 1000, 500, 200];

/**
 * `here` is the address of the match without the ply; the address of the page follows the position shown.
 */
export class Playthrough {
  constructor(game, told, { ply = 0, here, back }) {
    Object.assign(this, { game, here });
    this.tell(told);
    this.positions = told.positions.map((it) => readBoard(game, it.board));
    this.speed = Number(localStorage.getItem("speed")) || 1000;
    this.last = this.positions.length - 1;
    this.ply = Math.max(0, Math.min(this.last, ply));
    this.flipped = false;
    this.board = new Board(game, this.positions[this.ply]);
    this.list = new MoveList((to) => this.go(to));
    this.build(back);
    this.onkey = (event) => this.typed(event);
    document.addEventListener("keydown", this.onkey);
    this.draw();
  }

  build(back) {
    const { game, told } = this;
    this.where = el("p", { class: "status", role: "status" });
    this.live = el("p", { class: "live", hidden: true });
    this.comment = el("p", { class: "comment" });
    this.slider = el("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": t("watch.slider"), oninput: () => this.go(Number(this.slider.value)) });
    this.player = button(t("watch.play"), () => this.toggle(), { drawing: "play", quiet: true, class: "main" });
    const at = (word, drawing, to) => button(word, () => this.go(to()), { drawing, quiet: true });
    const link = button(t("watch.link"), async () => {
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      const word = link.querySelector("span");
      word.textContent = t("watch.copied");
      setTimeout(() => (word.textContent = t("watch.link")), 2500);
      announce(t("watch.copied"));
    }, { drawing: "link" });
    const bar = (side) => {
      this.used ??= {};
      this.used[side] = el("span", { class: "clock" });
      return el(
        "div",
        { class: "bar", "data-side": side },
        token(game, side),
        el("span", { class: "bar-name" }, el("b", {}, told.players?.[side] ?? sideName(game, side)), el("span", { class: "who" }, sideName(game, side))),
        told.winner === side && el("span", { class: "winner" }, t("watch.won")),
        this.used[side],
      );
    };
    this.bars = { x: bar("x"), o: bar("o") };
    this.stage = el("div", { class: "stage" });
    this.element = el(
      "section",
      { class: "table watch" },
      el("div", { class: "head" }, back && el("a", { class: "back", href: back }, icon("prev"), t("watch.back")), el("h1", {}, told.title || t(`game.${game.id}`, { or: game.name })), this.live, this.where),
      this.stage,
      el(
        "div",
        { class: "side" },
        el(
          "div",
          { class: "deck", role: "group", "aria-label": t("watch.controls") },
          el(
            "div",
            { class: "deck-row" },
            at(t("watch.first"), "first", () => 0),
            at(t("watch.prev"), "prev", () => this.ply - 1),
            this.player,
            at(t("watch.next"), "next", () => this.ply + 1),
            at(t("watch.last"), "last", () => this.last),
          ),
          this.slider,
          el(
            "div",
            { class: "controls" },
            el("label", { class: "field inline" }, el("span", {}, t("watch.speed")), el("select", { onchange: (event) => this.setSpeed(Number(event.target.value)) }, SPEEDS.map((it) => el("option", { value: String(it), selected: it === this.speed }, t(`speed.${it}`))))),
            button(t("do.flip"), () => this.flip(), { drawing: "flip" }),
            link,
          ),
        ),
        this.comment,
        !told.live && el("div", { class: "outcome" }, el("h2", {}, outcome(game, told)), el("p", {}, told.text)),
        told.fault && this.fault(told.fault),
        this.list.element,
        el("p", { class: "keys" }, t("keys.watch")),
      ),
    );
    this.arrange();
  }

  tell(told) {
    this.told = told;
    this.since = performance.now() - (told.since_ms ?? 0);
    this.ticking ??= told.live && setInterval(() => this.drawClocks(), 250);
  }

  /** Why a match was forfeited, with the board that was written. */
  fault(fault) {
    const board = still(this.game, fault.board);
    board?.mark({ fault: differences(this.positions[Math.min(this.last, fault.ply - 1)], readBoard(this.game, fault.board)) });
    const caption = fault.file ? t("fault.written", { file: fault.file }) : t("fault.board");
    return el(
      "section",
      { class: "fault" },
      el("h2", {}, t("fault.title", { side: sideName(this.game, fault.player), ply: fault.ply })),
      el("p", {}, sentence(fault.why)),
      fault.text && el("p", { class: "fault-text" }, fault.text),
      button(t("fault.go"), () => this.go(Math.min(this.last, fault.ply - 1))),
      fault.board &&
        el("figure", {}, board ? board.element : el("pre", { tabindex: "0" }, fault.board), el("figcaption", {}, caption)),
    );
  }

  isLatest() {
    return this.ply === this.last;
  }

  /** More moves of a match that is being played. Whoever looks at the latest position goes on with it. */
  extend(told) {
    const isLatest = this.isLatest();
    this.tell(told);
    this.positions = told.positions.map((it) => readBoard(this.game, it.board));
    this.last = this.positions.length - 1;
    this.slider.max = String(this.last);
    if (isLatest) this.go(this.last, true);
    else this.draw();
  }

  arrange() {
    const [top, bottom] = this.flipped ? ["x", "o"] : ["o", "x"];
    this.stage.replaceChildren(this.bars[top], this.board.element, this.bars[bottom]);
  }

  flip() {
    this.flipped = !this.flipped;
    this.board.flip(this.flipped);
    this.arrange();
  }

  setSpeed(speed) {
    this.speed = speed;
    localStorage.setItem("speed", String(speed));
    if (this.timer) this.run();
  }

  toggle() {
    if (this.timer) this.stop();
    else {
      if (this.ply === this.last) this.go(0);
      this.run();
    }
  }

  run() {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.ply >= this.last) this.stop();
      else this.go(this.ply + 1, true);
    }, this.speed);
    this.showPlayer(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlayer(false);
  }

  showPlayer(isRunning) {
    const word = t(isRunning ? "watch.pause" : "watch.play");
    this.player.setAttribute("aria-label", word);
    this.player.title = word;
    this.player.querySelector("use").setAttribute("href", isRunning ? "#i-pause" : "#i-play");
  }

  async go(to, isPlaying = false) {
    const ply = Math.max(0, Math.min(this.last, to));
    if (!isPlaying && this.timer) this.stop();
    const isStep = ply === this.ply + 1;
    this.ply = ply;
    history.replaceState(null, "", `${this.here}/${ply}`);
    if (isStep && this.speed > 300) {
      const move = this.told.moves[ply - 1];
      this.board.show(this.positions[ply - 1]);
      this.board.mark(traces(move));
      await this.board.picture.animate(move);
      if (this.ply !== ply) return;
    }
    this.draw();
    if (ply && !isPlaying) announce(tellMove(this.game, this.told.moves[ply - 1]));
  }

  draw() {
    const { told, ply } = this;
    const move = told.moves[ply - 1];
    this.board.show(this.positions[ply]);
    this.board.mark(traces(move));
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", t("watch.at", { ply, all: this.last }));
    const where = t("watch.at", { ply, all: this.last }) + (move ? ` · ${move.text}` : "");
    const isBehind = told.live && !this.isLatest();
    this.where.replaceChildren(el("span", {}, where), ...(isBehind ? [button(t("status.back"), () => this.go(this.last))] : []));
    this.showLive();
    this.comment.textContent = move?.comment ?? "";
    this.list.show(told.moves, ply);
    for (const side of ["x", "o"]) this.bars[side].classList.toggle("turn", this.turn() === side);
    this.drawClocks();
  }

  /** Who is to move in the position shown; nobody where the match has ended. */
  turn() {
    return this.told.live || !this.isLatest() ? this.told.positions[this.ply].turn : null;
  }

  /** That the match is being played, and who is to move in it. */
  showLive() {
    const { live, positions, players } = this.told;
    this.live.hidden = !live;
    if (!live) return;
    const side = positions[this.last].turn;
    this.live.replaceChildren(el("span", { class: "badge running" }, t("watch.live")), ` ${t("status.turn", { side: players?.[side] || sideName(this.game, side) })}`);
  }

  drawClocks() {
    const { told, ply } = this;
    const isTimed = told.moves.some((it) => it.ms !== undefined);
    for (const side of ["x", "o"]) {
      const times = told.moves.slice(0, ply).filter((it) => it.by === side && it.ms !== undefined);
      const isRunning = told.live && this.isLatest() && this.turn() === side;
      const ms = times.reduce((sum, it) => sum + it.ms, isRunning ? performance.now() - this.since : 0);
      this.used[side].textContent = isTimed || isRunning ? timeText(ms) : "";
    }
  }

  typed(event) {
    if (event.target.closest("input, select, textarea, summary, [role=grid]") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    const act = {
      ArrowLeft: () => this.go(this.ply - 1),
      ArrowRight: () => this.go(this.ply + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => this.toggle(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  leave() {
    this.stop();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onkey);
  }
}

/** The squares on which two boards differ. */
function differences(one, other) {
  const squares = new Set([...one.pieces.keys(), ...other.pieces.keys()]);
  return [...squares].filter((at) => one.pieces.get(at) !== other.pieces.get(at)).map(unkey);
}
