/** Draws a picture as an SVG that stands on its own, in light and dark. */
import type { FigureSpec } from "./figure-spec.js";
import { darkStyle, THEME } from "./theme.js";

/** Rejects where the specification is none. Vega is loaded here alone: it takes a second. */
export async function svgOf({ spec, description }: FigureSpec): Promise<string> {
  const [vega, { compile }] = await Promise.all([import("vega"), import("vega-lite")]);
  const compiled = compile({ ...spec, config: THEME } as unknown as Parameters<typeof compile>[0], { logger: SILENT });
  const view = new vega.View(vega.parse(compiled.spec), { renderer: "none" });
  try {
    const svg = await view.toSVG();
    return `${svg.replace(/(<svg[^>]*>)/, `$1<title>${escaped(description)}</title>${darkStyle()}`)}\n`;
  } finally {
    view.finalize();
  }
}

/** What it would say on the console; a broken specification still throws. */
const SILENT = {
  level: () => SILENT,
  error: () => SILENT,
  warn: () => SILENT,
  info: () => SILENT,
  debug: () => SILENT,
} as unknown as NonNullable<NonNullable<Parameters<typeof import("vega-lite").compile>[1]>["logger"]>;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
