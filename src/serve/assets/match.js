// A match: the board, whose turn it is, what was played. Rules and time are the server's; this shows its
// states one after the other and sends what people do.

import { ask, get, post, Refusal } from "./api.js";
import { Board, traces } from "./board.js";
import { button, el, segments } from "./dom.js";
import { gameName, rulesOf } from "./home.js";
import { Clocks, MoveList, PlayerBar } from "./match_parts.js";
import { after, isOfSigns, isQuoridor, readBoard } from "./position.js";
import * as sound from "./sound.js";
import { announce, capital, levelName, outcome, sentence, sideName, tellMove } from "./speech.js";
import { Turn } from "./turn.js";
import { t } from "./words.js";

export async function matchView({ parts: [id], games, go }) {
  const path = `/api/matches/${encodeURIComponent(id)}`;
  let state;
  try {
    state = await get(path);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error;
    // A server that was started again is given the match back, as far as this browser knows it.
    const { kept } = keptMatch(id);
    state = kept && (await ask("PUT", path, kept).catch(() => null));
    if (!state) return unknown();
  }
  const game = games.find((it) => it.id === state.game);
  const match = new Match(game, state, go);
  return {
    element: match.element,
    title: gameName(game),
    leave: () => match.leave(),
    tellConnection: (isThere) => match.tellConnection(isThere),
  };
}

/** What the browser keeps of the match that it plays; nothing of another. */
function keptMatch(id) {
  const match = JSON.parse(localStorage.getItem("match") ?? "null");
  return match?.id === id ? match : {};
}

/** What opens a match on a server that does not have it. */
function orderOf({ game, you, level, seed, start_fen: start, clock, moves, version }) {
  const clock_s = clock.limit_ms && clock.limit_ms / 1000;
  return { game, you, level, seed, start, clock_s, version, moves: moves.map(({ text, ms }) => ({ text, ms })) };
}

function unknown() {
  localStorage.removeItem("match");
  return {
    title: t("unknown.title"),
    element: el(
      "section",
      { class: "empty" },
      el("h1", {}, t("unknown.title")),
      el("p", {}, t("unknown.text")),
      el("a", { class: "primary", href: "#/" }, t("unknown.new")),
    ),
  };
}

/** Starts a match and shows it. */
export async function startMatch(order, go) {
  const state = await post("/api/matches", order);
  localStorage.setItem("match", JSON.stringify({ id: state.id, game: state.game }));
  sessionStorage.setItem(`order ${state.id}`, JSON.stringify(order));
  go(`#/match/${state.id}`);
}

class Match {
  constructor(game, state, go) {
    Object.assign(this, { game, go, path: `/api/matches/${encodeURIComponent(state.id)}`, watched: null, closing: new AbortController() });
    this.start = readBoard(game, state.start);
    this.turn = new Turn(game, {
      play: (move, how) => this.send(move, how),
      attempt: (tried, square) => this.attempt(tried, square),
      tell: (text) => this.tell(text),
      changed: (marks) => this.mark(marks),
      isNear: () => this.isNear(),
    });
    this.turn.modeChanged = () => this.showMode();
    this.turn.listChanged = (moves, isAsked) => this.showList(moves, isAsked);
    this.board = new Board(game, readBoard(game, state.board), this.turn.acts());
    this.turn.board = this.board;
    this.positions = [this.start];
    this.moves = [];
    this.build(state);
    // Stones may fall: a board of signs stays upright.
    this.flip(state.you === "o" && !isOfSigns(game));
    this.receive(state, false).then(() => {
      const first = this.turn.choice?.legal[0];
      if (first) this.board.grid.stand(first.path[0]);
    });
    this.onkey = (event) => this.typed(event);
    document.addEventListener("keydown", this.onkey);
    this.listen();
  }

  build(state) {
    const { game } = this;
    const who = (side) => {
      if (state.you === "both") return t("who.person");
      return state.you === side ? t("who.you") : levelName(game, state.level);
    };
    this.bars = { x: new PlayerBar(game, "x", who("x")), o: new PlayerBar(game, "o", who("o")) };
    this.clocks = new Clocks(Object.values(this.bars));
    this.list = new MoveList((ply) => this.look(ply));
    this.status = el("p", { class: "status", id: "status" });
    this.remark = el("p", { class: "remark", role: "alert" });
    this.ending = el("div", { class: "ending", tabindex: "-1", hidden: true });
    this.offer = el("div", { class: "offer", role: "group", tabindex: "-1", hidden: true });
    this.lost = el("p", { class: "lost", role: "alert", hidden: true });
    // One place speaks, of one height: nothing moves when it does.
    this.voice = el("div", { class: "voice", tabindex: "-1" }, this.lost, this.offer, this.remark, this.ending, this.status);
    this.modes = el("div", { class: "modes" });
    this.undo = button(t("do.undo"), () => this.act("undo"), { drawing: "undo" });
    this.hint = button(t("do.hint"), () => this.askHint(), { drawing: "hint" });
    this.resign = button(t("do.resign"), () => this.askResign(), { drawing: "flag" });
    this.draw = button(t("do.draw"), () => this.act("draw/offer"), { drawing: "draw", class: "draw" });
    const speaker = button(t("do.sound"), () => {
      sound.setOn(!sound.isOn());
      speaker.setAttribute("aria-pressed", String(sound.isOn()));
    }, { drawing: "sound", "aria-pressed": String(sound.isOn()) });
    this.stage = el("div", { class: "stage" });
    this.element = el(
      "section",
      { class: "table" },
      el("div", { class: "head" }, el("h1", {}, gameName(game))),
      this.stage,
      el(
        "div",
        { class: "side" },
        this.modes,
        el(
          "div",
          { class: "controls" },
          this.undo,
          this.hint,
          button(t("do.flip"), () => this.flip(!this.flipped), { drawing: "flip" }),
          this.draw,
          this.resign,
          button(t("do.new"), () => this.go(`#/play/${game.id}`), { drawing: "new" }),
          speaker,
          // What `replay` and `verify match` read, and this page when it is dropped on it.
          el("a", { class: "plain", href: `${this.path}/record`, download: `${game.id}.jsonl` }, t("do.save")),
        ),
        el("h2", {}, t("moves.title")),
        this.list.element,
        el("details", {}, el("summary", {}, t("rules.short")), rulesOf(game)),
        el("p", { class: "keys" }, t(isQuoridor(game) ? "keys.quoridor" : isOfSigns(game) ? "keys.signs" : "keys.draughts")),
        state.level && el("p", { class: "keys", id: "seed" }, t(state.level === "extreme" ? "seed.clock" : "seed.shown", { seed: state.seed })),
      ),
    );
    this.showMode();
  }

  showMode() {
    if (!isQuoridor(this.game) || !this.modes) return;
    const now = this.turn.wallMode ? this.turn.along : "pawn";
    if (!this.modes.firstChild) {
      this.modes.append(
        segments("mode", t("mode.label"), ["pawn", "h", "v"].map((it) => [it, t(`mode.${it}`)]), now, (mode) => this.turn.choose(mode), true),
      );
    }
    for (const input of this.modes.querySelectorAll("input")) {
      input.checked = input.value === now;
      input.disabled = input.value !== "pawn" && !this.turn.walls?.size;
    }
  }

  /** The moves that no cells point at, or that are left when cells were. */
  showList(moves, isAsked = false) {
    if (!isOfSigns(this.game)) return;
    const hadFocus = this.modes.contains(document.activeElement);
    const buttons = moves.map((move) => el("li", {}, button(move.text, () => this.turn.active && this.turn.finish(move))));
    this.modes.replaceChildren(...(moves.length ? [el("h2", {}, t("turn.list")), el("ul", { class: "legal" }, buttons)] : []));
    if (isAsked || (hadFocus && moves.length)) this.modes.querySelector("button")?.focus();
    else if (hadFocus) this.board.grid.focus(this.board.grid.here);
  }

  flip(flipped) {
    this.flipped = flipped;
    this.board.flip(flipped);
    const [top, bottom] = flipped ? ["x", "o"] : ["o", "x"];
    this.stage.replaceChildren(this.bars[top].element, this.board.element, this.voice, this.bars[bottom].element);
    if (this.turn.state) this.turn.draw();
  }

  leave() {
    this.closing.abort();
    this.wake?.();
    this.clocks.stop();
    document.removeEventListener("keydown", this.onkey);
  }

  /* The server's states */

  /** Shows a state, with the moves that are new in it played before the eye. */
  async receive(state, moving = true) {
    if (this.state && state.version <= this.state.version) {
      // Known already: what a person has in hand stays there.
      if (state.version === this.state.version) this.clocks.show(state);
      return;
    }
    this.state = state;
    const kept = keptMatch(state.id);
    if (kept.id && !state.end) localStorage.setItem("match", JSON.stringify({ ...kept, kept: orderOf(state) }));
    // What was told was about the state before.
    this.tell("");
    await this.queue(() => this.catchUp(state, moving));
  }

  /** Whatever moves on the board moves one after the other. */
  queue(act) {
    this.acting = (this.acting ?? Promise.resolve()).then(act);
    return this.acting;
  }

  async catchUp(state, moving) {
    if (state !== this.state) return;
    const isOn = this.moves.every((move, index) => state.moves[index]?.text === move.text);
    const fresh = isOn ? state.moves.slice(this.moves.length) : [];
    // Boards without cells are known to the server alone.
    const boards = state.moves.map((move) => move.board).filter((it) => it !== undefined);
    if (boards.length) this.positions = [this.start, ...boards.map((it) => readBoard(this.game, it))].slice(0, this.moves.length + 1);
    if (!isOn) this.rewind(state);
    if (fresh.length) this.watched = null;
    this.isMoving = true;
    for (const move of fresh) {
      if (moving) {
        announce(tellMove(this.game, move));
        await this.step(move, { isHasty: fresh.length > 3 });
      } else this.take(move);
      if (state !== this.state) return;
    }
    this.isMoving = false;
    this.settle();
  }

  rewind(state) {
    this.watched = null;
    this.moves = [];
    this.positions = [this.start];
    state.moves.forEach((move) => this.take(move));
  }

  take(move) {
    this.moves.push(move);
    this.positions.push(move.board === undefined ? after(this.positions.at(-1), move, this.game) : readBoard(this.game, move.board));
  }

  /** Shows a move; of a path that a person has walked in part, the rest. */
  async step(move, { isHasty = false, walked = 0 } = {}) {
    const before = this.positions.at(-1);
    this.take(move);
    if (!isHasty) {
      const rest = walked ? { ...move, path: move.path.slice(walked), taken: (move.taken ?? []).slice(walked) } : move;
      const begun = { ...move, path: [move.path?.[0], move.path?.[walked]], taken: (move.taken ?? []).slice(0, walked), crowned: false };
      this.board.show(walked ? after(before, begun) : before);
      this.board.mark(traces(move));
      await this.board.picture.animate(rest);
    }
    sound.click(Math.max(1, move.taken?.length ?? 0));
    this.board.show(this.positions.at(-1));
  }

  /** Whether a person's turn has begun, or is about to, behind what still moves. */
  isNear() {
    return !this.watched && (this.busy || this.isMoving) && Boolean(this.state.legal?.length);
  }

  mark(marks) {
    const ply = this.watched ?? this.moves.length;
    const won = ply === this.moves.length ? this.state.end?.cells : undefined;
    this.board.mark({ ...traces(this.moves[ply - 1]), won, ...marks });
  }

  settle() {
    const { state } = this;
    const ply = this.watched ?? this.moves.length;
    const isNow = ply === this.moves.length;
    this.board.show(isNow ? readBoard(this.game, state.board) : this.positions[ply]);
    this.turn.show(this.board, isNow && !this.busy ? state : null);
    this.showMode();
    this.showList(this.turn.listed);
    this.list.show(this.moves, ply);
    for (const bar of Object.values(this.bars)) bar.show(this.board.position, this.start, state.turn === bar.side);
    this.clocks.show(state);
    this.undo.disabled = !state.can_undo;
    this.hint.disabled = !state.legal?.length;
    this.resign.disabled = Boolean(state.end);
    this.say(isNow);
    // The button in focus goes with a new state: the focus must not fall to the top of the page.
    const focused = document.activeElement;
    const hadFocus = [this.draw, this.undo].includes(focused) || this.offer.contains(focused);
    this.showOffer();
    this.showEnd(isNow);
    if (hadFocus && (focused.disabled || this.offer.hidden)) this.followFocus();
    this.element.dataset.ply = state.ply;
    this.element.dataset.state = state.end ? "ended" : state.thinking ? "thinking" : "open";
    this.element.dataset.version = state.version;
  }

  say(isNow) {
    const { state, game } = this;
    let text;
    if (!isNow) text = t("status.looking", { ply: this.watched });
    else if (state.end) text = "";
    else if (state.legal?.length) {
      text = state.you === "both" ? t("status.turn", { side: sideName(game, state.turn) }) : t("status.yours", { side: sideName(game, state.turn) });
      if (state.forced) text += ` ${t("status.forced")}`;
    } else text = t("status.thinking", { level: levelName(game, state.level) });
    this.status.replaceChildren(el("span", {}, text), ...(isNow ? [] : [button(t("status.back"), () => this.look(this.moves.length))]));
    this.status.hidden = isNow && Boolean(state.end);
    this.status.classList.toggle("thinking", isNow && !state.end && !state.legal?.length);
    if (isNow && state.legal?.length && this.told !== state.version) {
      this.told = state.version;
      if (this.moves.length) announce(text);
    }
  }

  /** The offer that stands, with its two answers, or that it was declined. */
  showOffer() {
    const { draw, undo, end } = this.state;
    this.draw.disabled = !draw.can_offer;
    const told = (name, side) => (side ? t(name, { side: sideName(this.game, side) }) : "");
    const what = undo.offer ? "undo" : "draw";
    const text = told(`${what}.offered`, undo.offer ?? draw.offer);
    if (text && text !== this.offered) {
      this.offer.setAttribute("aria-label", text);
      this.offer.replaceChildren(
        el("p", {}, text),
        el(
          "div",
          { class: "actions" },
          button(t("offer.accept"), () => this.act(`${what}/accept`), { class: "accept" }),
          button(t("offer.decline"), () => this.act(`${what}/decline`), { class: "decline" }),
        ),
      );
      announce(text);
    }
    this.offered = text;
    this.offer.hidden = !text;
    const declined = draw.text ?? (told("draw.declined", draw.declined) || told("undo.declined", undo.declined));
    if (declined && declined !== this.declined && !end) this.tell(declined, { isCalm: true });
    this.declined = declined;
  }

  followFocus() {
    const shown = [this.offer, this.ending, this.voice].find((it) => !it.hidden);
    if (!shown.contains(document.activeElement)) shown.focus({ preventScroll: true });
  }

  showEnd(isNow) {
    const { end, you } = this.state;
    const isNew = Boolean(end) && !this.ended;
    this.ended = Boolean(end);
    this.ending.hidden = !end || !isNow;
    if (!isNew) return;
    const head = outcome(this.game, { ...end, you });
    const why = sentence(end.why);
    announce(`${head} ${why}`);
    localStorage.removeItem("match");
    this.ending.replaceChildren(
      el("div", {}, el("h2", {}, head), el("p", {}, why)),
      button(t("end.again"), () => this.again(), { class: "primary" }),
    );
  }

  /**
   * Follows the match: the computer's moves and another browser's, a clock that has run out, a server that
   * is gone. A page that is not looked at leaves its connection to others, of which a browser has six.
   */
  async listen() {
    const { signal } = this.closing;
    document.addEventListener("visibilitychange", () => this.wake?.(), { signal });
    let waits = true;
    while (!signal.aborted) {
      if (document.hidden && !this.isAwaited()) {
        await this.untilWoken();
        continue;
      }
      const asking = new AbortController();
      this.wake = () => document.hidden && !this.isAwaited() && asking.abort();
      try {
        const after = waits ? `?after=${this.state.version}` : "";
        await this.receive(await get(this.path + after, { signal: AbortSignal.any([signal, asking.signal]) }));
        waits = true;
      } catch (error) {
        if (signal.aborted) return;
        if (asking.signal.aborted) continue;
        if (error instanceof Refusal && error.status === 404) {
          if (this.state.end) return;
          await this.reopen(signal);
          continue;
        }
        // A server where too many wait already answers at once.
        waits = !(error instanceof Refusal);
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  }

  /** Opens the match on a server that was started again, with the moves that are here. */
  async reopen(signal) {
    await ask("PUT", this.path, orderOf(this.state), { signal }).then((state) => this.receive(state), (error) => {
      if (error instanceof Refusal) this.go(location.hash);
    });
  }

  /** Whether something is to come that a person waits for, also while they look elsewhere. */
  isAwaited() {
    const { end, thinking, legal, clock } = this.state;
    return !end && Boolean(thinking || !legal?.length || clock?.limit_ms);
  }

  untilWoken() {
    return new Promise((done) => {
      this.wake = done;
    });
  }

  /* What people do */

  async send(move, { isThere, walked }) {
    this.tell("");
    this.busy = true;
    const { ply } = this.state;
    const asked = post(`${this.path}/move`, { ply, move: move.text });
    asked.catch(() => {});
    if (isThere) {
      this.take(move);
      announce(tellMove(this.game, move));
      sound.click(Math.max(1, move.taken?.length ?? 0));
      this.board.show(this.positions.at(-1));
      this.mark({});
    } else {
      await this.queue(() => {
        announce(tellMove(this.game, move));
        return this.step(move, { walked });
      });
    }
    await this.finish(asked);
  }

  async attempt(tried, square) {
    if (square) this.board.flash(square);
    await this.finish(post(`${this.path}/move`, { ply: this.state.ply, ...tried }));
  }

  act(what) {
    this.tell("");
    return this.finish(post(`${this.path}/${what}`));
  }

  /** A request that answers with a state: shown, or its refusal told and the board put back. */
  async finish(asked) {
    try {
      const state = await asked;
      this.busy = false;
      const isKnown = state.version <= this.state.version;
      await this.receive(state);
      if (isKnown) await this.queue(() => this.settle());
    } catch (error) {
      this.busy = false;
      this.tellRefusal(error);
      if (error instanceof Refusal && error.status === 409) {
        this.state = await get(this.path).catch(() => this.state);
      }
      await this.queue(() => {
        this.rewind(this.state);
        this.settle();
      });
    }
  }

  async askHint() {
    try {
      const { move } = await post(`${this.path}/hint`);
      this.turn.letGo();
      this.turn.hint = move;
      this.turn.draw();
      this.tell(t("hint.told", { move: move.text }), { isCalm: true });
    } catch (error) {
      this.tellRefusal(error);
    }
  }

  /** Asked twice: the button itself asks back for a while. */
  askResign() {
    const word = this.resign.querySelector("span");
    if (this.resign.classList.toggle("sure")) {
      word.textContent = t("do.sure");
      setTimeout(() => {
        this.resign.classList.remove("sure");
        word.textContent = t("do.resign");
      }, 4000);
    } else {
      word.textContent = t("do.resign");
      this.act("resign");
    }
  }

  async again() {
    const kept = sessionStorage.getItem(`order ${this.state.id}`);
    const { game, you, level } = this.state;
    const order = kept ? JSON.parse(kept) : { game, you, ...(you === "both" ? {} : { level }) };
    ask("DELETE", this.path).catch(() => {});
    await startMatch(order, this.go).catch((error) => this.tellRefusal(error));
  }

  /** Shows the position after a ply of the past; the match waits. */
  look(ply) {
    const to = Math.max(0, Math.min(this.moves.length, ply));
    this.watched = to === this.moves.length ? null : to;
    this.settle();
    if (to) announce(tellMove(this.game, this.moves[to - 1]));
  }

  typed(event) {
    if (event.target.closest("input, select, textarea, [role=grid]") || event.ctrlKey || event.altKey || event.metaKey) return;
    const now = this.watched ?? this.moves.length;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: this.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.look(to);
  }

  /** A server that is gone is told by `tellConnection`; one that has lost the match is given it again. */
  tellRefusal(error) {
    const isLost = error.status === 404 && !this.state.end;
    if (error instanceof Refusal && !isLost) this.tell(capital(error.diagnosis ?? error.message), { lang: error.language });
  }

  tellConnection(isThere) {
    this.lost.hidden = isThere;
    this.lost.textContent = isThere ? "" : t("gone.match");
  }

  /** `isCalm` is for what is no error. */
  tell(text, { lang = null, isCalm = false } = {}) {
    // A new element each time: the same words twice are news twice.
    this.remark.replaceChildren(...(text ? [el("span", { lang }, text)] : []));
    this.remark.classList.toggle("some", Boolean(text));
    this.remark.classList.toggle("calm", isCalm);
    this.voice.scrollTop = 0;
    // A text that is longer than its place can be read by keyboard, too.
    if (this.voice.scrollHeight > this.voice.clientHeight) this.voice.tabIndex = 0;
    else this.voice.removeAttribute("tabindex");
  }
}

