import { alwaysLocal, checkInsertion } from "@nearfirst/core";
import { capabilitiesOf, ScriptedModel } from "@nearfirst/core/testing";
import { WorkerSyntaxParser } from "@nearfirst/node";
import { afterAll, describe, expect, it } from "vitest";
import { WatchedRequest } from "./watched-request.js";

const parser = new WorkerSyntaxParser();
afterAll(() => parser.close());

/** Where the real parser of Python stops with `text` put in at the cursor, `█`. */
async function placeOf(picture: string, text: string) {
  const [before = "", after = ""] = picture.split("█");
  const request = new WatchedRequest(before);
  const capabilities = capabilitiesOf(new ScriptedModel([]), { policy: alwaysLocal, syntax: { parser, limitMs: 20 } });
  const { syntax } = request.watch(capabilities);
  const insertion = { languageId: "python", before, text, after, extent: "statement" as const };
  const verdict = await checkInsertion(syntax?.parser ?? parser, insertion, new AbortController().signal);
  return { verdict: verdict.kind, place: request.syntaxPlace };
}

describe("where the parser stopped", () => {
  it("is told by line and column of the file, with the line as it would be", async () => {
    const { verdict, place } = await placeOf("a = 1\n\n\ndef f(x):\n    y = x\n    return █\n", "x x");
    expect(verdict).toBe("invalid");
    expect(place).toMatchObject({ line: 6, code: "    return x x" });
  });

  it("is right in a long file, of which the gate looks at the part around the cursor alone", async () => {
    const above = "def g(x):\n    return x\n\n\n".repeat(400);
    const { place } = await placeOf(`${above}def f(x):\n    return █\n`, "x x");
    expect(place).toMatchObject({ line: 1_602, code: "    return x x" });
  });

  it("is nowhere where all is well", async () => {
    expect(await placeOf("def f(x):\n    return █\n", "x")).toEqual({ verdict: "valid", place: null });
  });
});
