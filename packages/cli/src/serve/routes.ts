/** All that the daemon can be asked for. Of two routes that share a path, the first that accepts a body has it. */
import type { Completions } from "./completions.js";
import { health } from "./llama-cpp/health.js";
import { infill } from "./llama-cpp/infill.js";
import { props } from "./llama-cpp/props.js";
import { openAiChat } from "./openai/chat.js";
import { openAiCompletions } from "./openai/completions.js";
import { openAiModels } from "./openai/models.js";
import type { Route } from "./route.js";

export function daemonRoutes(completions: Completions): readonly Route[] {
  return [openAiCompletions(completions), openAiChat(completions), openAiModels(completions), infill(completions), props(completions), health()];
}
