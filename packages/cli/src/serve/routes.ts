/** All that the daemon can be asked for. Of two routes that share a path, the first that accepts a body has it. */
import type { Completions } from "./completions.js";
import { health } from "./llama-cpp/health.js";
import { infill } from "./llama-cpp/infill.js";
import { props } from "./llama-cpp/props.js";
import type { Metrics } from "./metrics.js";
import { openApi } from "./open-api.js";
import { openAiChat } from "./openai/chat.js";
import { openAiCompletions } from "./openai/completions.js";
import { openAiModels } from "./openai/models.js";
import type { Route } from "./route.js";
import { tabbyCompletions } from "./tabby/completions.js";
import { tabbyEvents } from "./tabby/events.js";
import { tabbyHealth } from "./tabby/health.js";
import { tabbyServerSetting } from "./tabby/server-setting.js";

export function daemonRoutes(completions: Completions, metrics: Metrics): readonly Route[] {
  const routes = [
    tabbyCompletions(completions),
    openAiCompletions(completions),
    openAiChat(completions),
    openAiModels(completions),
    infill(completions),
    props(completions),
    tabbyEvents(completions),
    tabbyHealth(completions),
    tabbyServerSetting(),
    health(),
    metrics.route,
  ];
  return [...routes, openApi(routes)];
}
