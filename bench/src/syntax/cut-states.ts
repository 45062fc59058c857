/** A place in a real file, its true completion, and the states in which a developer may be when it comes. */
import {
  cursorContextOf,
  type Extent,
  extentOf,
  findStop,
  type Insertion,
  isLineCommentIn,
  stopStateOf,
} from "@nearfirst/core";
import type { LanguageFile } from "./language-files.js";

export interface Cut {
  readonly languageId: string;
  readonly path: string;
  readonly before: string;
  /** The true text to the end of the line or of the statement. */
  readonly gold: string;
  readonly after: string;
  /** As the product has it: by why the stop rules ended the true text. */
  readonly extent: Extent;
}

export interface CutState extends Insertion {
  readonly state: string;
}

/** No answer of 128 tokens is longer, in UTF-16 units. */
const LONGEST_GOLD = 2_000;

/** A cut at a random place of a random line of code; null where there is nothing to complete, or too much. */
export function randomCut(file: LanguageFile, languageId: string, random: () => number): Cut | null {
  const { text, path } = file;
  const lines = text.split("\n");
  const index = Math.floor(random() * lines.length);
  const line = lines[index] as string;
  if (line.trim() === "" || isLineCommentIn(line, languageId)) return null;
  const lineStart = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  const indentation = line.length - line.trimStart().length;
  const kind = random();
  // At the left edge, after the indentation, anywhere in the line.
  const column =
    kind < 0.2 ? 0 : kind < 0.5 ? indentation : indentation + Math.floor(random() * (line.length - indentation));
  const offset = lineStart + column;
  const before = text.slice(0, offset);
  const rest = text.slice(offset);
  const mode = random() < 0.7 ? "statement" : "line";
  const typed = cursorContextOf({ uri: path, languageId, text: before }, offset);
  const stop = findStop(rest, stopStateOf(typed, mode));
  const gold = rest.slice(0, stop?.end ?? rest.length);
  if (gold.trim() === "" || gold.length > LONGEST_GOLD) return null;
  return {
    languageId,
    path,
    before,
    gold,
    after: rest.slice(gold.length),
    extent: extentOf(stop?.reason ?? "end-of-middle"),
  };
}

/** The cut as it is, and as it looks while what is around it is not written yet. */
export function statesOf(cut: Cut, random: () => number): CutState[] {
  const { languageId, before, gold, after, extent } = cut;
  const as = (state: string, parts: Partial<Insertion>): CutState => ({
    state,
    languageId,
    before,
    text: gold,
    after,
    extent,
    ...parts,
  });
  const states = [
    as("right", {}),
    as("left", { after: "" }),
    as("block deleted", { after: withoutRestOfBlock(cut) }),
    as("lines deleted", { after: withoutLines(after, 1 + Math.floor(random() * 4)) }),
    as("brackets deleted", { after: withoutClosing(after, 1 + Math.floor(random() * 3)) }),
  ];
  const breaks = [...gold.matchAll(/\n/g)].map((each) => each.index);
  for (const at of breaks.slice(0, 6)) {
    states.push(
      as("line by line", { text: gold.slice(0, at), extent: "open" }),
      as("line by line, left", { text: gold.slice(0, at), after: "", extent: "open" }),
    );
  }
  for (let times = 0; times < 3; times++) {
    const typed = 1 + Math.floor(random() * (gold.length - 1));
    if (gold.slice(typed).trim() !== "")
      states.push(as("typed", { before: before + gold.slice(0, typed), text: gold.slice(typed) }));
  }
  return states;
}

/** Without the lines after the cursor's that are indented as far as it or further. */
function withoutRestOfBlock({ before, gold, after }: Cut): string {
  const whole = before + gold;
  const first =
    whole
      .slice(before.lastIndexOf("\n") + 1)
      .split("\n")
      .find((line) => line.trim() !== "") ?? "";
  const indentation = first.length - first.trimStart().length;
  const [rest = "", ...lines] = after.split("\n");
  let end = lines.findIndex((line) => line.trim() !== "" && line.length - line.trimStart().length < indentation);
  if (end < 0) end = lines.length;
  return [rest, ...lines.slice(end)].join("\n");
}

function withoutLines(after: string, count: number): string {
  const [rest = "", ...lines] = after.split("\n");
  return [rest, ...lines.slice(count)].join("\n");
}

function withoutClosing(after: string, count: number): string {
  let left = count;
  return after.replaceAll(/[)\]}]/g, (bracket) => (left-- > 0 ? "" : bracket));
}
