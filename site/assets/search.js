// Search over the pages, without asking anybody: the index is a script of the site, loaded once somebody searches.
const script = document.currentScript;
const siteTop = script.dataset.top;
const field = document.querySelector("input[type=search]");
const list = document.querySelector(".found");
const MOST = 12;

// The menu is open where there is room for it beside the text.
const wide = matchMedia("(min-width: 56rem)");
const menu = document.querySelector("details.menu");
const openWhereThereIsRoom = () => {
  menu.open = wide.matches;
};
wide.addEventListener("change", openWhereThereIsRoom);
openWhereThereIsRoom();

let index = null;
const loaded = (name) =>
  new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = `${siteTop}assets/${name}`;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

async function load() {
  await loaded("minisearch.js");
  await loaded("search-data.js");
  const options = { fields: ["heading", "title", "text"], storeFields: ["heading", "title", "href"] };
  return globalThis.MiniSearch.loadJSON(globalThis.nearfirstIndex, options);
}

async function search() {
  index ??= load();
  const found = (await index).search(field.value, {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    combineWith: "AND",
    boost: { heading: 4, title: 2 },
  });
  list.replaceChildren(...found.slice(0, MOST).map(entryOf));
  if (found.length === 0 && field.value.trim() !== "") {
    const nothing = document.createElement("li");
    nothing.textContent = "Nothing found.";
    list.append(nothing);
  }
  list.hidden = field.value.trim() === "";
}

function entryOf({ heading, title, href }) {
  const link = document.createElement("a");
  link.href = siteTop + href;
  link.textContent = heading;
  const item = document.createElement("li");
  item.append(link);
  if (title !== heading) {
    const where = document.createElement("small");
    where.textContent = title;
    link.append(" ", where);
  }
  return item;
}

field.addEventListener("focus", () => {
  index ??= load();
});
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") list.hidden = true;
  if (event.key === "Enter" || event.key === "ArrowDown") {
    list.querySelector("a")?.focus();
    event.preventDefault();
  }
});
list.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    list.hidden = true;
    field.focus();
  }
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (step === undefined) return;
  document.activeElement.closest("li")?.[step]?.querySelector("a")?.focus();
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea")) return;
  field.focus();
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) list.hidden = true;
});
