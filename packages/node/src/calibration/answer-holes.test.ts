import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Capabilities, NearfirstError } from "@nearfirst/core";
import { capabilitiesOf, ScriptedLarge, ScriptedModel } from "@nearfirst/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HoleInFile } from "./answer-hole.js";
import { answerHoles } from "./answer-holes.js";
import { RowFile } from "./row-file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MADE_WITH = { local: "one", large: "other" };
const open = (madeWith = MADE_WITH) => RowFile.open(join(folder, "rows", "rows.jsonl"), madeWith);

const HOLES = Array.from({ length: 8 }, (_, at): HoleInFile => {
  const before = `x = ${at}\ny = `;
  return {
    uri: `file:///${at}.py`,
    languageId: "python",
    text: `${before}x + 1\n`,
    hole: { start: before.length, end: before.length + 5 },
    stopMode: "line",
  };
});

function models(fault?: NearfirstError) {
  const model = new ScriptedModel([{ after: "y = ", answer: "x + 1" }]);
  const large = new ScriptedLarge([{ after: "y = ", answer: "x + 2" }], fault === undefined ? {} : { fault });
  return { model, large, capabilities: capabilitiesOf(model, { large }) };
}

const options = (capabilities: Capabilities, rows: RowFile) => ({
  capabilities,
  rows,
  maxTokens: 20,
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

/** A run that is stopped after three holes. */
function stoppedRun(capabilities: Capabilities): Promise<unknown> {
  const controller = new AbortController();
  const onProgress = (done: number) => {
    if (done === 3) controller.abort(new DOMException("stopped", "AbortError"));
  };
  return answerHoles(HOLES, { ...options(capabilities, open()), signal: controller.signal, onProgress });
}

describe("holes that are answered", () => {
  it("are kept when the run is stopped, and not asked for again", async () => {
    const first = models();
    await expect(stoppedRun(first.capabilities)).rejects.toThrow("stopped");
    const second = models();
    const { rows, withoutRow } = await answerHoles(HOLES, options(second.capabilities, open()));
    expect(rows.map(({ task }) => task)).toEqual(HOLES.map(({ uri, hole }) => `${uri}:${hole.start}`));
    expect(rows.every(({ local, large }) => local.isRight && !large.isRight)).toBe(true);
    expect(withoutRow.size).toBe(0);
    expect([first.large.prompts.length, second.large.prompts.length]).toEqual([3, 5]);
  });

  it("are asked for anew where the file was edited since", async () => {
    const { capabilities, large } = models();
    const [hole] = HOLES as [HoleInFile];
    const edited = { ...hole, text: `${hole.text}z = 1\n` };
    await answerHoles([hole], options(capabilities, open()));
    await answerHoles([edited], options(capabilities, open()));
    expect(large.prompts).toHaveLength(2);
  });

  it("end with the first reason where the large model keeps failing", async () => {
    const { capabilities, large } = models(new NearfirstError({ code: "large-refused", message: "for the test" }));
    await expect(answerHoles(HOLES, options(capabilities, open()))).rejects.toMatchObject({
      code: "large-refused",
      message: expect.stringContaining("`nearfirst doctor`"),
    });
    expect(large.prompts).toHaveLength(5);
  });
});

describe("a file of rows", () => {
  it("passes over a last line that a kill cut", async () => {
    await expect(stoppedRun(models().capabilities)).rejects.toThrow("stopped");
    const { path } = open();
    appendFileSync(path, '{"key":"half');
    const again = models();
    await answerHoles(HOLES, options(again.capabilities, open()));
    expect(again.large.prompts).toHaveLength(5);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(1 + HOLES.length + 1);
  });

  it("refuses rows that were made with other models", async () => {
    open();
    expect(() => open({ ...MADE_WITH, large: "third" })).toThrow(/other models or settings/);
  });

  it.skipIf(process.platform === "win32")("is its owner's alone, and holds no code", async () => {
    await expect(stoppedRun(models().capabilities)).rejects.toThrow("stopped");
    const { path } = open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).not.toContain("x +");
  });
});
