/** The local model: its file, its checksum, whether it loads, and how fast it is here. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { lexicalStateAfter, NearfirstError, syntaxOf } from "@nearfirst/core";
import { findModel, type InstalledModel, openRuntime, type Runtime, type Settings } from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";

export interface ModelChecks {
  readonly checks: readonly Check[];
  readonly fileBytes: number;
}

export async function checkModel(settings: Settings): Promise<ModelChecks> {
  let model: InstalledModel;
  try {
    model = await findModel(settings.model);
  } catch (thrown) {
    return { checks: [failed("model-file", thrown)], fileBytes: 0 };
  }
  const { fileBytes } = model;
  const file = await checkFile(model);
  if (file.status === "problem") return { checks: [file], fileBytes };
  try {
    const runtime = await openRuntime({ settings: { ...settings, sequences: 1 }, workspaceFolders: [] });
    try {
      return { checks: [file, loaded(runtime), await checkSpeed(runtime)], fileBytes };
    } finally {
      await runtime.close();
    }
  } catch (thrown) {
    return { checks: [file, failed("model-load", thrown)], fileBytes };
  }
}

export async function checkFile({ path, card, fileBytes, name }: InstalledModel): Promise<Check> {
  const size = `${(fileBytes / 1e6).toFixed(1)} MB`;
  if (card === null)
    return warning(
      "model-file",
      `${name} at ${path} (${size}) has no card beside it, so its checksum is not known`,
      "Nothing must be done. A card (the same name with .md) would tell its languages, order and checksum.",
    );
  const expected = card.files?.[basename(path)];
  if (expected === undefined) return ok("model-file", `${name} at ${path} (${size}); its card has no checksum`);
  const again = "Fetch the file again; in a clone, `git checkout` it.";
  if (expected.size !== fileBytes)
    return problem("model-file", `${path} has ${fileBytes} bytes, its card says ${expected.size}`, again);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex") === expected.sha256
    ? ok("model-file", `${name} at ${path} (${size}), SHA-256 as in its card`)
    : problem("model-file", `${path} has another SHA-256 than its card says: the file is damaged`, again);
}

function loaded({ model: { profile } }: Runtime): Check {
  const languages = profile.languages.length === 0 ? "any language" : profile.languages.join(", ");
  return ok("model-load", `${profile.name} loads: ${languages}, ${profile.contextTokens} tokens of context`);
}

/** About 200 tokens of made-up code. */
const SAMPLE = Array.from(
  { length: 12 },
  (_, at) => `def area_${at}(width, height):\n    return width * height\n`,
).join("");
const ANSWER_TOKENS = 16;

/** Reads a prompt and generates a few tokens; the code is the sample above, never the user's. */
async function checkSpeed({ model }: Runtime): Promise<Check> {
  const [tokens = new Int32Array()] = await model.tokenize([SAMPLE]);
  const { bos, contextTokens } = model.profile;
  const prompt = Int32Array.from([...(bos === null ? [] : [bos]), ...tokens]).slice(
    0,
    contextTokens - ANSWER_TOKENS - 1,
  );
  const languageId = "plaintext";
  const lexical = lexicalStateAfter("", syntaxOf(languageId));
  const stop = { mode: "tokens", languageId, lexical, linePrefix: "" } as const;
  const request = { prompt, slot: "doctor", draft: "", healedText: "", stop };
  const { signal } = new AbortController();
  const first = await model.generate({ ...request, maxTokens: 1 }, signal);
  const more = await model.generate({ ...request, maxTokens: ANSWER_TOKENS }, signal);
  if (first.tokens.length === 0)
    return problem("model-speed", "The model generates nothing", "Choose another with `nearfirst models list`.");
  const prefill = perSecond(first.tokensEvaluated, first.engineMs);
  const generation = perSecond(more.tokens.length, more.engineMs);
  const words = `${prefill} tokens a second read, ${generation} generated`;
  // A statement of about 10 tokens should not take longer than a second.
  return Number(generation) >= 10
    ? ok("model-speed", words)
    : warning("model-speed", words, 'Suggestions will be slow here: choose a smaller model, or raise "threads".');
}

function perSecond(tokens: number, ms: number): string {
  return ((1000 * tokens) / Math.max(ms, 0.1)).toFixed(0);
}

function failed(id: string, thrown: unknown): Check {
  const { message } = NearfirstError.from(thrown);
  return problem(
    id,
    message,
    '`nearfirst models list` shows the models there are; choose one with the setting "model".',
  );
}
