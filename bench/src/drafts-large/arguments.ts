import type { BenchCall } from "../bench.js";
import { PAIR_CONFIG, PAIR_HELP, type PairArguments, readPairArguments, textOf } from "../pair/arguments.js";

export const CONFIG = {
  ...PAIR_CONFIG,
  "standard-url": { type: "string" },
  "standard-model": { type: "string" },
  "standard-key-environment": { type: "string" },
  family: { type: "string" },
  "no-copies": { type: "boolean" },
} as const;

export const HELP = `Usage: npm run --silent bench -- drafts-large [--large GGUF] [--local GGUF] [options]

The local answer as the large model's draft (MCCom 3.3, stage 2) and second query (3.4, Eq. 1), at 0, 50 and 200 ms of
network. First by a real \`nearfirst serve-large\` on this machine, which verifies drafts itself (with and without ours it
also drafts what prompt and answer repeat); then over OpenAI's completions by the log-probabilities of the prompt; last,
for comparison, as text in the prompt of llama.cpp's server with n-gram speculation, which changes the prompt and may
change the answer (textDrafts). 40 tasks unless --limit says otherwise.

${PAIR_HELP}
  --standard-url U  a server with OpenAI's completions, echo and logprobs that has the large model, with its /v1
                    (default: llama.cpp's own, where scripts/install-llama-server.sh has installed it); vLLM is one,
                    serving the export from which the large GGUF was made
  --standard-model NAME  by which that server knows the model (default: it has but one)
  --standard-key-environment NAME  the variable that holds its key (default: it asks for none)
  --family KEY      how that server is asked for a middle (default: by the card of the large model)
  --no-copies       a statement copied from the context counts for nothing beside either model, whatever their cards say:
                    else the large one takes its own copy in the draft's place

A local proxy lets each byte wait for half of the delay in each direction. Prompts are cut to the least context of the servers,
and each was asked once before it is measured. The bench fails where a draft that is verified changes an answer other than by a tie.`;

export interface DraftsLargeArguments extends PairArguments {
  readonly standardUrl: string | null;
  readonly standardModel: string;
  /** Empty for none. */
  readonly standardKeyEnvironment: string;
  readonly family: string | null;
}

/** Throws a `BenchError` for a wrong command line. */
export function readArguments(call: BenchCall): DraftsLargeArguments {
  const line = { call, help: HELP };
  return {
    ...readPairArguments(line, { limit: 40 }),
    standardUrl: textOf(line, "standard-url"),
    standardModel: textOf(line, "standard-model") ?? "",
    standardKeyEnvironment: textOf(line, "standard-key-environment") ?? "",
    family: textOf(line, "family"),
  };
}
