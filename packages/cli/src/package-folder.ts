/** Folders that come with Nearfirst: beside `dist` in the package, at the top of a clone. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOTS = ["../", "../../../"].map((each) => fileURLToPath(new URL(each, import.meta.url)));

/** Absolute path of what is there; null where it was not packed, as in the VS Code extension. */
export function packagePath(...steps: readonly string[]): string | null {
  return ROOTS.map((root) => join(root, ...steps)).find((path) => existsSync(path)) ?? null;
}
