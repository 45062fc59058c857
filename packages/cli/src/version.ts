import { readFileSync } from "node:fs";

/** Of this package. */
export const NEARFIRST_VERSION: string = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
).version;
