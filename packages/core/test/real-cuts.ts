/** Random cuts of real files: what a developer would see if the model answered the true text. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CursorContext, cursorContextOf } from "../src/cursor/cursor-context.js";
import { languageOfPath } from "../src/cursor/language-syntax.js";
import { findStop, stopStateOf } from "../src/inference/stop.js";
import type { StopMode } from "../src/types.js";

export interface RealFile {
  readonly path: string;
  readonly text: string;
}

export interface RealCut {
  readonly path: string;
  readonly cursor: CursorContext;
  readonly stopMode: StopMode;
  /** The true text between the cursor and the end of the line or statement, not blank, with `\n` line breaks. */
  readonly gold: string;
}

/** No answer of 128 tokens is longer, in UTF-16 units. */
const LONGEST_ANSWER = 2_000;
const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

export function realPythonFiles(): RealFile[] {
  return filesUnder("bench/corpus/python", /\.py$/);
}

/** TypeScript and JavaScript that this project depends on, with spaces and with tabs. */
export function realScriptFiles(): RealFile[] {
  return [
    ...filesUnder("node_modules/zod/src/v4/core", /\.ts$/),
    ...filesUnder("node_modules/zod/src/v4/classic", /^[a-z-]+\.ts$/),
    ...filesUnder("node_modules/commander/lib", /\.js$/),
    ...filesUnder("node_modules/chokidar", /\.js$/),
    ...filesUnder("node_modules/jsonc-parser/lib/esm", /\.js$/),
    ...filesUnder("node_modules/wrap-ansi", /^index\.js$/),
    ...filesUnder("node_modules/pretty-ms", /^index\.js$/),
    ...filesUnder("node_modules/strip-ansi", /^index\.js$/),
  ];
}

function filesUnder(directory: string, name: RegExp): RealFile[] {
  return readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && name.test(entry.name) && !join(entry.parentPath, entry.name).includes("/tests/"),
    )
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: path.slice(ROOT.length + 1), text: readFileSync(path, "utf8").replaceAll("\r\n", "\n") };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The cut at `offset`: its gold text is taken out of the document. Null where there is nothing to complete, or too much. */
export function realCutOf(file: RealFile, offset: number, stopMode: "line" | "statement"): RealCut | null {
  const { path, text } = file;
  const languageId = languageOfPath(path);
  const rest = text.slice(offset);
  const typed = cursorContextOf({ uri: path, languageId, text: text.slice(0, offset) }, offset);
  const gold = rest.slice(0, findStop(rest, stopStateOf(typed, stopMode))?.end ?? rest.length);
  if (gold.trim() === "" || gold.length > LONGEST_ANSWER) return null;
  const cut = text.slice(0, offset) + text.slice(offset + gold.length);
  return { path, cursor: cursorContextOf({ uri: path, languageId, text: cut }, offset), stopMode, gold };
}
