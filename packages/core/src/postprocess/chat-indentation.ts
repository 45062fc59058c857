import { indentationOf } from "../cursor/line-bounds.js";
import { indentationStyleOf } from "./indentation-unit.js";
import type { PostprocessRule, RuleContext } from "./rule.js";
import { linesAfter, linesBefore } from "./text-around.js";

/**
 * The indentation repair of the chat form (SynConfRoute 2.3 names one without describing it). Our reading: keep the
 * relative indentation; the first line takes that of the next line of the suffix, else of the last line of the prefix,
 * one level deeper after a colon.
 */
export const chatIndentation: PostprocessRule = {
  name: "chat-indentation",
  apply: (text, context) => {
    const { cursor, profile } = context;
    if (profile.mode !== "chat" || cursor.linePrefix.trim() !== "" || cursor.lexical.quote !== null) return { text };
    const [first = "", ...following] = text.replace(/^(?:[ \t]*\n)+/, "").split("\n");
    const target = Math.max(targetWidth(context), cursor.linePrefix.length);
    const own = indentationOf(first).length;
    if (first.trim() === "") return { text };
    // Nothing to do where the answer goes on from the indentation that is typed already.
    const isContinued = following.every((line) => line.trim() === "" || indentationOf(line).length >= target);
    if (cursor.linePrefix.length + own === target && (own > 0 || isContinued) && !/^\s*\n/.test(text)) return { text };
    const character = cursor.linePrefix.startsWith("\t") || first.startsWith("\t") ? "\t" : " ";
    const moved = following.map((line) => {
      if (line.trim() === "") return line;
      const lead = indentationOf(line);
      return character.repeat(Math.max(0, lead.length + target - own)) + line.slice(lead.length);
    });
    const opening = character.repeat(target - cursor.linePrefix.length) + first.slice(own);
    return { text: [opening, ...moved].join("\n") };
  },
};

function targetWidth({ cursor }: RuleContext): number {
  const [after] = linesAfter(cursor);
  if (cursor.lineSuffix.trim() === "" && after !== undefined) return indentationOf(after).length;
  const [before = ""] = linesBefore(cursor);
  const style = indentationStyleOf(cursor);
  const unit = style.kind === "mixed" ? 4 : style.unit.length;
  return indentationOf(before).length + (before.endsWith(":") ? unit : 0);
}
