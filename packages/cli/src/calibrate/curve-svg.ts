/** The same curve as an SVG picture that stands on its own. */
import type { OperatingPoint } from "@nearfirst/node";
import { rangeOf } from "./curve.js";
import { percent } from "./objective.js";

const [WIDTH, HEIGHT] = [640, 400];
const PLOT = { left: 70, right: 620, top: 50, bottom: 340 } as const;
const STEPS = 5;

export interface CurveSvgOptions {
  readonly points: readonly OperatingPoint[];
  readonly chosen: OperatingPoint | null;
  readonly title: string;
}

export function curveSvg({ points, chosen, title }: CurveSvgOptions): string {
  const { least, most } = rangeOf(points);
  const xOf = (share: number) => PLOT.left + share * (PLOT.right - PLOT.left);
  const yOf = (share: number) => PLOT.bottom - ((share - least) / (most - least)) * (PLOT.bottom - PLOT.top);
  const steps = Array.from({ length: STEPS + 1 }, (_, at) => at / STEPS);
  const shares = steps.map((step) => least + step * (most - least));
  const path = points
    .map(
      ({ escalatedShare, rightShare }, at) =>
        `${at === 0 ? "M" : "L"}${at2(xOf(escalatedShare))} ${at2(yOf(rightShare))}`,
    )
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${PLOT.left}" y="26" font-size="15">${escaped(title)}</text>
<g stroke="#ddd">
${shares.map((share) => `<path d="M${PLOT.left} ${at2(yOf(share))}H${PLOT.right}"/>`).join("\n")}
</g>
<g fill="#444">
${shares.map((share) => `<text x="${PLOT.left - 8}" y="${at2(yOf(share) + 4)}" text-anchor="end">${percent(share)}</text>`).join("\n")}
${steps.map((step) => `<text x="${at2(xOf(step))}" y="${PLOT.bottom + 20}" text-anchor="middle">${percent(step)}</text>`).join("\n")}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 44}" text-anchor="middle">of all requests, escalated to the large model</text>
<text x="18" y="${(PLOT.top + PLOT.bottom) / 2}" text-anchor="middle" transform="rotate(-90 18 ${(PLOT.top + PLOT.bottom) / 2})">right</text>
</g>
<path d="${path}" fill="none" stroke="#2b6cb0" stroke-width="2"/>
${chosen === null ? "" : `<circle cx="${at2(xOf(chosen.escalatedShare))}" cy="${at2(yOf(chosen.rightShare))}" r="5" fill="#c53030"><title>threshold ${chosen.threshold.toFixed(3)}</title></circle>\n`}</svg>
`;
}

function at2(value: number): string {
  return value.toFixed(2);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
