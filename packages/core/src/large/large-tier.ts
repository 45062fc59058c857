import type { LargeModel } from "../engine.js";
import type { DepartureLog } from "../privacy/departure.js";
import type { ReleaseRules } from "../privacy/release.js";
import type { FileFacts } from "../privacy/release-policy.js";
import type { TextDocument } from "../types.js";

/** How much of the code a prompt for the large model holds at most, in UTF-16 units. */
export interface LargeReach {
  readonly before: number;
  readonly after: number;
  readonly snippets: number;
}

/** About 2,048 tokens of code in MCCom's shares (4.3): 512 for snippets, at most a quarter of the rest for the suffix. */
export const LARGE_REACH: LargeReach = { before: 4_000, after: 1_300, snippets: 1_700 };

/** The larger model that the user configured, with what may be sent to it. */
export interface LargeTier {
  readonly model: LargeModel;
  readonly rules: ReleaseRules;
  readonly departures: DepartureLog;
  readonly reach: LargeReach;
  /** A request that is older than this is answered without the large model, in milliseconds. */
  readonly deadlineMs: number;
  /** What the rules judge the file at the cursor by. */
  fileOf(document: TextDocument): FileFacts;
}
