// The page's words in the reader's language: one file each, loaded when needed.

export const LANGUAGES = { en: "English", it: "Italiano", fr: "Français" };

let words = {};
let current = "en";

export const language = () => current;

/** The language asked for last, else the first of the browser's that we have. */
export function preferred() {
  const asked = localStorage.getItem("language");
  const wishes = [asked, ...(navigator.languages ?? [navigator.language])];
  return wishes.map((it) => it?.slice(0, 2).toLowerCase()).find((it) => it in LANGUAGES) ?? "en";
}

export async function speak(wanted) {
  current = wanted;
  words = (await import(`./words/${wanted}.js`)).default;
  document.documentElement.lang = wanted;
}

/** A phrase; `{name}` is replaced by what is given, functions get it whole. */
export function t(name, given = {}) {
  const phrase = words[name];
  if (phrase === undefined) return "or" in given ? given.or : name;
  if (typeof phrase === "function") return phrase(given);
  return typeof phrase === "string" ? phrase.replace(/\{(\w+)\}/g, (_, word) => given[word] ?? "") : phrase;
}

export const number = (value, digits = 0) =>
  new Intl.NumberFormat(current, { minimumFractionDigits: 0, maximumFractionDigits: digits }).format(value);

/** A date and time of day. */
export const day = (ms) => new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(ms);
