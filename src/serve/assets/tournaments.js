// Tournaments to look on at: the list, then one with its standings, cross table and matches, live while
// it runs. Names come from players and are put in as text.

import { get } from "./api.js";
import { still, traces } from "./board.js";
import { button, el } from "./dom.js";
import { gameName } from "./home.js";
import { Playthrough } from "./playthrough.js";
import { gameOf, readBoard } from "./position.js";
import { announce, outcome, score } from "./speech.js";
import { day, language, number, t } from "./words.js";

const PAGE = 50;
/** The columns that a phone has room for; the server names the others. */
const FIRST_COLUMNS = ["rank", "name", "points", "forfeits"];
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

export async function tournamentView({ parts, games }) {
  const [id, match, ply] = parts;
  if (match !== undefined) {
    const view = new TournamentMatch(id, match, games);
    await view.load(ply);
    return { title: view.view.title, element: view.element, leave: () => view.leave() };
  }
  const view = new Tournament(id, await get(`/api/tournaments/${encodeURIComponent(id)}`), games);
  await view.matches.load();
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
    Object.assign(this, { id, games, sort: { by: "rank", down: false } });
    this.summary = el("p", { class: "cup-summary" });
    this.bar = el("div", { class: "cup-bar" });
    this.standings = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("cup.standings") });
    // On a phone the table has what matters; this shows the rest.
    this.fold = button(t("cup.columns"), () => {
      this.isWhole = !this.isWhole;
      this.fold.setAttribute("aria-pressed", String(this.isWhole));
      this.showStandings();
    }, { class: "fold", "aria-pressed": "false" });
    this.cross = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("cup.cross") });
    this.crossHead = el("h2", {}, t("cup.cross"));
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
      el("h1", {}, cup.name),
      this.summary,
      this.bar,
      settings,
      this.running,
      el("h2", {}, t("cup.standings")),
      this.standings,
      this.fold,
      this.crossHead,
      this.cross,
      el("h2", {}, t("cup.matches")),
      this.matches.element,
    );
    this.show(cup);
    if (cup.state !== "ended") this.follow();
  }

  show(cup) {
    this.cup = { ...this.cup, ...cup };
    this.summary.replaceChildren(badge(this.cup.state), ` ${named(this.games, this.cup.game)} · ${t("cup.entrants", { n: this.cup.entrants })} · ${playedText(this.cup)}`);
    this.bar.replaceChildren(...[progress(this.cup)].filter(Boolean));
    this.showStandings();
    this.showCross();
    this.matches.players(this.cup.standings.map((it) => it.name));
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

  showStandings() {
    const rows = [...this.cup.standings];
    const { by, down } = this.sort;
    // Who plays no more has no rank, and stands below.
    const value = (row) => row[by] ?? (by === "rank" ? rows.length + 1 : 0);
    rows.sort((a, b) => (by === "name" ? a[by].localeCompare(b[by]) : value(a) - value(b)));
    if (down) rows.reverse();
    const isRated = rows.some((it) => it.rating !== undefined && it.rating !== null);
    const rest = this.cup.columns.filter((it) => !FIRST_COLUMNS.includes(it) && (isRated || it !== "rating"));
    const columns = [...FIRST_COLUMNS, ...rest];
    const focused = this.standings.contains(document.activeElement) && document.activeElement.dataset.by;
    const table = el(
      "table",
      { class: `standings${this.isWhole ? " whole" : ""}` },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map((it) =>
            el(
              "th",
              { scope: "col", class: it, "aria-sort": it === by ? (down ? "descending" : "ascending") : null },
              button(t(`column.${it}`), () => this.sortBy(it), { "data-by": it, title: t("cup.sort", { column: t(`column.${it}`) }) }),
            ),
          ),
        ),
      ),
      el("tbody", {}, rows.map((row) => el("tr", {}, columns.map((it) => this.cell(row, it))))),
    );
    this.standings.replaceChildren(table);
    if (focused) [...table.querySelectorAll("button")].find((it) => it.dataset.by === focused)?.focus();
  }

  cell(row, column) {
    if (column === "name") {
      return el("th", { scope: "row", class: "name" }, button(row.name, () => this.matches.of(row.name), { "data-by": `of ${row.name}` }));
    }
    if (column === "rating") {
      return el("td", { class: "rating" }, row.elo, el("small", {}, row.interval));
    }
    const value = row[column];
    const text = column === "rank" && value === null ? "" : number(value ?? 0, 1);
    return el("td", { class: `${column}${column === "forfeits" && value ? " some" : ""}` }, text);
  }

  sortBy(column) {
    this.sort = { by: column, down: this.sort.by === column ? !this.sort.down : !["rank", "name"].includes(column) };
    this.showStandings();
  }

  showCross() {
    const { cross } = this.cup;
    this.crossHead.hidden = this.cross.hidden = !cross;
    if (!cross) return;
    // For many players colours alone, as in the report.
    const isSmall = cross.names.length > (matchMedia("(max-width: 700px)").matches ? MOST_ON_A_PHONE : MOST_WITH_NUMBERS);
    const text = (it) => (isSmall ? el("span", { class: "unseen" }, it) : it);
    const cell = (it, i, j) => {
      if (!it || i === j) return el("td", { class: "self" }, i === j ? "" : text("·"));
      const box = el("td", { class: "heat", title: `${cross.names[i]} – ${cross.names[j]}: ${number(it.points, 1)} / ${it.played}` }, text(it.text));
      box.style.setProperty("--share", `${Math.round((100 * it.points) / Math.max(1, it.played))}%`);
      return box;
    };
    this.cross.replaceChildren(
      el(
        "table",
        { class: `cross${isSmall ? " small" : ""}` },
        el("thead", {}, el("tr", {}, el("td", {}), cross.names.map((name, index) => el("th", { scope: "col", title: name }, el("span", { "aria-hidden": "true" }, String(index + 1)), el("span", { class: "unseen" }, name))))),
        el("tbody", {}, cross.names.map((name, i) => el("tr", {}, el("th", { scope: "row", class: "name" }, el("small", { "aria-hidden": "true" }, String(i + 1)), ` ${name}`), cross.cells[i].map((it, j) => cell(it, i, j))))),
      ),
    );
  }

  follow() {
    this.events = changes(this.id);
    this.events.addEventListener("running", (event) => this.showRunning(JSON.parse(event.data)));
    this.events.addEventListener("standings", (event) => this.show(JSON.parse(event.data)));
    this.events.addEventListener("match", (event) => this.matches.add(JSON.parse(event.data)));
    this.events.addEventListener("ended", () => {
      this.events.close();
      get(`/api/tournaments/${encodeURIComponent(this.id)}`).then((cup) => this.show(cup), () => {});
      announce(t("cup.over", { name: this.cup.name }));
    });
  }

  leave() {
    this.events?.close();
  }
}

/** Players in a cross table with numbers; for more it has colours alone. */
const [MOST_WITH_NUMBERS, MOST_ON_A_PHONE] = [22, 6];

/** The list of matches: by player, or the forfeited ones alone, page after page. */
class Matches {
  constructor(id) {
    Object.assign(this, { id, player: "", faults: false, from: 0, total: 0 });
    this.rows = el("tbody", {});
    this.count = el("p", { class: "help", role: "status" });
    this.more = button(t("cup.more"), () => this.load(true));
    this.choice = el("select", { onchange: () => ((this.player = this.choice.value), this.load()) }, el("option", { value: "" }, t("cup.anybody")));
    this.element = el(
      "div",
      { class: "matches" },
      el(
        "div",
        { class: "filters" },
        el("label", { class: "field inline" }, el("span", {}, t("cup.player")), this.choice),
        el("label", { class: "tick" }, el("input", { type: "checkbox", onchange: (event) => ((this.faults = event.target.checked), this.load()) }), el("span", {}, t("cup.faults"))),
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
    this.player = this.choice.value = player;
    this.load();
    this.element.scrollIntoView();
    this.choice.focus({ preventScroll: true });
  }

  async load(isMore = false) {
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
