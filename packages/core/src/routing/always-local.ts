import type { RoutingPolicy } from "./policy.js";

/** The local model answers every request; nothing leaves the machine. */
export const alwaysLocal: RoutingPolicy = {
  name: "alwaysLocal",
  usesSyntax: false,
  afterLocal: () => ({ tier: "local", reason: "this policy never asks a large model", score: null }),
};
