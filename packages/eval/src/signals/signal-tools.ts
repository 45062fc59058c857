/** All tools that can be asked. A new one joins here. */
import { PYRIGHT } from "./pyright.js";
import { RUFF } from "./ruff.js";
import type { SignalTool } from "./signal-tool.js";

export const LINTER: SignalTool = RUFF;
export const TYPE_CHECKER: SignalTool = PYRIGHT;

export const SIGNAL_TOOLS: readonly SignalTool[] = [LINTER, TYPE_CHECKER];
