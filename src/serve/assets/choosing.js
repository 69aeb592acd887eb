// Before a match: the side, the opponent, the clock, and perhaps a position of one's own.

import { get, Refusal } from "./api.js";
import { still } from "./board.js";
import { button, el, remarkLine, segments } from "./dom.js";
import { gameName, rulesOf, traits } from "./home.js";
import { startMatch } from "./match.js";
import { token } from "./match_parts.js";
import { isOfSigns, isQuoridor } from "./position.js";
import { levelName, sideName } from "./speech.js";
import { t } from "./words.js";

const CLOCKS = [0, 60, 180, 300, 600, 1200];
/** Boards of Quoridor, and the walls that go with them unless one asks for others. */
const SIZES = { 3: 2, 5: 5, 7: 8, 9: 10, 11: 12, 13: 14, 15: 16 };

export function choosingView({ parts: [id], games, go, query }) {
  const game = games.find((it) => it.id === id);
  if (!game) return { title: t("unknown.page"), element: el("section", { class: "empty" }, el("h1", {}, t("unknown.page")), el("a", { class: "primary", href: "#/" }, t("unknown.home"))) };
  const kept = JSON.parse(localStorage.getItem("choice") ?? "{}");
  const order = {
    you: ["x", "o", "both"].includes(kept.you) ? kept.you : "x",
    level: game.levels.includes(kept.level) ? kept.level : game.levels[0],
    clock_s: CLOCKS.includes(kept.clock_s) ? kept.clock_s : 0,
  };
  const head = el("div", { class: "choose-head" }, el("h1", {}, gameName(game)), traits(game));
  const preview = el("div", { class: "preview" }, still(game, game.board, {})?.element);
  const { element: remark, tell } = remarkLine();
  const levels = segments("level", t("choose.level"), game.levels.map((it) => [it, levelName(game, it)]), order.level, (it) => (order.level = it));
  const pick = (you) => {
    order.you = you;
    levels.disabled = you === "both";
  };
  const size = el("select", { id: "size", onchange: () => { walls.value = SIZES[size.value]; show(); } }, Object.keys(SIZES).map((it) => el("option", { value: it, selected: Number(it) === game.columns }, `${it}×${it}`)));
  const walls = el("input", { id: "walls", type: "number", min: "0", max: "99", value: String(SIZES[game.columns] ?? 0), onchange: () => show() });
  const seed = el("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{1,15}", autocomplete: "off", placeholder: t("choose.seed.any") });
  /** The start that is asked for, as the server reads it. */
  const asked = () => {
    const text = fen.value.trim();
    if (text) return { start: text };
    return isQuoridor(game) ? { size: Number(size.value), walls: Number(walls.value) } : {};
  };
  const fen = el("input", { id: "fen", name: "fen", autocomplete: "off", spellcheck: "false", value: query.get("fen") ?? "", "aria-describedby": "fen-help" });
  const show = async () => {
    const { start: position, ...sizes } = asked();
    tell("");
    head.lastChild.replaceWith(traits(game, sizes));
    try {
      const found = await get(`/api/position?${new URLSearchParams({ game: game.id, ...(position ? { fen: position } : sizes) })}`);
      const board = still(game, found.board, {});
      if (board) preview.replaceChildren(board.element);
    } catch (error) {
      tell(error instanceof Refusal ? error.message : t("gone.short"));
    }
  };
  fen.addEventListener("change", show);
  if (fen.value) show();
  const start = async (event) => {
    event.preventDefault();
    tell("");
    localStorage.setItem("choice", JSON.stringify(order));
    try {
      await startMatch(
        {
          game: game.id,
          you: order.you,
          ...(order.you === "both" ? {} : { level: order.level }),
          ...(order.clock_s ? { clock_s: order.clock_s } : {}),
          ...(seed.value.trim() ? { seed: Number(seed.value) } : {}),
          ...asked(),
        },
        go,
      );
    } catch (error) {
      tell(error instanceof Refusal ? error.message : t("gone.short"));
    }
  };
  const sides = [
    ["x", t("choose.first", { side: sideName(game, "x") }), token(game, "x")],
    ["o", t("choose.second", { side: sideName(game, "o") }), token(game, "o")],
    ["both", t("choose.both"), el("span", { class: "pair" }, token(game, "x"), token(game, "o"))],
  ];
  const form = el(
    "form",
    { class: "choose-form", onsubmit: start },
    segments("you", t("choose.side"), sides, order.you, pick),
    levels,
    el(
      "label",
      { class: "field" },
      el("span", {}, t("choose.clock")),
      el(
        "select",
        { onchange: (event) => (order.clock_s = Number(event.target.value)) },
        CLOCKS.map((it) => el("option", { value: String(it), selected: it === order.clock_s }, it ? t("choose.minutes", { n: it / 60 }) : t("choose.noclock"))),
      ),
    ),
    isQuoridor(game) && el(
      "div",
      { class: "sizes" },
      el("label", { class: "field" }, el("span", {}, t("choose.size")), size),
      el("label", { class: "field" }, el("span", {}, t("choose.walls")), walls),
    ),
    el(
      "details",
      { open: Boolean(fen.value) },
      el("summary", {}, t("choose.more")),
      el("label", { class: "field", for: "fen" }, el("span", {}, t("choose.fen")), fen),
      el("p", { id: "fen-help", class: "help" }, isQuoridor(game) ? t("choose.help.quoridor", { fen: game.fen }) : t(isOfSigns(game) ? "choose.help.signs" : "choose.help")),
      button(t("choose.show"), show),
      el("label", { class: "field" }, el("span", {}, t("choose.seed")), seed),
    ),
    remark,
    el("button", { type: "submit", class: "primary big", id: "start" }, t("choose.start")),
  );
  pick(order.you);
  return {
    title: gameName(game),
    element: el(
      "section",
      { class: "choose" },
      head,
      preview,
      form,
      el("div", { class: "choose-rules" }, el("h2", {}, t("rules.short")), rulesOf(game)),
    ),
  };
}
