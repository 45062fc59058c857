import type { Trace } from "@nearfirst/core";
import { milliseconds } from "../numbers.js";
import { Section } from "./section.js";
import { stageBars } from "./stage-bars.js";

/** A table whose last column is a picture of it: where on the time line each stage ran. */
export function StagesSection({ trace }: { readonly trace: Trace }) {
  return (
    <Section title="Stages" figure={milliseconds(trace.totalMs)}>
      <table class="stages">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">stage</th>
            <th scope="col">time</th>
            <th scope="col">on the time line</th>
          </tr>
        </thead>
        <tbody>
          {stageBars(trace).map(({ stage, ms, from, share }, at) => (
            // A stage may run twice.
            <tr key={at}>
              <th scope="row">{stage}</th>
              <td class="number">{milliseconds(ms)}</td>
              <td class="track">
                <span
                  class={`bar ${stage}`}
                  style={{ left: `min(${100 * from}%, 100% - 2px)`, width: `max(2px, ${100 * share}%)` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
