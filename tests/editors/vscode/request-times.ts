/** What the extension's log says of each request: packages/vscode/src/request-line.ts writes it. */

export interface RequestTimes {
  /** `model`, `typed-through`, `cache`, `in-flight`. */
  readonly source: string;
  readonly tier: "local" | "large";
  /** From VS Code's question to the answer that it is given, in milliseconds. */
  readonly ms: number;
  readonly waitedMs: number;
  readonly engineMs: number;
}

/** Of the requests that ended with a suggestion, in order. */
export function requestTimes(log: string): readonly RequestTimes[] {
  const line =
    /suggested by the (local|large) model \(([\w-]+)\): ([\d.]+) ms, of them ([\d.]+) waited, ([\d.]+) in the engine/g;
  return [...log.matchAll(line)].map(([, tier, source, ms, waitedMs, engineMs]) => ({
    tier: tier as RequestTimes["tier"],
    source: source as string,
    ms: Number(ms),
    waitedMs: Number(waitedMs),
    engineMs: Number(engineMs),
  }));
}

export interface LatencySummary {
  readonly requests: number;
  /** Beyond the engine and the pause in typing, in milliseconds. VS Code's own 50 ms come before the request. */
  readonly beyondMs: { readonly median: number; readonly p95: number };
  readonly wholeMs: { readonly median: number; readonly p95: number };
  readonly engineMs: { readonly median: number };
}

/** Of the requests that the local model was run for; null where there were none. */
export function latencyOf(times: readonly RequestTimes[]): LatencySummary | null {
  const asked = times.filter(({ source, tier }) => source === "model" && tier === "local");
  if (asked.length === 0) return null;
  const beyond = asked.map(({ ms, waitedMs, engineMs }) => ms - waitedMs - engineMs);
  const whole = asked.map(({ ms }) => ms);
  return {
    requests: asked.length,
    beyondMs: { median: quantile(beyond, 0.5), p95: quantile(beyond, 0.95) },
    wholeMs: { median: quantile(whole, 0.5), p95: quantile(whole, 0.95) },
    engineMs: {
      median: quantile(
        asked.map(({ engineMs }) => engineMs),
        0.5,
      ),
    },
  };
}

/** Nearest rank; `share` in [0, 1]. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return Math.round((sorted[at] as number) * 10) / 10;
}
