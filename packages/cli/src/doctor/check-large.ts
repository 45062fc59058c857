/** The large model: whether it is configured well, whether its server answers, and what is unfit about the answer. */
import { NearfirstError } from "@nearfirst/core";
import {
  type LargeAdapter,
  type LargeCapabilities,
  openLargeAdapter,
  probeLargeModel,
  type Settings,
} from "@nearfirst/node";
import { isLoopback } from "../http/hosts.js";
import { type Check, ok, problem, warning } from "./check.js";

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
    return none(problem("large-config", NearfirstError.from(thrown).message, LOCAL_GOES_ON));
  }
  if (model === null) return { checks: [], largeName: null };
  try {
    const checks = [
      ok("large-server", `${model.name}: ${wordsOf(model.capabilities)}`),
      ...unencrypted(settings),
      ...(await answerChecks(model, signal)),
    ];
    return { checks, largeName: model.name };
  } finally {
    await model.close();
  }
}

async function answerChecks(model: LargeAdapter, signal: AbortSignal): Promise<readonly Check[]> {
  const { fault, detail, answer, ms, unfit } = await probeLargeModel(model, signal);
  if (fault !== null) {
    const said = detail === "" ? "" : ` The server says: ${detail}`;
    return [problem("large-answer", `${fault.code}: ${fault.message}${said}`, LOCAL_GOES_ON)];
  }
  if (unfit.length > 0)
    return unfit.map((words) => warning("large-answer", `${model.name} is unfit. ${words}`, LOCAL_GOES_ON));
  return [ok("large-answer", `it fills a known hole with ${JSON.stringify(answer)} in ${Math.round(ms)} ms`)];
}

function unencrypted({ url, keyEnvironment, keyFile }: Settings["large"]): readonly Check[] {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname)) return [];
  const what = keyEnvironment === "" && keyFile === "" ? "Code" : "Code and key";
  return [
    warning(
      "large-encryption",
      `${what} travel to ${hostname} unencrypted`,
      'Put TLS in front of the server and begin "large.url" with https://, or use it on a trusted network only.',
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
