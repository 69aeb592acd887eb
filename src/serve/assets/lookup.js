// A position by its link: the board, who moves, what is legal, and a way to play on from it.

import { get } from "./api.js";
import { Board } from "./board.js";
import { button, el } from "./dom.js";
import { gameName } from "./home.js";
import { readBoard } from "./position.js";
import { outcome, sideName } from "./speech.js";
import { t } from "./words.js";

export async function lookupView({ parts: [id], games, query }) {
  const game = games.find((it) => it.id === id) ?? games[0];
  const fen = query.get("fen") ?? "";
  const found = await get(`/api/position?game=${encodeURIComponent(game.id)}&fen=${encodeURIComponent(fen)}`);
  const board = new Board(game, readBoard(game, found.board));
  let flipped = false;
  const head = found.end ? outcome(game, found.end) : t("status.turn", { side: sideName(game, found.turn) });
  return {
    title: gameName(game),
    element: el(
      "section",
      { class: "table watch" },
      el("div", { class: "head" }, el("h1", {}, gameName(game)), el("p", { class: "status" }, head)),
      el("div", { class: "stage" }, board.element),
      el(
        "div",
        { class: "side" },
        el("p", { class: "fen" }, el("code", {}, found.fen ?? fen)),
        el("div", { class: "controls" }, el("a", { class: "primary", href: `#/play/${game.id}?fen=${encodeURIComponent(fen)}` }, t("lookup.play")), button(t("do.flip"), () => board.flip((flipped = !flipped)), { drawing: "flip" })),
        el("h2", {}, t("lookup.legal", { n: found.legal?.length ?? 0 })),
        el("ul", { class: "legal" }, (found.legal ?? []).slice(0, 200).map((it) => el("li", {}, button(it.text, () => board.mark(it.wall ? { hintWall: it.wall } : { hint: it.path }))))),
      ),
    ),
  };
}
