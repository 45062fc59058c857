/** Colours and fonts of all pictures. Each colour has its counterpart on a dark page; both are told apart by eye and by printer. */

export const INK = "#1f2328";
export const FAINT = "#59636e";
const GRID = "#d8dee4";
export const PAPER = "#ffffff";

export const BLUE = "#0b62b0";
export const ORANGE = "#bf5a00";
export const GREEN = "#1a7f45";
export const PURPLE = "#7a44b8";
export const RED = "#b42a2a";
export const TEAL = "#0a7a85";
export const GREY = "#7d8590";
export const PINK = "#b5377a";

/** In the order in which they are given to series. */
const SERIES = [BLUE, ORANGE, GREEN, PURPLE, RED, TEAL, PINK, GREY] as const;

/** By the colour of the light page. */
const ON_DARK: Readonly<Record<string, string>> = {
  [INK]: "#e6edf3",
  [FAINT]: "#9da7b1",
  [GRID]: "#363d46",
  [PAPER]: "#0f1419",
  [BLUE]: "#64b1ff",
  [ORANGE]: "#f5a04d",
  [GREEN]: "#56d08a",
  [PURPLE]: "#bd94f5",
  [RED]: "#ff8a80",
  [TEAL]: "#4fd0dc",
  [GREY]: "#98a1ab",
  [PINK]: "#f58fc2",
};

/** For an `<svg>` whose colours are those above, as attributes: a viewer without styles shows the light ones. */
export function darkStyle(): string {
  const rules = Object.entries(ON_DARK).map(
    ([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`,
  );
  return `<style>@media (prefers-color-scheme:dark){${rules.join("")}}</style>`;
}

const FONT = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', Arial, sans-serif";

/** Vega-Lite's `config`. */
export const THEME = {
  background: PAPER,
  font: FONT,
  padding: 14,
  view: { stroke: null, continuousWidth: 560, continuousHeight: 340 },
  title: {
    color: INK,
    fontSize: 15,
    fontWeight: 600,
    anchor: "start",
    offset: 14,
    subtitleColor: FAINT,
    subtitleFontSize: 12,
  },
  axis: {
    labelColor: FAINT,
    titleColor: INK,
    labelFontSize: 12,
    titleFontSize: 12.5,
    titleFontWeight: 400,
    titlePadding: 10,
    gridColor: GRID,
    domainColor: GRID,
    tickColor: GRID,
    labelLimit: 260,
  },
  legend: {
    labelColor: INK,
    titleColor: INK,
    labelFontSize: 12,
    titleFontSize: 12,
    labelLimit: 280,
    symbolStrokeWidth: 2.5,
    rowPadding: 5,
    symbolStrokeColor: FAINT,
  },
  header: { labelColor: INK, labelFontSize: 12.5, titleColor: INK },
  range: { category: [...SERIES] },
  line: { strokeWidth: 2 },
  text: { color: INK, fontSize: 11.5 },
} as const;
