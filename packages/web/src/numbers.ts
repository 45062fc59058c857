/** Numbers in words, the same everywhere on the page. */

/** `12 %`; one decimal below ten; `–` for null. */
export function percent(share: number | null): string {
  if (share === null) return "–";
  const value = 100 * share;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** `0.4 ms`, `12 ms`, `1.25 s`; `–` for null. */
export function milliseconds(ms: number | null): string {
  if (ms === null) return "–";
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `512 B`, `1.4 kB`. */
export function bytesInWords(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

/** `12,345` */
export function count(value: number): string {
  return value.toLocaleString("en-GB");
}

/** `1 token`, `2 tokens`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}
