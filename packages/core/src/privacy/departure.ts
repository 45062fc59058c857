import type { ReleaseRecord } from "./release.js";
import type { ReleasedPrompt } from "./released-prompt.js";

/** One body on its way to a large model. It holds code. */
export interface Departure {
  /** Host and port, and the model: never a key. */
  readonly to: string;
  readonly prompt: ReleasedPrompt;
  /** The request's body as it goes over the network; headers, which hold the key, are no part of it. */
  readonly body: string;
  /** Why the large model is asked, in words. */
  readonly reason: string;
  readonly record: ReleaseRecord;
}

/** Takes note of everything that leaves the machine, before it does. */
export interface DepartureLog {
  /** Resolves once the note is safe. Rejects with `audit-unwritable` where it cannot be made: then nothing may leave. */
  record(departure: Departure): Promise<{ readonly bytes: number }>;
}
