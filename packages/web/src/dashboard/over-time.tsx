/** One figure over time, by day; which one, the reader chooses. */
import type { Statistics } from "@nearfirst/core";
import { useState } from "preact/hooks";
import { count, milliseconds, percent } from "../numbers.js";
import { BarChart, type Series } from "./bar-chart.js";
import { type Day, dayInWords } from "./days.js";

interface Figure {
  readonly name: string;
  readonly series: readonly Series[];
  readonly valuesOf: (statistics: Statistics) => readonly (number | null)[];
  readonly inWords: (value: number | null) => string;
  readonly most?: number;
}

const orDash = (value: number | null) => (value === null ? "–" : count(value));

const FIGURES: readonly [Figure, ...Figure[]] = [
  {
    name: "Shown and accepted",
    series: [
      { name: "accepted", class: "first" },
      { name: "shown, not accepted", class: "second" },
    ],
    valuesOf: ({ accepted, partlyAccepted, shown }) => [
      accepted + partlyAccepted,
      Math.max(0, shown - accepted - partlyAccepted),
    ],
    inWords: orDash,
  },
  {
    name: "Share kept local",
    series: [{ name: "suggestions for which nothing left", class: "first" }],
    valuesOf: ({ privateShare }) => [privateShare],
    inWords: percent,
    most: 1,
  },
  {
    name: "Latency, local model",
    series: [{ name: "median", class: "first" }],
    valuesOf: ({ latency }) => [latency.local.medianMs],
    inWords: milliseconds,
  },
  {
    name: "Latency, large model",
    series: [{ name: "median", class: "third" }],
    valuesOf: ({ latency }) => [latency.large.medianMs],
    inWords: milliseconds,
  },
  {
    name: "Tokens saved",
    series: [
      { name: "of prompts, by reuse", class: "second" },
      { name: "of answers, by drafts", class: "third" },
    ],
    valuesOf: ({ reusedTokens, draftTokens }) => [reusedTokens, draftTokens.local + draftTokens.large],
    inWords: orDash,
  },
];

export function OverTime({ days }: { readonly days: readonly Day[] }) {
  const [name, setName] = useState(FIGURES[0].name);
  const figure = FIGURES.find((each) => each.name === name) ?? FIGURES[0];
  return (
    <section class="card wide" aria-labelledby="over-time">
      <header class="card-header">
        <h3 id="over-time">Over time</h3>
        <select aria-label="Figure" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
          {FIGURES.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </header>
      <BarChart
        title={figure.name}
        series={figure.series}
        groups={days.map(({ day, statistics }) => ({
          label: dayInWords(day),
          values: statistics === null ? figure.series.map(() => null) : figure.valuesOf(statistics),
        }))}
        inWords={figure.inWords}
        {...(figure.most === undefined ? {} : { most: figure.most })}
      />
    </section>
  );
}
