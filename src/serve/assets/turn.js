// A person's turn at the board: pieces picked up, paths walked square by square, walls turned and placed.
// It offers what the server called legal and sends the rest there to be explained.

import { aimedAt, along, listed, withPaths } from "./cell_moves.js";
import { Choice } from "./choice.js";
import { isOfSigns, isPlayed, isQuoridor, key, same, sideOf, squareName, unkey } from "./position.js";
import { announce, said } from "./speech.js";
import { t } from "./words.js";

export class Turn {
  /**
   * `play(move)` sends a legal move, `attempt(move)` asks why one is not, `tell(text)` shows a remark, `isNear()`
   * says whether the turn only waits for what moves on the board.
   */
  constructor(game, { play, attempt, tell, changed, isNear }) {
    Object.assign(this, { game, play, attempt, tell, changed, isNear });
    /** What was clicked and typed while something moved. */
    this.early = [];
    this.wall = null;
    this.wallMode = false;
  }

  /** The acts that the board's grid calls. */
  acts() {
    return {
      press: (square, place, pointer) => this.inTurn(() => this.press(square, place, pointer)),
      lift: (square) => !isOfSigns(this.game) && !this.wallMode && this.active && this.choice.sources().has(key(this.standing(square))),
      begin: (square) => {
        const { chosen } = this.choice;
        if (chosen.length > 1 && same(square, chosen.at(-1))) return;
        if (chosen.length) this.letGo();
        this.pick(square);
      },
      carry: (square, place) => this.board.picture.carry(this.origin(), place),
      land: (square, target) => this.land(target),
      waits: () => !this.active && this.isNear(),
      drag: (square, target) => target && this.inTurn(() => this.drag(square, target)),
      over: (place) => this.hover(place),
      typed: (event, square) => this.typed(event, square),
      focused: (square) => this.wallMode && this.aim(square),
    };
  }

  /** A new position: who moves, and what is legal. */
  show(board, state) {
    this.board = board;
    this.state = state;
    const legal = state?.legal ?? [];
    this.legal = isOfSigns(this.game) ? withPaths(this.game, board.position, legal) : legal;
    this.listed = isOfSigns(this.game) ? listed(this.legal) : [];
    this.choice = new Choice(this.legal);
    this.walls = new Map((state?.legal ?? []).filter((it) => it.wall).map((it) => [`${it.wall.at} ${it.wall.along}`, it]));
    this.active = Boolean(state && state.legal?.length);
    if (!this.active || !this.walls.size) this.setWallMode(false);
    this.wall = null;
    this.hint = null;
    this.draw();
    this.early.splice(0).forEach((act) => this.inTurn(act));
  }

  /** Does something in the person's turn: now, or as soon as what moves has arrived. */
  inTurn(act) {
    if (this.active) act();
    else if (this.isNear()) this.early.push(act);
  }

  origin() {
    return this.choice.chosen[0];
  }

  /** The piece shown on a square in the middle of a path is the one that began elsewhere. */
  standing(square) {
    const { chosen } = this.choice;
    return chosen.length > 1 && same(chosen.at(-1), square) ? chosen[0] : square;
  }

  marks() {
    if (!this.active) return {};
    const { choice, state } = this;
    const held = choice.chosen.at(-1) ?? null;
    const next = [...choice.next()];
    const sources = isQuoridor(this.game) ? [] : [...choice.sources()].map(unkey);
    const isChoosing = choice.chosen.length > 0;
    return {
      held,
      able: isChoosing || state.forced || this.wallMode ? [] : sources,
      must: state.forced && !isChoosing ? sources : [],
      next: next.map(unkey),
      later: [...choice.later()].filter((it) => !next.includes(it)).map(unkey),
      ways: isChoosing ? choice.candidates().map((it) => it.path.slice(choice.chosen.length - 1)).filter((it) => it.length > 2) : [],
      hint: this.hint?.path ?? this.hint?.cells?.map(([at]) => at) ?? null,
      hintWall: this.hint?.wall ?? null,
      wall: this.wall && { ...this.wall, legal: this.walls.has(`${this.wall.at} ${this.wall.along}`) },
    };
  }

  draw() {
    // In Quoridor there is one pawn: where it can go is shown at once.
    if (this.active && isQuoridor(this.game) && !this.wallMode && !this.choice.chosen.length && this.choice.legal.length) {
      this.choice.begin(this.choice.legal[0].path[0]);
    }
    this.board.picture.fade(this.active ? this.choice.jumped() : []);
    this.changed(this.marks());
  }

  pick(square) {
    const isPicked = this.choice.begin(square);
    this.hint = null;
    this.draw();
    if (isPicked) {
      const list = [...this.choice.next()].map((it) => said(this.game, unkey(it))).join(", ");
      announce(t("turn.picked", { square: said(this.game, square), list }));
    }
    return isPicked;
  }

  letGo() {
    if (this.origin()) {
      this.board.picture.stand(this.origin(), this.origin());
      if (isQuoridor(this.game)) this.board.show(this.board.position);
    }
    this.choice.drop();
    this.draw();
  }

  press(square, place, pointer) {
    const crossing = place && this.walls.size && isQuoridor(this.game) ? this.board.picture.crossing(place) : null;
    if (this.wallMode || (crossing?.between && pointer === "mouse")) {
      this.pressWall(square, crossing, pointer);
      return;
    }
    const letter = this.board.position.pieces.get(key(square));
    const isOwn = sideOf(letter) === this.state.turn;
    const isTarget = this.choice.next().has(key(square)) || this.choice.later().has(key(square));
    this.tell("");
    if (isOfSigns(this.game)) this.point(square);
    else if (isTarget) this.reach(square);
    else if (this.choice.chosen.length > 1 && same(square, this.choice.chosen.at(-1))) return;
    else if (isOwn && !isQuoridor(this.game)) {
      const isHeld = this.origin() && same(square, this.origin());
      this.letGo();
      if (isHeld) return;
      if (!this.pick(square)) this.tell(this.whyNot(square));
    } else if (this.origin()) {
      this.explain(square);
    } else if (letter) {
      this.tell(t("turn.theirs"));
    }
  }

  /** A cell of a board that is drawn from signs: of a move, of several to choose from, or one that the judge explains. */
  point(square) {
    const { chosen } = this.choice;
    const found = [...chosen, square];
    const whole = along(this.legal, found);
    const isBegun = !chosen.length && this.choice.longer().has(key(square));
    this.listChanged(this.listed);
    if (isBegun) this.pick(square);
    if (whole.length) this.playOneOf(whole, isBegun);
    else if (isBegun) return;
    else if (this.choice.next().has(key(square))) this.goOn(found);
    else if (!chosen.length) this.aimAt(square);
    else {
      this.letGo();
      if (same(chosen.at(-1), square)) return;
      if (this.choice.sources().has(key(square)) || this.isOwn(square)) this.point(square);
      else this.attempt({ cells: found.join(" ") }, square);
    }
  }

  /** A cell on which no move begins. */
  aimAt(square) {
    const { position } = this.board;
    const moves = aimedAt(position, this.legal, square);
    if (moves.length) this.playOneOf(moves);
    // A piece may be the first of two cells, although the second alone means the move.
    else if (this.isOwn(square) && this.choice.longer().size) this.goOn([square]);
    else this.attempt({ cells: square.join(",") }, square);
  }

  isOwn(square) {
    const sign = this.board.position.pieces.get(key(square));
    return this.game.look.signs[sign]?.is === this.state.turn;
  }

  goOn(cells) {
    this.choice.chosen = cells;
    this.draw();
  }

  /** Plays a move; of several, or where a longer one begins alike, offers the choice. */
  playOneOf(moves, isBegun = false) {
    if (moves.length === 1 && !isBegun) {
      this.finish(moves[0]);
      return;
    }
    this.tell(t("turn.several"));
    this.listChanged(moves, !isBegun);
  }

  whyNot(square) {
    const able = [...this.choice.sources()].map((it) => said(this.game, unkey(it)));
    return this.state.forced
      ? t("turn.must", { list: able.join(", ") })
      : t("turn.stuck", { square: said(this.game, square), list: able.slice(0, 6).join(", ") });
  }

  land(target) {
    const held = this.choice.chosen.at(-1);
    if (!held) return;
    const back = () => {
      this.board.picture.carry(this.origin(), null);
      this.board.picture.stand(this.origin(), held);
    };
    if (!target || same(target, held)) {
      back();
      if (this.choice.chosen.length === 1) this.letGo();
      return;
    }
    if (this.choice.next().has(key(target)) || this.choice.later().has(key(target))) {
      this.board.picture.stand(this.origin(), target);
      this.dropped = true;
      this.reach(target);
      this.dropped = false;
    } else {
      back();
      this.explain(target);
    }
  }

  /** A piece carried before its turn had begun. */
  drag(square, target) {
    if (isOfSigns(this.game) || this.wallMode || sideOf(this.board.position.pieces.get(key(square))) !== this.state.turn) return;
    if (this.pick(square)) this.land(target);
    else this.tell(this.whyNot(square));
  }

  reach(square) {
    const walked = this.choice.chosen.length - 1;
    const found = this.choice.reach(square);
    if (found === "ways") {
      this.tell(t("turn.ways"));
    } else if (found === "step") {
      this.board.picture.stand(this.origin(), this.choice.chosen.at(-1));
      this.board.grid.stand(square);
      this.draw();
      announce(t("turn.on", { square: said(this.game, square), list: [...this.choice.next()].map((it) => said(this.game, unkey(it))).join(", ") }));
    } else if (found) {
      this.finish(found, walked);
    }
  }

  /** A move that is not offered: the server says why it is none. */
  explain(square) {
    const [from, to] = [this.origin(), square];
    if (!isPlayed(this.game, to)) {
      this.letGo();
      this.board.flash(square);
      this.tell(this.state.forced ? this.whyNot(square) : t("turn.light"));
      return;
    }
    const jumps = Math.abs(from[0] - to[0]) > 1 && Math.abs(from[0] - to[0]) === Math.abs(from[1] - to[1]);
    const text = isQuoridor(this.game)
      ? squareName(this.game, to)
      : squareName(this.game, from) + (jumps ? "x" : "-") + squareName(this.game, to);
    this.letGo();
    this.attempt({ move: text }, square);
  }

  /** The move is whole; `walked` legs of it are on the board already, or all, dropped by hand. */
  finish(move, walked = 0) {
    const isThere = Boolean(this.dropped);
    this.active = false;
    this.board.picture.fade([]);
    if (isThere) this.board.picture.stand(this.origin(), move.path.at(-1));
    this.choice.drop();
    this.setWallMode(false);
    this.wall = null;
    this.play(move, { isThere, walked });
  }

  /* Walls */

  setWallMode(on, along = this.along ?? "h") {
    const isChange = this.wallMode !== on || this.along !== along;
    this.wallMode = on;
    this.along = along;
    if (!on) this.wall = null;
    if (isChange) this.modeChanged?.();
  }

  /** From outside: the pawn, or walls lying or standing. */
  choose(mode) {
    this.setWallMode(mode !== "pawn", mode === "pawn" ? this.along : mode);
    if (this.wallMode) {
      this.choice.drop();
      this.wall = { at: this.wall?.at ?? this.inside(this.board.grid.here), along: this.along };
    }
    this.draw();
  }

  inside([column, row]) {
    const most = this.board.position.columns - 2;
    return [Math.min(column, most), Math.min(row, most)];
  }

  aim(square) {
    this.wall = { at: this.inside(square), along: this.along };
    this.draw();
    this.tellWall();
  }

  tellWall() {
    const isLegal = this.walls.has(`${this.wall.at} ${this.wall.along}`);
    announce(t(isLegal ? "turn.wall" : "turn.nowall", { at: squareName(this.game, this.wall.at), along: t(`wall.${this.wall.along}`) }));
  }

  turnWall() {
    this.along = this.along === "h" ? "v" : "h";
    if (this.wall) this.wall.along = this.along;
    this.modeChanged?.();
    this.draw();
    if (this.wall) this.tellWall();
  }

  hover(place) {
    if (!this.active || !this.walls.size || !isQuoridor(this.game)) return;
    const before = this.wall && `${this.wall.at} ${this.wall.along}`;
    if (!place) {
      if (!this.wallMode) this.wall = null;
    } else {
      const { at, channel, between } = this.board.picture.crossing(place);
      if (this.wallMode) this.wall = { at, along: this.along };
      else this.wall = between ? { at, along: channel ?? this.along ?? "h" } : null;
    }
    if (before !== (this.wall && `${this.wall.at} ${this.wall.along}`)) this.draw();
  }

  pressWall(square, crossing, pointer) {
    const along = this.wallMode ? this.along : (crossing.channel ?? this.along ?? "h");
    const wall = { at: crossing ? crossing.at : this.inside(square), along };
    const isAimed = this.wall && same(this.wall.at, wall.at) && this.wall.along === wall.along;
    this.wall = wall;
    // A finger has no hover: the first touch shows the wall, the second places it.
    if (pointer === "touch" && !isAimed) {
      this.draw();
      this.tell(t("turn.again"));
      return;
    }
    this.placeWall();
  }

  placeWall() {
    if (!this.wall || !this.active) return;
    const move = this.walls.get(`${this.wall.at} ${this.wall.along}`);
    if (move) {
      this.finish(move);
    } else {
      this.draw();
      this.attempt({ move: squareName(this.game, this.wall.at) + this.wall.along });
    }
  }

  typed(event, square) {
    if (event.key === "Escape") {
      const hadAny = this.wallMode || (this.choice?.chosen.length > 0 && !isQuoridor(this.game));
      this.setWallMode(false);
      if (hadAny && this.active) {
        this.tell("");
        this.letGo();
        announce(t("turn.dropped"));
      }
      return Boolean(hadAny);
    }
    if (!isQuoridor(this.game) || (event.key !== "w" && event.key !== "r")) return false;
    this.inTurn(() => {
      if (!this.walls.size) return;
      if (event.key === "r") {
        this.turnWall();
        return;
      }
      this.choose(this.wallMode ? "pawn" : (this.along ?? "h"));
      if (this.wallMode) this.aim(square);
    });
    return true;
  }
}
