// Tournaments to look on at: the list, then one with the verdict and the tables of its report and with its matches,
// live while it runs. Names come from players and are put in as text; those in the tables the server has escaped.

import { get } from "./api.js";
import { still, traces } from "./board.js";
import { button, el } from "./dom.js";
import { gameName } from "./home.js";
import { Playthrough } from "./playthrough.js";
import { gameOf, readBoard } from "./position.js";
import { sortable } from "./sort.js";
import { announce, outcome, score } from "./speech.js";
import { day, language, number, t } from "./words.js";

const PAGE = 50;
const named = (games, id) => {
  const game = games.find((it) => it.id === id);
  return game ? gameName(game) : id;
};

/** Milliseconds between two looks at the list. */
const LIST_EVERY = 3000;

export async function tournamentsView({ games }) {
  const list = new Tournaments(games, (await get("/api/tournaments")).tournaments);
  return { title: t("nav.tournaments"), element: list.element, leave: () => list.leave() };
}

/** The list, which follows those that are being played and finds new ones. */
class Tournaments {
  constructor(games, tournaments) {
    Object.assign(this, { games, cups: new Map() });
    this.list = el("ul", { class: "cups" });
    this.none = el("div", { class: "empty" }, el("p", {}, t("cups.none")), el("code", {}, "serve --results DIR"));
    this.element = el("section", { class: "page" }, el("h1", {}, t("nav.tournaments")), this.list, this.none);
    this.show(tournaments);
    this.timer = setInterval(() => this.look(), LIST_EVERY);
  }

  async look() {
    if (document.hidden || this.isLooking) return;
    this.isLooking = true;
    await get("/api/tournaments").then(({ tournaments }) => this.show(tournaments), () => {});
    this.isLooking = false;
  }

  show(tournaments) {
    const ids = tournaments.map((it) => it.id);
    for (const it of tournaments) {
      const told = JSON.stringify(it);
      const known = this.cups.get(it.id);
      if (known?.told === told) continue;
      const element = cup(it, this.games);
      if (known) {
        const hadFocus = known.element.contains(document.activeElement);
        known.element.replaceWith(element);
        if (hadFocus) element.querySelector("a").focus({ preventScroll: true });
      }
      this.cups.set(it.id, { told, element });
    }
    const shown = [...this.list.children];
    const rows = ids.map((id) => this.cups.get(id).element);
    // Moving an element takes the focus from it.
    if (rows.length !== shown.length || rows.some((it, index) => it !== shown[index])) this.list.replaceChildren(...rows);
    this.list.hidden = !rows.length;
    this.none.hidden = rows.length > 0;
  }

  leave() {
    clearInterval(this.timer);
  }
}

function badge(state) {
  return el("span", { class: `badge ${state}` }, t(`cup.${state}`, { or: state }));
}

function progress({ played, total, name }) {
  if (!total) return null;
  return el("progress", { max: String(total), value: played, "aria-label": `${name}: ${t("cup.played", { played, total })}` });
}

const playedText = ({ played, total }) => (total ? t("cup.played", { played: number(played), total: number(total) }) : t("cup.playedonly", { played: number(played) }));

function cup(it, games) {
  return el(
    "li",
    { class: "cup" },
    el("h2", {}, el("a", { href: `#/tournaments/${it.id}` }, it.name)),
    badge(it.state),
    it.first && el("p", { class: "cup-first" }, t(it.state === "ended" ? "cup.won" : "cup.leads", { name: it.first })),
    el("p", {}, [named(games, it.game), t("cup.entrants", { n: it.entrants }), playedText(it), it.changed && day(it.changed)].filter(Boolean).join(" · ")),
    it.state !== "ended" && progress(it),
  );
}

export async function tournamentView({ parts, games, query }) {
  const [id, match, ply] = parts;
  if (match !== undefined) {
    const view = new TournamentMatch(id, match, games);
    await view.load(ply);
    return { title: view.view.title, element: view.element, leave: () => view.leave() };
  }
  const view = new Tournament(id, await get(`/api/tournaments/${encodeURIComponent(id)}`), games);
  await view.matches.load(view.nameOf(query.get("player")));
  return { title: view.cup.name, element: view.element, leave: () => view.leave() };
}

/** The changes of a tournament, while it runs. */
function changes(id) {
  return new EventSource(`/api/tournaments/${encodeURIComponent(id)}/events?language=${language()}`);
}

/** A match of a tournament; move by move, if it is being played. */
class TournamentMatch {
  constructor(id, match, games) {
    Object.assign(this, { id, match, games });
    this.path = `/api/tournaments/${encodeURIComponent(id)}/matches/${encodeURIComponent(match)}`;
    this.element = el("div", {});
  }

  async load(ply) {
    const told = (this.told = await get(this.path));
    this.view?.leave();
    const at = told.live ? Infinity : ply;
    this.view = new Playthrough(gameOf(this.games, told), told, { ply: at, here: `#/tournaments/${this.id}/${this.match}`, back: `#/tournaments/${this.id}` });
    this.element.replaceChildren(this.view.element);
    if (told.live) this.follow();
  }

  follow() {
    if (this.events) return;
    this.events = changes(this.id);
    this.events.addEventListener("running", (event) => this.playing(JSON.parse(event.data).find((it) => it.match === this.match)));
    // Its end, where the journal has it later than the list of those that are being played.
    this.events.addEventListener("match", (event) => JSON.parse(event.data).match === this.match && this.playing());
  }

  async playing(running) {
    if (running && running.plies <= this.told.moves.length) return;
    const told = await get(this.path).catch(() => null);
    if (told?.live) {
      this.told = told;
      this.view.extend(told);
    } else if (told) {
      this.leave();
      // Whoever followed it sees its end.
      await this.load(this.view.isLatest() ? Infinity : this.view.ply);
      announce(`${outcome(this.view.game, told)} ${told.text}`);
    }
  }

  leave() {
    this.events?.close();
    this.events = null;
    this.view.leave();
  }
}

class Tournament {
  constructor(id, cup, games) {
    Object.assign(this, { id, games });
    this.summary = el("p", { class: "cup-summary" });
    this.bar = el("div", { class: "cup-bar" });
    this.heading = el("h1", {});
    this.verdict = el("div", { class: "verdict" });
    this.link = el("a", { href: `/api/tournaments/${encodeURIComponent(id)}/report.html` }, t("cup.report"));
    // Which players the ranking shows.
    this.chips = ["all", "top", "failed"].map((kind) => button("", () => this.choose(kind), { "data-kind": kind }));
    this.tables = el("div", { class: "tables", onclick: (event) => this.clicked(event) });
    // On a phone the table has what matters; this shows the rest.
    this.fold = button(t("cup.columns"), () => this.fold.setAttribute("aria-pressed", String(this.tables.classList.toggle("whole"))), { class: "fold", "aria-pressed": "false" });
    this.rows = el("ul", { class: "boards" });
    this.running = el("section", { hidden: true }, el("h2", {}, t("cup.playing")), this.rows);
    this.matches = new Matches(id);
    const settings = cup.settings?.length
      ? el("details", {}, el("summary", {}, t("cup.settings")), el("dl", { class: "settings" }, cup.settings.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value))))))
      : null;
    this.element = el(
      "section",
      { class: "page cup-page" },
      el("a", { class: "back", href: "#/tournaments" }, t("nav.tournaments")),
      this.summary,
      this.bar,
      this.heading,
      this.verdict,
      this.link,
      this.running,
      el("div", { class: "chips", role: "group", "aria-label": t("cup.show") }, this.chips, this.fold),
      this.tables,
      settings,
      el("h2", {}, t("cup.matches")),
      this.matches.element,
    );
    this.show(cup);
    this.choose("all");
    if (cup.state !== "ended") this.follow();
  }

  show(cup) {
    this.cup = { ...this.cup, ...cup };
    const { verdict, players, tables, has_report } = this.cup;
    this.summary.replaceChildren(badge(this.cup.state), ` ${this.cup.name} · ${named(this.games, this.cup.game)} · ${t("cup.entrants", { n: this.cup.entrants })} · ${playedText(this.cup)}`);
    this.bar.replaceChildren(...[this.cup.state !== "ended" && progress(this.cup)].filter(Boolean));
    this.heading.textContent = verdict[0];
    this.verdict.replaceChildren(...verdict.slice(1).map((it) => el("p", {}, it)));
    this.link.hidden = !has_report;
    if (tables !== this.shownTables) this.showTables(tables);
    this.matches.players(players);
  }

  /** The tables as the report has them; what was sorted and what had the focus stay so. */
  showTables(tables) {
    const focusable = () => [...this.tables.querySelectorAll("a, button, [tabindex]")];
    const at = focusable().indexOf(document.activeElement);
    const address = document.activeElement.closest("td, th")?.querySelector("a")?.getAttribute("href");
    const table = document.activeElement.closest("section")?.id;
    const sorted = this.tables.querySelector("[aria-sort]");
    this.tables.innerHTML = this.shownTables = tables;
    const ranking = this.tables.querySelector("#ranking table");
    sortable(ranking);
    const again = sorted && ranking.tHead.rows[0].cells[sorted.cellIndex]?.querySelector("button");
    again?.click();
    if (again && again.parentElement.ariaSort !== sorted.ariaSort) again.click();
    for (const chip of this.chips) {
      const rows = ranking.tBodies[0].querySelectorAll(chip.dataset.kind === "all" ? "tr" : `.${chip.dataset.kind}`);
      chip.firstChild.textContent = `${t(`chip.${chip.dataset.kind}`)} ${number(rows.length)}`;
      chip.hidden = !rows.length;
    }
    if (at >= 0) (this.tables.querySelector(`#${table} a[href="${address}"]`) ?? focusable()[at])?.focus({ preventScroll: true });
  }

  choose(kind) {
    this.tables.dataset.only = kind;
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(chip.dataset.kind === kind));
  }

  nameOf(number) {
    return this.cup.players[Number(number ?? -1)] ?? "";
  }

  /** A name opens the matches of its player, below. */
  clicked(event) {
    const link = event.target.closest("a[href*='?player=']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    this.matches.of(this.nameOf(link.hash.split("=")[1]));
  }

  showRunning(running) {
    const rows = running.map((it) => this.playing(it));
    this.running.hidden = !rows.length;
    // Moving an element takes the focus from it.
    if (rows.some((it, index) => it.element !== this.rows.children[index]) || rows.length !== this.rows.children.length) {
      this.rows.replaceChildren(...rows.map((it) => it.element));
    }
    this.shown = new Map(rows.map((it) => [it.match, it]));
  }

  /** A match that is being played, as a small board; kept while it is, so that the focus stays on it. */
  playing({ match, x, o, plies, turn, board, look, last }) {
    const game = board && gameOf(this.games, { game: this.cup.game, look });
    const known = this.shown?.get(match);
    const row = known ?? { match, picture: game ? still(game, board) : null, count: el("span", { class: "who" }), sides: { x: el("span", {}, x), o: el("span", {}, o) } };
    row.element ??= el(
      "li",
      {},
      el("a", { href: `#/tournaments/${this.id}/${encodeURIComponent(match)}` }, row.picture?.element ?? null, row.sides.x, row.sides.o, row.count),
    );
    if (game) {
      row.picture?.show(readBoard(game, board));
      row.picture?.mark(traces(last));
    }
    for (const side of ["x", "o"]) row.sides[side].classList.toggle("turn", side === turn);
    row.count.textContent = t("replay.plies", { n: plies });
    return row;
  }

  follow() {
    this.events = changes(this.id);
    this.events.addEventListener("running", (event) => this.showRunning(JSON.parse(event.data)));
    this.events.addEventListener("standings", (event) => this.show(JSON.parse(event.data)));
    this.events.addEventListener("match", (event) => this.matches.add(JSON.parse(event.data)));
    this.events.addEventListener("ended", () => {
      this.events.close();
      // The report is written when all matches are.
      setTimeout(() => get(`/api/tournaments/${encodeURIComponent(this.id)}`).then((cup) => this.show(cup), () => {}), 1000);
      announce(t("cup.over", { name: this.cup.name }));
    });
  }

  leave() {
    this.events?.close();
  }
}

/** The list of matches: by player, or the forfeited ones alone, page after page. */
class Matches {
  constructor(id) {
    Object.assign(this, { id, player: "", faults: false, from: 0, total: 0 });
    this.rows = el("tbody", {});
    this.count = el("p", { class: "help", role: "status" });
    this.more = button(t("cup.more"), () => this.load(this.player, true));
    this.choice = el("select", { onchange: () => this.load(this.choice.value) }, el("option", { value: "" }, t("cup.anybody")));
    this.element = el(
      "div",
      { class: "matches" },
      el(
        "div",
        { class: "filters" },
        el("label", { class: "field inline" }, el("span", {}, t("cup.player")), this.choice),
        el("label", { class: "tick" }, el("input", { type: "checkbox", onchange: (event) => ((this.faults = event.target.checked), this.load(this.player)) }), el("span", {}, t("cup.faults"))),
      ),
      this.count,
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": t("cup.matches") },
        el("table", { class: "results" }, el("thead", {}, el("tr", {}, ["match", "first", "result", "second", "why", "plies"].map((it) => el("th", { scope: "col" }, t(`column.${it}`))))), this.rows),
      ),
      this.more,
    );
  }

  players(names) {
    if (this.choice.options.length === names.length + 1) return;
    const sorted = [...names].sort((a, b) => a.localeCompare(b));
    this.choice.replaceChildren(el("option", { value: "" }, t("cup.anybody")), ...sorted.map((it) => el("option", { value: it }, it)));
    this.choice.value = this.player;
  }

  /** Turns to the matches of a player; the server puts its losses first. */
  of(player) {
    this.load(player);
    this.element.scrollIntoView();
    this.choice.focus({ preventScroll: true });
  }

  async load(player, isMore = false) {
    this.player = this.choice.value = player;
    this.from = isMore ? this.from : 0;
    const query = new URLSearchParams({ from: this.from, count: PAGE });
    if (this.player) query.set("player", this.player);
    if (this.faults) query.set("faults", "1");
    const mine = (this.asking = {});
    const { total, matches } = await get(`/api/tournaments/${encodeURIComponent(this.id)}/matches?${query}`);
    // Something else was asked for meanwhile, or the same once more.
    if (mine !== this.asking) return;
    if (!isMore) this.rows.replaceChildren();
    this.rows.append(...matches.map((it) => this.row(it)));
    this.from += matches.length;
    this.total = total;
    this.tell();
  }

  tell() {
    this.count.textContent = t("cup.count", { n: this.total });
    this.more.hidden = this.from >= this.total;
  }

  /** A match that has just ended, on top if it fits what is asked for. */
  add(match) {
    if ((this.faults && !match.fault) || (this.player && match.x !== this.player && match.o !== this.player)) return;
    if (this.rows.querySelector(`[data-match="${CSS.escape(String(match.match))}"]`)) return;
    const row = this.row(match);
    row.classList.add("fresh");
    this.rows.prepend(row);
    this.from += 1;
    this.total += 1;
    this.tell();
  }

  row(it) {
    const result = score(it.winner, it.reason !== "void");
    return el(
      "tr",
      { class: it.fault ? "faulty" : "", "data-match": String(it.match) },
      el("td", {}, el("a", { href: `#/tournaments/${this.id}/${encodeURIComponent(it.match)}`, "aria-label": t("cup.look", { id: it.match, x: it.x, o: it.o }) }, String(it.match))),
      el("td", { class: it.winner === "x" ? "won" : "" }, it.x),
      el("td", { class: "result" }, result),
      el("td", { class: it.winner === "o" ? "won" : "" }, it.o),
      el("td", { class: "why" }, it.why),
      el("td", {}, String(it.plies)),
    );
  }
}
