/** Rows of a model in another number format, by the real command. */
import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { HAND_MADE_TASKS, jsonLinesOf } from "../packages/eval/test/hand-made-infilling.js";
import { temporaryFolder } from "../packages/eval/test/temporary-folder.js";

const root = join(import.meta.dirname, "..");
const executable = join(root, "packages/cli/dist/main.js");

it("the rows of weights in another number format say which file they come from", async () => {
  const from = { sha256: "8f".repeat(32), type: "q8_0", to: "q2_k" };
  const card = readFileSync(join(root, "models/nearfirst-small.md"), "utf8");
  const folder = temporaryFolder({
    "tasks.jsonl": jsonLinesOf(HAND_MADE_TASKS),
    "few-bits-q2_k.md": card.replace(/^---\n/, `---\nquantised_from: ${JSON.stringify(from)}\n`),
  });
  copyFileSync(join(root, "models/nearfirst-small-q8_0.gguf"), join(folder, "few-bits-q2_k.gguf"));
  const rowsBy = async (model: string, out: string) => {
    const data = ["--benchmark", "humaneval-infilling-single-line", "--any-data", "--data", "tasks.jsonl"];
    const sample = ["--limit", "1", "--setting", "left"];
    const words = [executable, "eval", "run", ...data, ...sample, "--model", model, "--out", out];
    await promisify(execFile)(process.execPath, words, { cwd: folder });
    const [header = ""] = readFileSync(join(folder, out), "utf8").split("\n");
    return JSON.parse(header).model;
  };
  expect(await rowsBy("few-bits-q2_k.gguf", "few.jsonl")).toMatchObject({ quantisedFrom: from });
  writeFileSync(join(folder, "few-bits-q2_k.md"), card);
  expect(await rowsBy("few-bits-q2_k.gguf", "own.jsonl")).not.toHaveProperty("quantisedFrom");
}, 240_000);
