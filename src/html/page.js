// The page says everything without this: it sorts tables, chooses players, and opens what a link leads to.
for (const table of document.querySelectorAll("table.sort")) sortable(table);
const filters = document.querySelector("form.filters");
if (filters) {
  filters.hidden = false;
  const { player, reason } = filters.elements;
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("input", () => {
    const name = player.value.trim().toLowerCase();
    for (const section of document.querySelectorAll(".player")) {
      const isNamed = section.querySelector("h3").textContent.toLowerCase().includes(name);
      section.hidden = !isNamed || (reason.value && !section.dataset.reasons.split(" ").includes(reason.value));
    }
    for (const card of document.querySelectorAll(".player [data-reason]")) {
      card.hidden = reason.value && card.dataset.reason !== reason.value;
    }
  });
}
const told = document.getElementById("matches");
if (told) {
  const { view, parts, matches } = JSON.parse(told.textContent);
  const dialog = document.getElementById("walk");
  const [head, drawing, status, elsewhere, slider] = ["h3", "svg", "p", "#elsewhere", "input"].map((it) => dialog.querySelector(it));
  let shown;
  const show = () => {
    const ply = Number(slider.value);
    const there = new Set();
    for (const [added, gone] of shown.steps.slice(0, ply + 1)) {
      gone.forEach((it) => there.delete(it));
      added.forEach((it) => there.add(it));
    }
    drawing.innerHTML = [...there].sort((a, b) => a - b).map((it) => parts[it]).join("");
    status.textContent = `${ply} / ${slider.max}${ply ? `: ${shown.moves[ply - 1] ?? shown.fault}` : ""}`;
    drawing.setAttribute("aria-label", status.textContent);
  };
  const step = (by) => {
    slider.value = Number(slider.value) + by;
    show();
  };
  const act = { back: () => step(-1), on: () => step(1), close: () => dialog.close() };
  drawing.setAttribute("viewBox", view);
  slider.addEventListener("input", show);
  dialog.addEventListener("click", (event) => act[event.target.name]?.());
  // The address names the match that is open.
  const open = () => {
    const id = /^#match-(\d+)$/.exec(location.hash)?.[1];
    dialog.close();
    if (!id) return;
    shown = matches[id];
    head.textContent = shown ? `${id}: ${shown.x} – ${shown.o}` : id;
    elsewhere.querySelector("span").textContent = id;
    elsewhere.hidden = Boolean(shown);
    for (const it of [drawing, status, slider, ...dialog.querySelectorAll("[name=back], [name=on]")]) it.toggleAttribute("hidden", !shown);
    if (shown) {
      slider.max = shown.steps.length - 1;
      slider.value = slider.max;
      show();
    }
    dialog.showModal();
    if (shown) slider.focus();
  };
  dialog.addEventListener("close", () => location.hash.startsWith("#match-") && !dialog.open && history.replaceState(null, "", location.href.split("#")[0]));
  addEventListener("hashchange", open);
  open();
}
const unfold = () => {
  const id = location.hash.slice(1);
  const details = id && document.getElementById(id)?.querySelector("details");
  if (details) details.open = true;
};
addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => {
  // On paper a player of a report has one line at most.
  for (const details of document.querySelectorAll("details:not(.player > details)")) details.open = true;
});
unfold();
