import type { Capabilities } from "./engine.js";
import type { Recorder } from "./recorder.js";
import type { Asked, Session } from "./session.js";

/** What the stages of one request share. */
export interface Stages extends Asked {
  readonly capabilities: Capabilities;
  readonly session: Session;
  readonly recorder: Recorder;
}
