import { fileURLToPath } from "node:url";

/** The model in `models/` that a fresh clone completes with. */
export const placeholderPath = fileURLToPath(
  new URL("../../models/nearfirst-placeholder-8.5m-q8_0.gguf", import.meta.url),
);
