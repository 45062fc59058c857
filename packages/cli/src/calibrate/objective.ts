/** What a threshold is chosen for, as it stands on the command line. */
import type { Objective } from "@nearfirst/node";
import { InvalidArgumentError } from "commander";

export interface ObjectiveOptions {
  /** A share in [0, 1]. */
  readonly mostEscalated?: number;
  /** In milliseconds. */
  readonly mostP95?: number;
}

export function objectiveOf({ mostEscalated, mostP95 }: ObjectiveOptions): Objective {
  if (mostEscalated !== undefined) return { kind: "escalated", mostShare: mostEscalated };
  if (mostP95 !== undefined) return { kind: "latency", mostP95Ms: mostP95 };
  return { kind: "quality" };
}

/** `25%` or `25` as a share. */
export function percentage(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)\s*%?$/.exec(text)?.[1] ?? Number.NaN);
  if (!(value <= 100)) throw new InvalidArgumentError("It is a percentage from 0 to 100, for example 25%.");
  return value / 100;
}

/** `400ms`, `400` or `0.4s` in milliseconds. */
export function duration(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)?$/.exec(text) ?? [];
  const value = Number(number) * (unit === "s" ? 1000 : 1);
  if (!(value > 0)) throw new InvalidArgumentError("It is a time above 0, for example 400ms.");
  return value;
}

export function wordsOf(objective: Objective): string {
  switch (objective.kind) {
    case "quality":
      return "the most right answers";
    case "escalated":
      return `the most right answers with at most ${percent(objective.mostShare)} escalated`;
    case "latency":
      return `the most right answers with 95 of 100 requests within ${objective.mostP95Ms} ms`;
  }
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
