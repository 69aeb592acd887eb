// The squares that people touch: a grid of cells over the drawing, with one of them in the tab order,
// arrows between them, clicks, and dragging with any pointer. What a cell means is the caller's.

import { el } from "./dom.js";
import { key, unkey } from "./position.js";

const FAR = 7;

export class Grid {
  /**
   * `act` is told: `press(square, place, pointer)` a click, with the kind of pointer, or Enter, without; `lift(square)` may a drag begin here; `carry(square,
   * place)`, `land(square, target or null)`, `drag(square, target)` all of it at once, where `waits()` says that
   * the turn is about to begin; `over(place or null)` the pointer moves, as parts of the whole;
   * `typed(event, square)` returns whether it took the key; `focused(square)`.
   */
  constructor(picture, { columns, rows, label, act = {} }) {
    Object.assign(this, { picture, columns, rows, act, flipped: false });
    this.cells = new Map();
    this.here = [0, 0];
    this.element = el("div", { class: "cells", role: "grid", "aria-label": label });
    this.element.style.inset = picture.inset.map((it) => `${it * 100}%`).join(" ");
    this.build();
    this.listen();
  }

  build() {
    const rows = [];
    for (let down = 0; down < this.rows; down++) {
      const row = this.flipped ? down : this.rows - 1 - down;
      const cells = [];
      for (let across = 0; across < this.columns; across++) {
        const at = `${this.flipped ? this.columns - 1 - across : across},${row}`;
        const cell = this.cells.get(at) ?? el("div", { role: "gridcell", tabindex: "-1", "data-at": at });
        this.cells.set(at, cell);
        cells.push(cell);
      }
      rows.push(el("div", { role: "row" }, cells));
    }
    this.element.replaceChildren(...rows);
    this.stand(this.here);
  }

  flip(flipped) {
    const focused = this.element.contains(document.activeElement);
    this.flipped = flipped;
    this.build();
    if (focused) this.focus(this.here);
  }

  /** Names each cell; `state` adds classes for the style and for whoever looks on. */
  describe(name, state = () => "") {
    for (const [at, cell] of this.cells) {
      const square = unkey(at);
      const [label, classes] = [name(square), state(at)];
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      if (cell.className !== classes) cell.className = classes;
      if (/\bheld\b/.test(classes)) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    }
  }

  stand(square) {
    this.cells.get(key(this.here))?.setAttribute("tabindex", "-1");
    this.here = square;
    this.cells.get(key(square))?.setAttribute("tabindex", "0");
  }

  focus(square) {
    this.stand(square);
    this.cells.get(key(square))?.focus({ preventScroll: true });
  }

  /** Where a pointer is, in the drawing's units. */
  place(event) {
    const box = this.picture.element.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * this.picture.extent,
      ((event.clientY - box.top) / box.height) * this.picture.extent,
    ];
  }

  squareAt(event) {
    const box = this.element.getBoundingClientRect();
    const across = Math.floor(((event.clientX - box.left) / box.width) * this.columns);
    const down = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
    if (across < 0 || down < 0 || across >= this.columns || down >= this.rows) return null;
    return this.flipped ? [this.columns - 1 - across, down] : [across, this.rows - 1 - down];
  }

  listen() {
    const { element, act } = this;
    let start = null;
    let dragged = false;
    element.addEventListener("pointerdown", (event) => {
      dragged = false;
      this.pointer = event.pointerType;
      const square = this.squareAt(event);
      const isEarly = Boolean(act.waits?.());
      if (event.button === 0 && event.isPrimary && square && (isEarly || act.lift?.(square))) {
        start = { square, x: event.clientX, y: event.clientY, id: event.pointerId, far: false, isEarly };
      }
    });
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") act.over?.(this.place(event));
      if (!start || event.pointerId !== start.id) return;
      if (!start.far && Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR) {
        start.far = true;
        element.setPointerCapture(start.id);
        element.classList.add("dragging");
        if (!start.isEarly) act.begin?.(start.square);
      }
      if (start.far && !start.isEarly) act.carry?.(start.square, this.place(event));
    });
    const end = (event, target) => {
      if (!start || event.pointerId !== start.id) return;
      const { square, far, isEarly } = start;
      start = null;
      element.classList.remove("dragging");
      if (!far) return;
      dragged = true;
      if (isEarly) act.drag?.(square, target);
      else act.land?.(square, target);
    };
    element.addEventListener("pointerup", (event) => end(event, this.squareAt(event)));
    element.addEventListener("pointercancel", (event) => end(event, null));
    element.addEventListener("pointerleave", () => act.over?.(null));
    element.addEventListener("click", (event) => {
      if (dragged) {
        dragged = false;
        return;
      }
      const square = event.detail === 0 ? unkey(event.target.closest("[data-at]").dataset.at) : this.squareAt(event);
      if (!square) return;
      this.stand(square);
      if (event.detail === 0) act.press?.(square, null, null);
      else act.press?.(square, this.place(event), this.pointer ?? "mouse");
    });
    element.addEventListener("focusin", () => act.focused?.(this.here));
    element.addEventListener("keydown", (event) => this.typed(event));
  }

  typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.act.typed?.(event, this.here)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const turn = this.flipped ? -1 : 1;
    let [column, row] = this.here;
    if (event.key === "ArrowLeft") column -= turn;
    else if (event.key === "ArrowRight") column += turn;
    else if (event.key === "ArrowUp") row += turn;
    else if (event.key === "ArrowDown") row -= turn;
    else if (event.key === "Home") column = this.flipped ? this.columns - 1 : 0;
    else if (event.key === "End") column = this.flipped ? 0 : this.columns - 1;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.act.press?.(this.here, null, null);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
    if (this.cells.has(`${column},${row}`)) this.focus([column, row]);
  }
}
