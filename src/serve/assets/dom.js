// Elements made in one expression. Text goes in as text nodes only: nothing here, and nothing that
// uses this, ever reads markup from a string.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "selected") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: attributes, `onclick`-like listeners, children. */
export function el(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

/** The same for SVG. */
export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS(SVG, name), props, children);
}

/** A drawing from the page's own stock, by its id in index.html. */
export function icon(id) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${id}` }));
}

/** A button with a drawing and a word; `quiet` ones show the drawing alone and keep the word as label. */
export function button(word, onclick, { drawing, quiet, ...props } = {}) {
  return el(
    "button",
    { type: "button", onclick, ...(quiet ? { "aria-label": word, title: word } : {}), ...props },
    drawing && icon(drawing),
    quiet ? null : el("span", {}, word),
  );
}

/** Several exclusive choices side by side; `choices` are [value, label, drawing?]. */
export function segments(name, legend, choices, chosen, onpick, hidden = false) {
  return el(
    "fieldset",
    { class: "segments" },
    el("legend", { class: hidden ? "unseen" : "" }, legend),
    el(
      "div",
      { class: "segments-row" },
      choices.map(([value, label, drawing]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onpick(value) }),
          el("span", {}, drawing ?? null, label),
        ),
      ),
    ),
  );
}

/** A line for what could not be done; `tell("")` empties it. */
export function remarkLine() {
  const element = el("p", { class: "remark", role: "alert" });
  const tell = (text) => {
    element.textContent = text;
    element.classList.toggle("some", Boolean(text));
  };
  return { element, tell };
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
