function sortable(table) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    if (head.classList.contains("still") || !body.rows.length) return;
    const value = (row) => {
      const cell = row.cells[column];
      return cell.dataset.v === undefined ? cell.textContent.trim() : Number(cell.dataset.v);
    };
    const first = typeof value(body.rows[0]) === "number" ? "descending" : "ascending";
    const second = first === "ascending" ? "descending" : "ascending";
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const order = head.getAttribute("aria-sort") === first ? second : first;
      for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const rows = [...body.rows].map((row) => [value(row), row]);
      rows.sort(([a], [b]) => sign * (typeof a === "number" ? a - b : a.localeCompare(b)));
      body.append(...rows.map(([, row]) => row));
    });
  });
}
