/** Asks both models for all tasks, with a bar; what was answered before comes from the state folder. */
import { join } from "node:path";
import { type Capabilities, identityOf } from "@nearfirst/core";
import {
  type AnsweredHoles,
  answerHoles,
  fingerprintOf,
  type HoleInFile,
  keyOfHole,
  RowFile,
  type RowsMadeWith,
  type Runtime,
  type Settings,
  stateFolder,
} from "@nearfirst/node";
import { ProgressBar } from "../progress-bar.js";
import { UsageError } from "../usage-error.js";
import { NEARFIRST_VERSION } from "../version.js";

export type PatientCapabilities = Capabilities & { readonly large: NonNullable<Capabilities["large"]> };

/** Beyond the limit of the server itself, so that a slow answer is measured and not given up. */
const DEADLINE_MARGIN_MS = 10_000;

/** The product's own capabilities, but for the deadline: nobody is typing. */
export function patientCapabilities({ capabilities, settings }: Runtime, configPath: string): PatientCapabilities {
  const { large } = capabilities;
  if (large === null)
    throw new UsageError(
      `No large model is configured, so there is nothing to calibrate. Set "large" in ${configPath}, and check it with \`nearfirst doctor\`.`,
    );
  return {
    ...capabilities,
    large: {
      ...large,
      fileOf: (file) => large.fileOf(file),
      deadlineMs: settings.large.timeoutMs + DEADLINE_MARGIN_MS,
    },
  };
}

export interface AskBothOptions {
  readonly capabilities: PatientCapabilities;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

export async function askBoth(
  holes: readonly HoleInFile[],
  { capabilities, settings, signal }: AskBothOptions,
): Promise<AnsweredHoles> {
  const { maxTokens } = settings;
  const madeWith = madeWithOf(capabilities, settings);
  const folder = join(stateFolder(), "calibration");
  const rows = RowFile.open(join(folder, `${fingerprintOf(madeWith)}.jsonl`), madeWith);
  const doneBefore = holes.filter((hole) => rows.get(keyOfHole(hole)) !== undefined).length;
  const bar = new ProgressBar({ total: holes.length, doneBefore, things: "tasks" });
  try {
    return await answerHoles(holes, { capabilities, maxTokens, signal, rows, onProgress: (done) => bar.show(done) });
  } finally {
    bar.end();
  }
}

/** Whatever changes an answer: with another of these all is asked anew. */
function madeWithOf({ model, large, syntax }: PatientCapabilities, settings: Settings): RowsMadeWith {
  return {
    nearfirst: NEARFIRST_VERSION,
    local: identityOf(model.profile),
    large: large.model.name,
    maxTokens: settings.maxTokens,
    retrieval: settings.retrieval.enabled,
    syntax: syntax !== null,
  };
}
