/** Tabby's `/v1/events`: what the developer did with a completion, for the router and for the statistics. */
import { z } from "zod";
import type { Completions } from "../completions.js";
import { route } from "../route.js";

const body = z.object({
  type: z.enum(["view", "select", "dismiss"]),
  completion_id: z.string().max(200),
  choice_index: z.int().optional(),
  view_id: z.string().max(200).nullish(),
  elapsed: z.number().nullish(),
});

const FATES = { view: "shown", select: "accepted", dismiss: "dismissed" } as const;

export function tabbyEvents(completions: Completions) {
  return route({
    method: "POST",
    path: "/v1/events",
    summary: "Tabby: a completion was seen, taken or dismissed",
    access: "token",
    body,
    reply: null,
    answer: async ({ body: { type, completion_id: id }, query }) => {
      // A line of it was taken: the next request shows that by itself, and the rest still stands.
      const isPartial = type === "select" && query.get("select_kind") === "line";
      if (!isPartial) completions.told(FATES[type], id);
      return { kind: "nothing" };
    },
  });
}
