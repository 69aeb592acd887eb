// The first page: every game as a card with a small real board.

import { el, icon, svg } from "./dom.js";
import { still } from "./board.js";
import { t } from "./words.js";

/** Walls of each player of Quoridor, unless one asks for others. */
const WALLS = 10;

/** The catalogue's families, in the order of the page: the game played last and those that are no draughts first. */
const families = (games, last) =>
  [
    ["family.last", games.filter((it) => it === last && it.family === "draughts")],
    ["family.quoridor", games.filter((it) => it.family !== "draughts")],
    ["family.eight", games.filter((it) => it.family === "draughts" && it.columns === 8)],
    ["family.ten", games.filter((it) => it.family === "draughts" && it.columns !== 8)],
  ].filter(([, list]) => list.length);

export const gameName = (game) => t(`game.${game.id}`, { or: game.name });

/** The rules in short, in the reader's language where we have them. */
export function rulesOf(game) {
  const ours = t(`rules.${game.id}`, { or: null });
  const theirs = ours ? null : "en";
  return el("ul", { class: "rules", lang: theirs }, (ours ?? game.rules ?? []).map((it) => el("li", {}, it)));
}

/** What tells games apart at a glance. */
export function traits(game, { size = game.columns, walls = WALLS } = {}) {
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
        families(games, going).filter(([, list]) => list.length === 1).map(family),
        el(
          "section",
          { class: "family more" },
          el("h2", {}, t("home.more")),
          el("ul", { class: "ways" }, [["tournaments", "cup"], ["replay", "drop"]].map(([to, drawing]) =>
            el("li", {}, el("a", { href: `#/${to}` }, icon(drawing), el("span", {}, el("b", {}, t(`nav.${to}`)), el("span", { class: "who" }, t(`home.${to}`))))),
          )),
        ),
        families(games, going).filter(([, list]) => list.length > 1).map(family),
      ),
    ),
  };
}
