// Makes every table sortable: each column heading gets a button, so keyboard and screen reader work too.
// The page is complete without this.
"use strict";
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  if (body.rows.length < 2 || !body.querySelector("[data-sort]")) continue;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if (!heading.textContent) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...body.rows].sort((a, b) => compare(a.cells[column], b.cells[column]));
      body.replaceChildren(...(up ? rows : rows.reverse()));
    });
  });
}
// Where there is room beside a lone chart, its table stands open there, as high as the chart.
if (matchMedia("(min-width: 62rem)").matches)
  for (const beside of document.querySelectorAll("figure.lone > details")) {
    const chart = beside.parentElement.querySelector("svg"), table = beside.querySelector(".scroll");
    if (chart) table.style.maxHeight = `${Math.max(304, chart.getBoundingClientRect().height - 32)}px`;
    beside.open = true;
  }
function compare(a, b) {
  const x = a.dataset.sort, y = b.dataset.sort;
  if (x !== undefined && y !== undefined) return Number(x) - Number(y);
  if (x !== undefined || y !== undefined) return x === undefined ? -1 : 1;
  return a.textContent < b.textContent ? -1 : a.textContent > b.textContent ? 1 : 0;
}
