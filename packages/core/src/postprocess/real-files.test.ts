/** Cuts of real files: true answers stay as they are, and true answers with the field's usual faults are repaired. */
import { describe, expect, it } from "vitest";
import { type RealCut, type RealFile, realCutOf, realPythonFiles, realScriptFiles } from "../../test/real-cuts.js";
import { SOME_PROFILE } from "../../test/rule-checks.js";
import { type CursorContext, cursorContextOf } from "../cursor/cursor-context.js";
import { lexicalStateAfter } from "../cursor/lexical-state.js";
import type { StopReason } from "../types.js";
import { postprocess } from "./postprocess.js";
import { isDistinct, linesAfter } from "./text-around.js";

const PYTHON = sample(realPythonFiles(), 14);
const SCRIPTS = sample(realScriptFiles(), 10);

/** Cuts at offsets that a fixed generator spreads over each file, for lines and for statements. */
function sample(files: readonly RealFile[], cutsPerFile: number): RealCut[] {
  let state = 20_240_917;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  return files.flatMap((file) =>
    Array.from({ length: cutsPerFile }, () => Math.floor(next() * file.text.length)).flatMap((offset) =>
      (["line", "statement"] as const).flatMap((mode) => realCutOf(file, offset, mode) ?? []),
    ),
  );
}

function processed(cut: RealCut, answer: string, change: { cursor?: CursorContext; stopReason?: StopReason } = {}) {
  const { stopMode } = cut;
  const stopReason = change.stopReason ?? (stopMode === "line" ? "line" : "statement");
  const result = postprocess(answer, {
    cursor: change.cursor ?? cut.cursor,
    profile: SOME_PROFILE,
    stopMode,
    stopReason,
  });
  return "drop" in result ? `dropped: ${result.drop}` : result.text;
}

/** A line that opens a block moves the lines below it: that is another rule's matter. */
const withoutSpace = (text: string) => text.replaceAll(/\s/g, "");

/** The cuts whose answer does not come out as expected, readable in a failure. */
function exceptions(cuts: readonly RealCut[], outcome: (cut: RealCut) => { got: string; expected: string }) {
  return cuts.flatMap((cut) => {
    const { got, expected } = outcome(cut);
    return got === expected ? [] : [{ path: cut.path, typed: cut.cursor.linePrefix, gold: cut.gold, got }];
  });
}

describe.each([
  ["Python", PYTHON],
  ["TypeScript and JavaScript", SCRIPTS],
])("cuts of %s files", (_, cuts) => {
  it("are enough to mean something", () => {
    expect(cuts.length).toBeGreaterThan(500);
  });

  it.each<StopReason>(["line", "end-of-middle", "max-tokens"])("keep the true text when %s ended it", (stopReason) => {
    expect(exceptions(cuts, (cut) => ({ got: processed(cut, cut.gold, { stopReason }), expected: cut.gold }))).toEqual(
      [],
    );
  });

  it("keep the true text in a file with CRLF", () => {
    const found = exceptions(cuts, (cut) => {
      const { document, offset } = cut.cursor;
      const before = document.text.slice(0, offset).replaceAll("\n", "\r\n");
      const text = before + document.text.slice(offset).replaceAll("\n", "\r\n");
      const cursor = cursorContextOf({ ...document, text }, before.length);
      return { got: processed(cut, cut.gold.replaceAll("\n", "\r\n"), { cursor }), expected: cut.gold };
    });
    expect(found).toEqual([]);
  });

  it("lose special tokens, whole or cut off, and halves of characters after the true text", () => {
    const leaks = ["<|endoftext|>", "</s>", "<fim_suffix>and more", "<|endof", "<fim_pre", "\uD83D", "\uFFFD", "\0"];
    const found = leaks.flatMap((leak, at) =>
      exceptions(
        cuts.filter((_, index) => index % leaks.length === at),
        (cut) => ({ got: processed(cut, cut.gold + leak), expected: cut.gold }),
      ),
    );
    expect(found).toEqual([]);
  });

  it("lose the lines that stand below the cursor", () => {
    const repeatable = cuts.filter(({ cursor }) => {
      const [first = "", second = ""] = linesAfter(cursor);
      return isDistinct(first) && isDistinct(second);
    });
    expect(repeatable.length).toBeGreaterThan(200);
    const found = exceptions(repeatable, (cut) => ({
      got: processed(cut, `${cut.gold}\n${linesAfter(cut.cursor).slice(0, 3).join("\n")}`),
      expected: cut.gold.trimEnd(),
    }));
    expect(found).toEqual([]);
  });

  it("lose the closing brackets that the editor put after the cursor", () => {
    const closable = cuts.flatMap((cut) => {
      const inner = cut.gold.replace(/[)\]]+[;:,]?$/, "");
      const closers = cut.gold.slice(inner.length);
      if (closers === "" || inner.trim() === "" || cut.gold.includes("\n")) return [];
      const { brackets } = cut.cursor.lexical;
      // The editor closes what was open at the cursor, if the true text leaves it open to its end.
      const after = lexicalStateAfter(inner, cut.cursor.syntax, cut.cursor.lexical);
      if (after.quote !== null || after.comment !== "none" || after.brackets !== brackets) return [];
      const { document, offset } = cut.cursor;
      const text = document.text.slice(0, offset) + closers + document.text.slice(offset);
      return [{ cut, inner, cursor: cursorContextOf({ ...document, text }, offset) }];
    });
    expect(closable.length).toBeGreaterThan(40);
    const found = closable.flatMap(({ cut, inner, cursor }) => {
      const got = processed(cut, cut.gold, { cursor });
      return got === inner ? [] : [{ path: cut.path, typed: cut.cursor.linePrefix, gold: cut.gold, got }];
    });
    expect(found).toEqual([]);
  });

  it("lose indentation that is typed already", () => {
    const indented = cuts.flatMap((cut) => {
      const { cursor } = cut;
      const isTypedInFull =
        cursor.indentation !== "" && cursor.linePrefix === cursor.indentation && /^\S/.test(cut.gold);
      return isTypedInFull ? [cut] : [];
    });
    const repaired = indented.filter((cut) => processed(cut, cut.cursor.indentation + cut.gold) === cut.gold);
    // The rest stands inside brackets or after an operator, where deeper lines are usual.
    expect(repaired.length / indented.length).toBeGreaterThan(0.3);
  });

  it("lose a loop after the true text", () => {
    const looped = cuts.filter((cut) => isDistinct(cut.gold) && cut.stopMode === "line");
    const line = "\n    self.total = self.total + one";
    const found = exceptions(looped, (cut) => ({
      got: withoutSpace(processed(cut, cut.gold + line.repeat(4), { stopReason: "max-tokens" })),
      expected: withoutSpace(cut.gold + line),
    }));
    expect(found).toEqual([]);
  });
});
