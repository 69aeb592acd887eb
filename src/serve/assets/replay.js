// Matches from files: dropped or picked, read by the server, walked through here.

import { ask, get, post, Refusal } from "./api.js";
import { button, el, icon, remarkLine } from "./dom.js";
import { Playthrough } from "./playthrough.js";
import { gameOf } from "./position.js";
import { announce, score } from "./speech.js";
import { t } from "./words.js";

const MOST_BYTES = 8 * 1024 * 1024;
const BOARD = /^board_\d+\.txt$/;

/** What was read last, so that the list is there when one comes back to it. */
let read = null;

export async function replayView({ parts: [id, match, ply], games, go }) {
  if (match !== undefined) {
    const told = await get(`/api/replays/${encodeURIComponent(id)}/matches/${encodeURIComponent(match)}`);
    const view = new Playthrough(gameOf(games, told), told, { ply, here: `#/replay/${id}/${match}`, back: "#/replay" });
    return { title: view.title, element: view.element, leave: () => view.leave() };
  }
  // Once more, for the language may be another.
  if (read) read = await get(`/api/replays/${read.id}`).catch(() => read);
  return { title: t("nav.replay"), element: dropPage(go) };
}

function dropPage(go) {
  const { element: remark, tell } = remarkLine();
  const list = el("div", {});
  const take = async (files) => {
    tell("");
    zone.classList.add("busy");
    try {
      read = await send(files);
      announce(t("replay.found", { n: read.matches.length }));
      if (read.matches.length === 1 && !read.remarks?.length) go(`#/replay/${read.id}/${encodeURIComponent(read.matches[0].match)}`);
      else list.replaceChildren(found(read));
    } catch (error) {
      tell(error instanceof Refusal || error instanceof RangeError ? error.message : t("gone.short"));
    }
    zone.classList.remove("busy");
  };
  const picker = (props) => el("input", { type: "file", hidden: true, onchange: (event) => take([...event.target.files]), ...props });
  const file = picker({ multiple: true });
  const folder = picker({ webkitdirectory: true });
  const zone = el(
    "div",
    { class: "drop" },
    icon("drop"),
    el("p", { class: "drop-title" }, t("replay.drop")),
    el("p", {}, t("replay.kinds")),
    el("div", { class: "actions" }, button(t("replay.file"), () => file.click(), { class: "primary" }), button(t("replay.folder"), () => folder.click()), file, folder),
  );
  const onPage = (name, act) =>
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      act(event);
    });
  onPage("dragover", () => zone.classList.add("over"));
  onPage("dragleave", () => zone.classList.remove("over"));
  onPage("drop", async (event) => {
    zone.classList.remove("over");
    take(await dropped(event.dataTransfer));
  });
  if (read) list.replaceChildren(found(read));
  return el("section", { class: "page replay" }, el("h1", {}, t("nav.replay")), zone, remark, list);
}

/** The files that were dropped, also those inside dropped folders. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((it) => it.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  const files = [];
  const walk = async (entry) => {
    if (files.length > 2000) return;
    if (entry.isFile) files.push(await new Promise((done, failed) => entry.file(done, failed)));
    else {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (!some.length) break;
        for (const it of some) await walk(it);
      }
    }
  };
  for (const entry of entries) await walk(entry);
  return files;
}

/** Board files go together; of anything else the likeliest file goes alone. */
async function send(files) {
  const boards = files.filter((it) => BOARD.test(it.name));
  const likely = [/^matches\.jsonl$/, /\.jsonl$/, /\.pdn$/i, /\.json$/, /./];
  const other = files.filter((it) => !BOARD.test(it.name));
  const one = likely.slice(0, boards.length ? 3 : 5).map((kind) => other.find((it) => kind.test(it.name))).find(Boolean);
  const size = (one ? [one] : boards).reduce((sum, it) => sum + it.size, 0);
  if (size > MOST_BYTES) throw new RangeError(t("replay.large"));
  if (one) return ask("POST", "/api/replays", await one.arrayBuffer(), { raw: true });
  if (!boards.length) throw new RangeError(t("replay.nothing"));
  return post("/api/replays", { boards: await Promise.all(boards.map(async (it) => ({ name: it.name, text: await it.text() }))) });
}

function found({ id, matches, remarks }) {
  const ended = (it) => [score(it.winner, it.draw), it.why, t("replay.plies", { n: it.plies })];
  return el(
    "section",
    { class: "found" },
    el("h2", {}, t("replay.found", { n: matches.length })),
    remarks?.length ? el("details", { open: remarks.length < 4 }, el("summary", {}, t("replay.remarks", { n: remarks.length })), el("ul", {}, remarks.map((it) => el("li", {}, it)))) : null,
    el(
      "ol",
      { class: "found-list" },
      matches.map((it) =>
        el("li", {}, el("a", { href: `#/replay/${id}/${encodeURIComponent(it.match)}` }, it.x && it.o ? `${it.x} – ${it.o}` : it.title), el("span", {}, ended(it).filter(Boolean).join(" · "))),
      ),
    ),
  );
}
