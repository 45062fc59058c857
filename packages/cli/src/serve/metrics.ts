/** Counts for Prometheus: how requests end, who answers, how fast, and what tokens cost. Holds no code and no path of a file. */
import type { Outcome } from "@nearfirst/core";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { type Route, route } from "./route.js";

/** From an answer out of the cache to one that a large model was waited for, in seconds. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter("nearfirst_http_requests_total", "Requests, by path and status.", [
    "path",
    "status",
  ]);
  readonly #completions = this.#counter("nearfirst_completions_total", "Completions, by how they ended.", [
    "outcome",
    "tier",
    "source",
  ]);
  readonly #promptTokens = this.#counter(
    "nearfirst_prompt_tokens_total",
    "Prompt tokens evaluated, or found in a cache.",
    ["kind"],
  );
  readonly #generatedTokens = this.#counter(
    "nearfirst_generated_tokens_total",
    "Tokens that the local model wrote.",
    [],
  );
  readonly #sentBytes = this.#counter("nearfirst_large_sent_bytes_total", "Bytes sent to a large model.", []);
  readonly #seconds = new Histogram({
    name: "nearfirst_completion_seconds",
    help: "From the request to its outcome, by who answered.",
    labelNames: ["tier"],
    buckets: SECONDS,
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  countRequest(path: string, status: number): void {
    this.#requests.inc({ path, status });
  }

  countCompletion(outcome: Outcome): void {
    const { source, tokens, tokensEvaluated, tokensReused, large, totalMs } = outcome.trace;
    const tier = outcome.kind === "suggested" ? outcome.tier : "none";
    this.#completions.inc({ outcome: outcome.kind, tier, source: source ?? "none" });
    this.#seconds.observe({ tier }, totalMs / 1_000);
    this.#sentBytes.inc(large?.sentBytes ?? 0);
    // Whatever else an answer came from was counted when it was made.
    if (source !== "model") return;
    this.#promptTokens.inc({ kind: "evaluated" }, tokensEvaluated);
    this.#promptTokens.inc({ kind: "reused" }, tokensReused);
    this.#generatedTokens.inc(tokens.length);
  }

  get route(): Route {
    return route({
      method: "GET",
      path: "/metrics",
      summary: "Prometheus: counts and times",
      access: "token",
      body: null,
      reply: null,
      answer: async () => ({
        kind: "text",
        text: await this.#registry.metrics(),
        contentType: this.#registry.contentType,
      }),
    });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}
