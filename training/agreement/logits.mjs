// What node-llama-cpp, as the product runs it, says of a GGUF file: next-token probabilities and tokens of texts.
// `node logits.mjs MODEL.gguf < request.json > reply.json`
//
// Request: { evaluate?: [{ tokens: [id…], positions?: [index…] }], tokenize?: [text…], top?: count }
// Reply:   { evaluate: [[{ position, top: [[id, logarithm]…], next: logarithm | null }…]…], tokenize: [[id…]…] }
// A position is that of the token after which the next one is asked for; all of them by default. `top`: the best tokens, the
// best one first; `next`: of the token that follows in the request. Logarithms are natural, of probabilities.
import { text } from "node:stream/consumers";
import { getLlama, LlamaLogLevel } from "node-llama-cpp";

const [modelPath] = process.argv.slice(2);
if (modelPath === undefined) {
  console.error("usage: node logits.mjs MODEL.gguf < request.json");
  process.exit(2);
}
const { evaluate = [], tokenize = [], top = 10 } = JSON.parse(await text(process.stdin));

const llama = await getLlama({ gpu: false, build: "never", maxThreads: 1, logLevel: LlamaLogLevel.error });
const model = await llama.loadModel({ modelPath });
// llama.cpp keeps keys and values as F16 by default, which alone moves probabilities by about a thousandth.
const context = await model.createContext({
  contextSize: Math.max(64, ...evaluate.map(({ tokens }) => tokens.length + 1)),
  threads: 1,
  flashAttention: false,
  experimentalKvCacheKeyType: "F32",
  experimentalKvCacheValueType: "F32",
});
const sequence = context.getSequence();

const evaluated = [];
for (const { tokens, positions = tokens.keys() } of evaluate) {
  await sequence.clearHistory();
  const asked = new Set(positions);
  const input = tokens.map((token, at) => (asked.has(at) ? [token, { generateNext: { logits: true } }] : token));
  const replies = await sequence.controlledEvaluate(input);
  const answers = [...asked].map((position) => ({
    position,
    ...logarithms(replies[position].next.logits, tokens[position + 1]),
  }));
  evaluated.push(answers);
}
// As the product's TextTokenizer does.
const tokenized = tokenize.map((each) => model.tokenize(each, false, "trimLeadingSpace"));
process.stdout.write(JSON.stringify({ evaluate: evaluated, tokenize: tokenized }));
await llama.dispose();

function logarithms(logits, next) {
  const sorted = [...logits].sort((a, b) => b[1] - a[1]);
  const largest = sorted[0][1];
  const total = sorted.reduce((sum, [, logit]) => sum + Math.exp(logit - largest), 0);
  const logarithm = (logit) => logit - largest - Math.log(total);
  return {
    top: sorted.slice(0, top).map(([token, logit]) => [token, logarithm(logit)]),
    next: next === undefined ? null : logarithm(logits.get(next)),
  };
}
