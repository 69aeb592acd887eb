// Asking the server. A refusal keeps the server's own words; a server that is gone is told to whoever
// listens, and so is its return.

import { language } from "./words.js";

const listeners = new Set();

/** Called with `true` or `false` after each request: is the server there? */
export function onConnection(listener) {
  listeners.add(listener);
}

/** The server said no, and why; `language` is the one of its words, which may not be the page's. */
export class Refusal extends Error {
  constructor(status, error, language) {
    super(error.text ?? `HTTP ${status}`);
    this.status = status;
    this.language = language;
    this.code = error.code ?? "";
    this.diagnosis = error.diagnosis ?? null;
  }
}

/** The server did not answer at all. */
export class Gone extends Error {}

/** One request; `body` is sent as JSON unless it is raw. */
export async function ask(method, path, body, { signal, raw } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      // The server's sentences in the language of the page, whatever the browser's is.
      headers: {
        "Accept-Language": language(),
        ...(body !== undefined && { "Content-Type": raw ? "application/octet-stream" : "application/json" }),
      },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    listeners.forEach((tell) => tell(false));
    throw new Gone(path);
  }
  listeners.forEach((tell) => tell(true));
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, found.error ?? {}, answer.headers.get("Content-Language"));
  return found;
}

export const get = (path, options) => ask("GET", path, undefined, options);
export const post = (path, body = {}, options) => ask("POST", path, body, options);
