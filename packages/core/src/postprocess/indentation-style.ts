import { lexicalStateAfter } from "../cursor/lexical-state.js";
import { indentationOf } from "../cursor/line-bounds.js";
import { indentationStyleOf, widthOf } from "./indentation-unit.js";
import type { PostprocessRule } from "./rule.js";

/** Tabs against spaces: the answer's indentation takes the form of the file's, where the file has one. */
export const indentationStyle: PostprocessRule = {
  name: "indentation-style",
  apply: (text, { cursor }) => {
    if (!/^[ \t]/m.test(text)) return { text };
    const style = indentationStyleOf(cursor);
    if (style.kind === "mixed") return { text };
    const lines = text.split("\n");
    const leads = lines.map(indentationOf);
    const foreign = style.kind === "tabs" ? /^ {2,}$/ : /^\t+$/;
    if (!leads.some((lead) => foreign.test(lead))) return { text };

    // Two lines eight deep are two levels of four sooner than one of eight.
    const width = widthOf(
      leads.filter((lead) => foreign.test(lead)),
      [4, 2, 3],
    );
    let state = cursor.lexical;
    const converted = lines.map((line, at) => {
      const before = state;
      state = lexicalStateAfter(at < lines.length - 1 ? `${line}\n` : line, cursor.syntax, state);
      const lead = leads[at] as string;
      const isInCode = before.quote === null && before.comment === "none";
      const isLineStart = at > 0 || cursor.linePrefix.trim() === "";
      if (!isInCode || !isLineStart || !foreign.test(lead)) return line;
      const rest = line.slice(lead.length);
      if (style.kind === "spaces") return style.unit.repeat(lead.length) + rest;
      return "\t".repeat(Math.floor(lead.length / width)) + " ".repeat(lead.length % width) + rest;
    });
    return { text: converted.join("\n") };
  },
};
