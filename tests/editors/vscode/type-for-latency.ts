/** Types small functions into VS Code, and collects what the extension measured of the requests that ran the model. */
import { setTimeout as sleep } from "node:timers/promises";
import { type LatencySummary, latencyOf, type RequestTimes, requestTimes } from "./request-times.js";
import { AREA, type Session } from "./session.js";

const NAMES = ["half", "twice", "inner", "outer", "upper", "lower", "left", "right", "small", "large", "near", "far"];
/** Longer than a warm request on a busy machine. */
const ALONE_MS = 400;
const LINES = ["return wi", "total = area(wi", "if height", "print(wid"];

export interface TypedRequests {
  readonly summary: LatencySummary | null;
  readonly times: readonly RequestTimes[];
}

/**
 * @param rounds in [1, 12]: so many functions. The first is not counted: it warms what is cold
 * @param shape ends the functions' names: another one for a second sitting, so that nothing is answered from the cache
 */
export async function typeForLatency(
  { editor, server }: Session,
  rounds: number,
  shape = "area",
): Promise<TypedRequests> {
  let from = 0;
  for (const [at, name] of NAMES.slice(0, rounds + 1).entries()) {
    if (at === 1) from = requestTimes(server.extensionLog()).length;
    for (const line of LINES) {
      const text = `${AREA}def ${name}_${shape}(width, height):\n    ${line}`;
      await editor.setText(text.slice(0, -3));
      // While keys come fast each request takes over the one before, and none ran the model alone: this one does.
      await sleep(ALONE_MS);
      await editor.type(text.slice(-3));
      // Not every place has one.
      await editor.suggestion(3_000).catch(() => null);
    }
  }
  const times = requestTimes(server.extensionLog()).slice(from);
  return { summary: latencyOf(times), times };
}
