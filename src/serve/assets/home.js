// The first page: every game as a card with a small real board.

import { el, icon, svg } from "./dom.js";
import { get } from "./api.js";
import { still } from "./board.js";
import { isOfSigns, isQuoridor } from "./position.js";
import { t } from "./words.js";

/** Walls of each player of Quoridor, unless one asks for others. */
const WALLS = 10;

/** The catalogue's families, in the order of the page: the game played last and those that are no draughts first. */
const families = (games, last) =>
  [
    ["family.own", games.filter(isOfSigns)],
    ["family.last", games.filter((it) => it === last && it.family === "draughts")],
    ["family.quoridor", games.filter(isQuoridor)],
    ["family.eight", games.filter((it) => it.family === "draughts" && it.columns === 8)],
    ["family.ten", games.filter((it) => it.family === "draughts" && it.columns !== 8)],
  ].filter(([, list]) => list.length);

export const gameName = (game) => t(`game.${game.id}`, { or: game.name });

/** The rules in short, in the reader's language where we have them. */
export function rulesOf(game) {
  if (isOfSigns(game)) return ownRules(game);
  const ours = t(`rules.${game.id}`, { or: null });
  const theirs = ours ? null : "en";
  return el("ul", { class: "rules", lang: theirs }, (ours ?? game.rules ?? []).map((it) => el("li", {}, it)));
}

/** The rules that a game's folder has: paragraphs of Markdown, asked for when they come into view. */
function ownRules(game) {
  const element = el("div", { class: "rules" });
  const asked = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    asked.disconnect();
    const { text } = await get(`/api/games/${encodeURIComponent(game.id)}/rules`).catch(() => ({}));
    const parts = (text ?? t("choose.norules")).split(/\n\s*\n/).filter((it) => !it.startsWith("# "));
    element.replaceChildren(...parts.map((it) => el("p", {}, it.replace(/^#+ /, "").replaceAll("`", ""))));
  });
  // What has no height never comes into view.
  element.append(el("p", {}, "…"));
  asked.observe(element);
  return element;
}

/** What tells games apart at a glance. */
export function traits(game, { size = game.columns, walls = WALLS } = {}) {
  if (isOfSigns(game)) return el("p", { class: "traits" }, game.columns ? `${game.columns}×${game.rows}` : "");
  const tags = [`${size}×${size}`];
  if (game.capture) tags.push(t(`capture.${game.capture}`));
  if (game.family === "quoridor") tags.push(t("trait.walls", { n: walls }));
  tags.push(...(game.traits ?? []).map((it) => t(`trait.${it}`)));
  return el("p", { class: "traits" }, tags.join(" · "));
}

function card(game) {
  const board = still(game, game.board);
  const name = gameName(game);
  return el(
    "li",
    { class: "card" },
    el(
      "a",
      { class: "card-link", href: `#/play/${game.id}`, "data-game": game.id },
      board?.element ?? svg("svg"),
      el("span", { class: "card-name" }, name),
    ),
    traits(game),
    el("details", {}, el("summary", {}, t("rules.short"), el("span", { class: "unseen" }, ` · ${name}`)), rulesOf(game)),
  );
}

/** Own games come before all others, then families of one, which share a row. */
const isFirst = ([name, list]) => name === "family.own" || list.length === 1;

const family = ([name, list]) =>
  el("section", { class: `family of-${Math.min(list.length, 6)}` }, el("h2", {}, t(name)), el("ul", { class: "cards" }, list.map(card)));

export function homeView({ games }) {
  const kept = JSON.parse(localStorage.getItem("match") ?? "null");
  const going = kept && games.find((it) => it.id === kept.game);
  return {
    title: "",
    element: el(
      "section",
      { class: "home" },
      el(
        "div",
        { class: "hero" },
        el("h1", {}, t("home.title")),
        el("p", {}, t("home.text")),
        going && el("p", {}, el("a", { class: "primary", href: `#/match/${kept.id}` }, t("home.continue", { game: gameName(going) }))),
      ),
      el(
        "div",
        { class: "families" },
        families(games, going).filter(isFirst).map(family),
        el(
          "section",
          { class: "family more" },
          el("h2", {}, t("home.more")),
          el("ul", { class: "ways" }, [["tournaments", "cup"], ["replay", "drop"]].map(([to, drawing]) =>
            el("li", {}, el("a", { href: `#/${to}` }, icon(drawing), el("span", {}, el("b", {}, t(`nav.${to}`)), el("span", { class: "who" }, t(`home.${to}`))))),
          )),
        ),
        families(games, going).filter((it) => !isFirst(it)).map(family),
      ),
    ),
  };
}
