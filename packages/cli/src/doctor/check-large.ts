/** The large model: whether it is configured well, whether its server answers, and what is unfit about the answer. */
import { type ErrorCode, NearfirstError } from "@nearfirst/core";
import {
  type LargeAdapter,
  type LargeCapabilities,
  openLargeAdapter,
  probeLargeModel,
  type Settings,
} from "@nearfirst/node";
import { isLoopback } from "../http/hosts.js";
import { type Check, ok, problem, warning } from "./check.js";

/** What a question holds at most is about so much (MCCom 4.3). */
const LEAST_CONTEXT = 2_048;

const LOCAL_GOES_ON = "Local completions go on without it.";

export interface LargeChecks {
  readonly checks: readonly Check[];
  /** Null where there is none that could be asked. */
  readonly largeName: string | null;
}

export async function checkLarge(
  settings: Settings["large"],
  { env = process.env, signal }: { readonly env?: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<LargeChecks> {
  const none = (check: Check): LargeChecks => ({ checks: [check], largeName: null });
  if (settings.url === "") return none(ok("large", "no large model is configured, so nothing leaves this machine"));
  if (!settings.enabled) return none(ok("large", "the large model is turned off here, so nothing leaves this machine"));
  let model: LargeAdapter | null;
  try {
    model = await openLargeAdapter(settings, env);
  } catch (thrown) {
    return none(
      problem(
        "large-config",
        NearfirstError.from(thrown).message,
        `Correct it in the file of \`nearfirst config path\`. ${LOCAL_GOES_ON}`,
      ),
    );
  }
  if (model === null) return { checks: [], largeName: null };
  try {
    const checks = [
      ok("large-server", `${model.name}: ${wordsOf(model.capabilities)}`),
      ...unencrypted(settings),
      ...(await answerChecks(model, { settings, signal })),
    ];
    return { checks, largeName: model.name };
  } finally {
    await model.close();
  }
}

interface AnswerOptions {
  readonly settings: Settings["large"];
  readonly signal: AbortSignal;
}

async function answerChecks(model: LargeAdapter, { settings, signal }: AnswerOptions): Promise<readonly Check[]> {
  const { fault, detail, answer, ms, unfit } = await probeLargeModel(model, signal);
  if (fault !== null) {
    const said = detail === "" ? "" : ` The server says: ${detail}`;
    return [problem("large-answer", `${fault.code}: ${fault.message}${said}`, remedyOf(fault.code, settings))];
  }
  if (unfit.length > 0)
    return unfit.map((words) => warning("large-answer", `${model.name} is unfit. ${words}`, remedyOf(null, settings)));
  const filled = ok("large-answer", `it fills a known hole with ${JSON.stringify(answer)} in ${Math.round(ms)} ms`);
  return [filled, ...contextChecks(await model.contextTokens())];
}

/** Of a server that does not tell, or that cuts by itself, nothing is said. */
function contextChecks(contextTokens: number | null): readonly Check[] {
  if (contextTokens === null) return [];
  if (contextTokens >= LEAST_CONTEXT)
    return [ok("large-context", `its context leaves ${contextTokens} tokens to code and answer`)];
  return [
    warning(
      "large-context",
      `Its context leaves only ${contextTokens} tokens to code and answer`,
      `Start the server with ${LEAST_CONTEXT} tokens or more (llama.cpp: \`--ctx-size ${LEAST_CONTEXT}\`, vLLM: \`--max-model-len ${LEAST_CONTEXT}\`): what does not fit is left out of each question.`,
    ),
  ];
}

/** What to type to see the server as it is, and where to correct what we think of it. Holds no key: variables name it. */
function remedyOf(code: ErrorCode | null, { url, kind, keyEnvironment, keyFile }: Settings["large"]): string {
  const key = keyEnvironment !== "" ? `$${keyEnvironment}` : keyFile !== "" ? `$(cat '${keyFile}')` : "";
  const header = key === "" ? "" : `-H "Authorization: Bearer ${key}" `;
  const asks = `\`curl -i ${header}${url}${LIST_OF_MODELS[kind]}\``;
  const correct = "correct it in the file of `nearfirst config path`";
  const first =
    {
      "large-unreachable": `${asks} says whether it is the network, or only us`,
      "large-refused": `${asks} tries the key that is configured`,
      "large-not-found": `${asks} lists what it has; ${correct}`,
      "large-rejected": `${asks} lists what it has; ${correct}`,
      "large-malformed": `${asks} shows what answers there; ${correct}`,
      "large-timeout": `Raise "large.timeoutMs" in the file of \`nearfirst config path\`, or look at the server's load`,
    }[code as string] ??
    (code === null
      ? kind === "nearfirst"
        ? "Start `nearfirst serve-large` with another --model"
        : `Name another model or family: ${correct}`
      : "`nearfirst doctor` asks again, once its own log says that it is well");
  return `${first}. ${LOCAL_GOES_ON}`;
}

/** Where a server of that kind lists its models, below its address. */
const LIST_OF_MODELS: Readonly<Record<Settings["large"]["kind"], string>> = {
  openai: "/models",
  "openai-chat": "/models",
  "llama-server": "/v1/models",
  ollama: "/api/tags",
  nearfirst: "/health",
};

function unencrypted({ url, keyEnvironment, keyFile }: Settings["large"]): readonly Check[] {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname)) return [];
  const what = keyEnvironment === "" && keyFile === "" ? "Code" : "Code and key";
  return [
    warning(
      "large-encryption",
      `${what} travel to ${hostname} unencrypted`,
      'Put TLS in front of the server and begin "large.url" with https:// in the file of `nearfirst config path`, or use it on a trusted network only.',
    ),
  ];
}

function wordsOf({ prompt, snippets, probabilities, drafts }: LargeCapabilities): string {
  return [
    { template: "the prompt is laid out here", server: "the server lays out the prompt", chat: "it is asked in words" }[
      prompt
    ],
    {
      "own-place": "context of other files has its own place",
      "above-prefix": "context of other files stands above the code",
    }[snippets],
    { told: "probabilities are told", untold: "probabilities are not told" }[probabilities],
    {
      native: "drafts are verified in one pass",
      "prompt-logprobs": "drafts are verified by the prompt's log-probabilities",
      none: "drafts are not verified",
    }[drafts],
  ].join(", ");
}
