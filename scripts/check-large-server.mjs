// node scripts/check-large-server.mjs CONFIG.json: asks the large model of a configuration file to fill holes of examples/,
// with and without drafts, and prints as JSON whether each answer is the one without a draft, and what it took.
// Every hole is asked for without a draft first: that answer is the truth that drafts must not change.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cursorContextOf } from "@nearfirst/core";
import { loadConfig, openLargeAdapter, probeLargeModel } from "@nearfirst/node";

const HOLES_A_FILE = 6;
const FILES = ["stock.py", "orders.py", "report.py"];
const MAX_TOKENS = 48;

const [configPath] = process.argv.slice(2);
if (configPath === undefined) {
  console.error("Usage: node scripts/check-large-server.mjs CONFIG.json");
  process.exit(2);
}
const { settings, problems } = await loadConfig({ workspaceFolder: null, configPath });
if (problems.length > 0) {
  console.error(problems.map((each) => each.message).join("\n"));
  process.exit(1);
}
const large = await openLargeAdapter(settings.large);
if (large === null) {
  console.error('The configuration has no large model: set "large.url".');
  process.exit(1);
}
const { signal } = new AbortController();
const { fault, detail, answer, unfit } = await probeLargeModel(large, signal);
const probe = { fault: fault?.message ?? null, detail, answer, unfit };
if (fault !== null) {
  console.log(JSON.stringify({ server: large.name, probe }, null, 2));
  process.exit(1);
}

const kinds = ["right", "half", "wrong"];
const empty = { requests: 0, same: 0, offered: 0, accepted: 0, forwardPasses: 0, ms: 0 };
const totals = Object.fromEntries(["none", ...kinds].map((kind) => [kind, { ...empty }]));
const different = [];
for (const file of FILES) {
  const text = readFileSync(fileURLToPath(new URL(`../examples/inventory/${file}`, import.meta.url)), "utf8");
  for (const offset of holesOf(text)) {
    const truth = await ask("none", { file, text, offset, draft: "" });
    totals.none.same++;
    for (const kind of kinds) {
      const half = truth.text.slice(0, Math.ceil(truth.text.length / 2));
      const draft = { right: truth.text, half: `${half} or None`, wrong: "raise NotImplementedError(self)" }[kind];
      const drafted = await ask(kind, { file, text, offset, draft });
      if (drafted.text === truth.text) totals[kind].same++;
      else different.push({ file, offset, kind, without: truth.text, with: drafted.text });
    }
  }
}
const contextTokens = await large.contextTokens();
await large.close();
const { name: server, capabilities } = large;
console.log(JSON.stringify({ server, capabilities, contextTokens, probe, totals, different }, null, 2));
process.exit(different.length === 0 ? 0 : 1);

/** After the first blank of indented lines, evenly over the file. */
function holesOf(text) {
  const places = [...text.matchAll(/^ +\S+ (?=\S)/gm)].map((match) => match.index + match[0].length);
  const step = Math.max(1, Math.floor(places.length / HOLES_A_FILE));
  return places.filter((_, at) => at % step === 0).slice(0, HOLES_A_FILE);
}

async function ask(kind, { file, text, offset, draft }) {
  const { lexical, lineLexical, linePrefix } = cursorContextOf({ uri: file, languageId: "python", text }, offset);
  const stop = { mode: "statement", languageId: "python", lexical, lineLexical, linePrefix };
  const lineEnd = text.indexOf("\n", offset);
  const [prefix, suffix] = [text.slice(0, offset), text.slice(lineEnd)];
  const prompt = { languageId: "python", path: file, prefix, suffix, snippets: [], draft };
  const startedAt = performance.now();
  // Nothing of the user's is in it that the audit log would have to tell of.
  const beforeSend = async () => undefined;
  const generation = await large.generate({ prompt, maxTokens: MAX_TOKENS, stop, beforeSend }, signal);
  const total = totals[kind];
  total.requests++;
  total.ms += performance.now() - startedAt;
  total.offered += generation.draftOffered;
  total.accepted += generation.draftAccepted;
  total.forwardPasses =
    generation.forwardPasses === null ? null : (total.forwardPasses ?? 0) + generation.forwardPasses;
  return generation;
}
