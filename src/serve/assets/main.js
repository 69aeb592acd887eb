// The page's frame: which view the address asks for, the head with language and looks, the banner when
// the server is gone and the view has no place of its own to say so.

import { get, Gone, onConnection, Refusal } from "./api.js";
import { button, el } from "./dom.js";
import { homeView } from "./home.js";
import { LANGUAGES, language, preferred, speak, t } from "./words.js";

/** The views by the first word of the address; those not needed at first are loaded when asked for. */
const VIEWS = {
  "": async () => homeView,
  play: async () => (await import("./choosing.js")).choosingView,
  match: async () => (await import("./match.js")).matchView,
  tournaments: async (parts) => {
    const views = await import("./tournaments.js");
    return parts.length ? views.tournamentView : views.tournamentsView;
  },
  replay: async () => (await import("./replay.js")).replayView,
  board: async () => (await import("./lookup.js")).lookupView,
};

const main = document.getElementById("main");
const root = document.documentElement;
let games = null;
/** Whether the server ends when its last page is closed. */
let countsPages = false;
/** Whether the server answered the last request. */
let isThere = true;
let shown = null;
let turn = 0;

function go(address) {
  if (location.hash === address) show();
  else location.hash = address;
}

async function show({ isFirst = false } = {}) {
  const mine = ++turn;
  const [path, search] = location.hash.replace(/^#\/?/, "").split("?");
  let view, name, parts;
  try {
    // An address that was cut off may not even be decoded.
    [name, ...parts] = path.split("/").filter(Boolean).map(decodeURIComponent);
    games ??= (await get("/api/games")).games;
    const load = VIEWS[name ?? ""];
    const open = load && (await load(parts).catch(() => Promise.reject(new Gone(path))));
    view = open ? await open({ parts, games, go, query: new URLSearchParams(search) }) : lost(t("unknown.page"));
  } catch (error) {
    view = error instanceof Gone ? lost(t("gone.title"), t("gone.text")) : lost(t("unknown.page"), error instanceof Refusal ? error.message : String(error));
  }
  if (mine !== turn) {
    view.leave?.();
    return;
  }
  shown?.leave?.();
  shown = view;
  tellConnection();
  main.replaceChildren(view.element);
  document.title = [view.title, "Arbitro"].filter(Boolean).join(" · ");
  for (const link of document.querySelectorAll("#nav a")) {
    const target = link.hash.slice(2);
    const isHere = target === (["play", "match", "board", undefined].includes(name) ? "" : name);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!root.dataset.ready) performance.mark("ready");
  root.dataset.ready = "yes";
  if (isFirst) return;
  scrollTo(0, 0);
  const heading = main.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

function lost(title, text) {
  return {
    title,
    isLost: true,
    element: el("section", { class: "empty" }, el("h1", {}, title), text && el("p", {}, text), el("a", { class: "primary", href: "#/" }, t("unknown.home"))),
  };
}

/* Looks */

const THEMES = ["system", "wood", "dark"];

function setTheme(theme) {
  localStorage.setItem("theme", theme);
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

function head() {
  const theme = localStorage.getItem("theme") ?? "system";
  const looks = button(t("theme.label", { now: t(`theme.${theme}`) }), () => {
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]);
    head();
    document.getElementById("looks").focus();
  }, { drawing: `theme-${theme}`, quiet: true, id: "looks" });
  const languages = el(
    "select",
    {
      "aria-label": t("language.label"),
      onchange: async (event) => {
        localStorage.setItem("language", event.target.value);
        await speak(event.target.value);
        head();
        // Titles of games are in the reader's language.
        games = null;
        show();
      },
    },
    Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, lang: code, selected: code === language() }, name)),
  );
  document.getElementById("settings").replaceChildren(languages, looks);
  const nav = document.getElementById("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  nav.replaceChildren(...[["", "nav.play"], ["tournaments", "nav.tournaments"], ["replay", "nav.replay"]].map(([to, word]) => el("a", { href: `#/${to}` }, t(word))));
  document.getElementById("skip").textContent = t("nav.skip");
}

/* The server, gone and back */

const banner = document.getElementById("banner");
onConnection((now) => {
  if (now === isThere) return;
  isThere = now;
  tellConnection();
});

function tellConnection() {
  shown?.tellConnection?.(isThere);
  banner.hidden = isThere || Boolean(shown?.tellConnection);
  if (banner.hidden) return;
  const retry = button(t("gone.retry"), async () => {
    await get("/api/games").then(() => (games && !shown?.isLost ? null : show()), () => {});
  });
  banner.replaceChildren(el("span", {}, t("gone.banner")), retry);
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
// A file dropped beside the drop zone must not replace the page.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
addEventListener("hashchange", () => show());

setTheme(localStorage.getItem("theme") ?? "system");
// Both are needed before anything shows; neither waits for the other. Titles of games are asked for in this language.
const spoken = speak(preferred());
const asked = get("/api/games").then((it) => {
  games = it.games;
  countsPages = it.counts_pages;
}, () => {});
await Promise.all([spoken, asked]);
head();
await show({ isFirst: true });
if (countsPages) import("./presence.js");
