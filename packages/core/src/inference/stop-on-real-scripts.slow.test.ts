import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { cursorContextOf } from "../cursor/cursor-context.js";
import { findStop, stopStateOf } from "./stop.js";

const SOURCES = join(import.meta.dirname, "../../../../node_modules/zod/v4/core");
const SIMPLE = /^(?:ExpressionStatement|VariableDeclaration|ReturnStatement|ThrowStatement|ImportDeclaration)$/;
/** A function body inside a statement: there the statement mode ends at the body's header, by design. */
const HAS_BODY = /\bfunction\b|=>\s*\{|\)\s*\{\s*\n|\)[^;\n]*\{\s*$/m;

/** First and last offset of each statement without a body, wherever it stands. */
function* simpleStatements(node: unknown): Generator<{ start: number; end: number }> {
  if (Array.isArray(node)) for (const each of node) yield* simpleStatements(each);
  else if (typeof node === "object" && node !== null) {
    if ("type" in node && "start" in node && "end" in node && SIMPLE.test(String(node.type)))
      yield { start: Number(node.start), end: Number(node.end) };
    for (const value of Object.values(node)) yield* simpleStatements(value);
  }
}

describe("statement mode on real JavaScript", () => {
  it("ends where the parser says that the statement ends", () => {
    let all = 0;
    let right = 0;
    for (const name of readdirSync(SOURCES).filter((each) => each.endsWith(".js"))) {
      const text = readFileSync(join(SOURCES, name), "utf8");
      for (const { start, end } of simpleStatements(parseAst(text))) {
        const lineStart = text.lastIndexOf("\n", start - 1) + 1;
        const lineEnd = text.indexOf("\n", end);
        const isAlone = text.slice(lineStart, start).trim() === "" && /^\s*(?:\/\/.*)?$/.test(text.slice(end, lineEnd));
        if (!isAlone || lineEnd < 0 || HAS_BODY.test(text.slice(start, end))) continue;
        const rest = text.slice(0, lineStart) + text.slice(lineEnd);
        const document = { uri: "file:///a.js", languageId: "javascript", text: rest };
        const answer = text.slice(lineStart, lineEnd + 500);
        const stop = findStop(answer, stopStateOf(cursorContextOf(document, lineStart), "statement"));
        all++;
        if (stop !== null && lineStart + stop.end === lineEnd) right++;
      }
    }
    console.log(`JavaScript statement ends: ${right} of ${all} (${((100 * right) / all).toFixed(2)} %)`);
    expect(all).toBeGreaterThan(1_000);
    expect(right / all).toBeGreaterThan(0.99);
  });
});
