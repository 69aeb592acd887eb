// Tells a server that was started together with its page whether a page is still open: hello when this
// one is loaded, goodbye when it is closed, and a stream that stays open even if the browser freezes it.

const name = [...crypto.getRandomValues(new Uint32Array(4))].map((it) => it.toString(16)).join("-");
const address = `/api/pages/${name}`;
const RETRY_MS = 5000;

let closing = null;

/** Keeps the stream open until the page is closed. */
function stream(signal) {
  return new Promise((done) => {
    let source;
    const open = () => {
      if (signal.aborted) return;
      source = new EventSource(address);
      // A dropped connection the browser makes anew by itself; after a refusal it gives up.
      source.onerror = () => source.readyState === EventSource.CLOSED && setTimeout(open, RETRY_MS);
    };
    signal.addEventListener("abort", () => {
      source?.close();
      done();
    });
    open();
  });
}

async function hello() {
  // A server that is gone needs to know nothing.
  const isThere = await fetch(address, { method: "POST" }).then((it) => it.ok, () => false);
  if (!isThere || closing) return;
  closing = new AbortController();
  const { signal } = closing;
  // A browser makes six connections to a server, for all of its tabs: they share one stream. The
  // browser freezes no page that holds a lock.
  if (navigator.locks) navigator.locks.request("presence", { signal }, () => stream(signal)).catch(() => {});
  else stream(signal);
}

addEventListener("pagehide", () => {
  closing?.abort();
  closing = null;
  navigator.sendBeacon(`${address}/closed`);
});
// Back from the browser's memory, where it was put on leaving.
addEventListener("pageshow", (event) => event.persisted && hello());
hello();
