/** A line of a real file, replaced by what a model may write instead: the corruptions of the project's parser measurements. */
import type { Insertion } from "@nearfirst/core";
import type { LanguageFile } from "./language-files.js";

export interface Corruption extends Insertion {
  readonly kind: "other line" | "indented otherwise" | "truncated" | "one mark less";
}

const MARKS = "()[]{}:;\"'`";

/** One of each kind at a random line of code, as far as the line has what it takes. */
export function corruptionsOf(
  file: LanguageFile,
  languageId: string,
  isCode: (line: string) => boolean,
  random: () => number,
): Corruption[] {
  const lines = file.text.split("\n");
  const pick = () => Math.floor(random() * lines.length);
  const index = pick();
  const line = lines[index] as string;
  if (!isCode(line)) return [];
  const content = line.trim();
  const indentation = line.slice(0, line.length - line.trimStart().length);
  const lineStart = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  const whole = (kind: Corruption["kind"], text: string): Corruption => ({
    kind,
    languageId,
    extent: "statement",
    before: file.text.slice(0, lineStart),
    text,
    after: file.text.slice(lineStart + line.length),
  });
  /** What is indented by the editor is there before the completion comes. */
  const indented = (kind: Corruption["kind"], text: string): Corruption => {
    const corruption = whole(kind, text);
    return { ...corruption, before: corruption.before + indentation };
  };
  const found: Corruption[] = [];
  const other = (lines[pick()] as string).trim();
  if (other !== "" && other !== content) found.push(indented("other line", other));
  const shift = [-4, -2, 2, 4][Math.floor(random() * 4)] as number;
  const moved = shift > 0 ? " ".repeat(shift) + line : line.slice(Math.min(-shift, indentation.length));
  if (moved !== line) found.push(whole("indented otherwise", moved));
  if (content.length > 1)
    found.push(indented("truncated", content.slice(0, 1 + Math.floor(random() * (content.length - 1))).trimEnd()));
  const marks = [...content].flatMap((character, at) => (MARKS.includes(character) ? [at] : []));
  const at = marks[Math.floor(random() * marks.length)];
  if (at !== undefined) found.push(indented("one mark less", content.slice(0, at) + content.slice(at + 1)));
  // Nothing is no completion.
  return found.filter(({ text }) => text.trim() !== "");
}
