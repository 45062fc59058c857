/** Figures of groups of requests: by day, by language. */
import type { RequestEvent, StatisticsEvent } from "./event.js";
import { type Statistics, statisticsOf } from "./statistics.js";

/**
 * The figures of each group, in the order in which the groups appear. What the developer did with a suggestion counts where
 * its request does; what belongs to no request among the events is in no group. `groupOf` may be told more of a request than
 * `RequestEvent` holds, such as its time.
 */
export function statisticsBy<Request extends RequestEvent>(
  events: Iterable<Request | Exclude<StatisticsEvent, RequestEvent>>,
  groupOf: (request: Request) => string,
): ReadonlyMap<string, Statistics> {
  const groups = new Map<string, StatisticsEvent[]>();
  const groupOfSuggestion = new Map<string, string>();
  for (const event of events) {
    const group = event.type === "request" ? groupOf(event) : groupOfSuggestion.get(event.suggestionId);
    if (group === undefined) continue;
    if (event.type === "request" && event.suggestionId !== null) groupOfSuggestion.set(event.suggestionId, group);
    const members = groups.get(group) ?? [];
    members.push(event);
    groups.set(group, members);
  }
  return new Map([...groups].map(([group, members]) => [group, statisticsOf(members)]));
}
