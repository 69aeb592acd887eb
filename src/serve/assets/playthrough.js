// A match, walked through: by buttons, slider and keys, at a speed, from a link to any position.

import { Board, traces } from "./board.js";
import { button, el, icon } from "./dom.js";
import { gameName } from "./home.js";
import { MoveList, timeText, token } from "./match_parts.js";
import { readBoard } from "./position.js";
import { announce, outcome, sentence, sideName, tellMove } from "./speech.js";
import { t } from "./words.js";

const SPEEDS = [2000, 1000, 500, 200];

/**
 * `here` is the address of the match without the ply; the address of the page follows the position shown. A match that
 * was forfeited has one step more, its fault, and opens there.
 */
export class Playthrough {
  constructor(game, told, { ply, here, back }) {
    Object.assign(this, { game, here });
    this.tell(told);
    this.speed = Number(localStorage.getItem("speed")) || 1000;
    this.ply = Math.max(0, Math.min(this.last, Number(ply ?? (told.fault ? this.last : 0)) || 0));
    this.flipped = false;
    this.board = new Board(game, this.positions[0]);
    this.list = new MoveList((to) => this.go(to));
    this.build(back);
    this.onkey = (event) => this.typed(event);
    document.addEventListener("keydown", this.onkey);
    this.draw();
  }

  build(back) {
    const { game, told } = this;
    this.where = el("p", { class: "status", role: "status" });
    this.voice = el("div", { class: "voice" }, this.where);
    this.text = el("pre", { class: "board", tabindex: "0" }, told.fault?.board);
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
      el("div", { class: "head" }, back && el("a", { class: "back", href: back }, icon("prev"), t("watch.back")), el("h1", {}, this.title), this.live),
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
        this.list.element,
        el("p", { class: "keys" }, t("keys.watch")),
      ),
    );
  }

  tell(told) {
    this.told = told;
    this.positions = told.positions.map((it) => readBoard(this.game, it.board));
    this.plies = told.moves.length;
    this.last = this.plies + (told.fault ? 1 : 0);
    const { x, o } = told.players;
    this.title = x && o ? `${x} – ${o} · ${gameName(this.game)}` : told.title;
    this.since = performance.now() - (told.since_ms ?? 0);
    this.ticking ??= told.live && setInterval(() => this.drawClocks(), 250);
  }

  isAtFault() {
    return this.ply > this.plies;
  }

  isLatest() {
    return this.ply === this.last;
  }

  /** More moves of a match that is being played. Whoever looks at the latest position goes on with it. */
  extend(told) {
    const isLatest = this.isLatest();
    this.tell(told);
    this.slider.max = String(this.last);
    if (isLatest) this.go(this.last, true);
    else this.draw();
  }

  arrange() {
    const [top, bottom] = this.flipped ? ["x", "o"] : ["o", "x"];
    this.stage.replaceChildren(this.bars[top], this.slot(), this.voice, this.bars[bottom]);
  }

  /** What stands between the players: what was written in place of a board, where it is none. */
  slot() {
    return this.shown ? this.board.element : this.text;
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
    const move = this.told.moves[ply - 1];
    if (move && isStep && this.speed > 300) {
      this.board.show(this.positions[ply - 1]);
      this.board.mark(traces(move));
      await this.board.picture.animate(move);
      if (this.ply !== ply) return;
    }
    this.draw();
    if (move && !isPlaying) announce(tellMove(this.game, move));
  }

  draw() {
    const { told, ply } = this;
    const move = told.moves[ply - 1];
    const fault = this.isAtFault() && told.fault;
    this.shown = fault?.board ? this.written(fault.board) : this.positions[Math.min(ply, this.plies)];
    if (this.shown) this.board.show(this.shown);
    this.board.mark(fault ? { fault: fault.squares } : { ...traces(move), won: ply === this.plies ? told.cells : undefined });
    // Moving the board takes the focus from it.
    if (this.slot().parentNode !== this.stage) this.arrange();
    const at = fault ? t("fault.title", { side: sideName(this.game, fault.player), ply: fault.ply }) : t("watch.at", { ply, all: this.plies });
    this.slider.value = String(ply);
    this.slider.setAttribute("aria-valuetext", at);
    const where = fault ? `${at}: ${fault.text || sentence(fault.why)}` : at + (move ? ` · ${move.text}` : "");
    this.where.classList.toggle("fault-text", Boolean(fault));
    const isBehind = told.live && !this.isLatest();
    this.where.replaceChildren(el("span", {}, where), ...(isBehind ? [button(t("status.back"), () => this.go(this.last))] : []));
    this.showLive();
    this.comment.textContent = move?.comment ?? "";
    this.list.show(told.moves, Math.min(ply, this.plies));
    for (const side of ["x", "o"]) this.bars[side].classList.toggle("turn", this.turn() === side);
    this.drawClocks();
  }

  /** Who is to move in the position shown; nobody where the match has ended. */
  turn() {
    return this.told.live || !this.isLatest() ? this.told.positions[this.ply].turn : null;
  }

  /** The board that was written, where it is of the game's size; else it is shown as text. */
  written(text) {
    const position = readBoard(this.game, text);
    const [first] = this.positions;
    return position?.columns === first.columns && position.rows === first.rows ? position : null;
  }

  /** That the match is being played, and who is to move in it. */
  showLive() {
    const { live, positions, players } = this.told;
    this.live.hidden = !live;
    if (!live) return;
    const side = positions[this.plies].turn;
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
