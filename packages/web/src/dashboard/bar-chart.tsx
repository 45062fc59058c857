/** Bars by day: plain boxes, so that they are as crisp and as wide as the page; the same figures stand in a table below. */
import { useState } from "preact/hooks";
import { Scrolled } from "../scrolled.js";

export interface Series {
  readonly name: string;
  /** Of its colour. */
  readonly class: string;
}

export interface BarGroup {
  readonly label: string;
  /** One for each series, stacked from below; null for nothing known. */
  readonly values: readonly (number | null)[];
}

export interface BarChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly groups: readonly BarGroup[];
  /** The top of the scale where the values are shares. */
  readonly most?: number;
  readonly inWords: (value: number | null) => string;
}

/** A label for each bar would run into its neighbours. */
const MOST_LABELS = 7;

export function BarChart({ title, series, groups, most, inWords }: BarChartProps) {
  const [isTable, setTable] = useState(false);
  const sums = groups.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const top = most ?? Math.max(...sums, Number.MIN_VALUE);
  const every = Math.ceil(groups.length / MOST_LABELS);
  return (
    <figure class="chart">
      <figcaption>
        <span class="legend">
          {series.map((each) => (
            <span key={each.name}>
              <span class={`swatch ${each.class}`} aria-hidden="true" /> {each.name}
            </span>
          ))}
        </span>
        <button type="button" class="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </button>
      </figcaption>
      {isTable ? (
        <BarTable title={title} series={series} groups={groups} inWords={inWords} />
      ) : (
        <div
          class={groups.length <= MOST_LABELS ? "bars few" : "bars"}
          role="img"
          aria-label={`${title}, by day. The button before it shows the figures as a table.`}
        >
          <span class="top" aria-hidden="true">
            {inWords(top)}
          </span>
          {groups.map(({ label, values }, at) => (
            <span
              key={label}
              class="column"
              title={`${label}: ${series.map((each, index) => `${each.name} ${inWords(values[index] ?? null)}`).join(", ")}`}
            >
              <span class="stack">
                {values.map((value, index) => (
                  <span
                    key={series[index]?.name}
                    class={`part ${series[index]?.class}`}
                    style={{ height: `${(100 * (value ?? 0)) / top}%` }}
                  />
                ))}
              </span>
              <span class="label">{(groups.length - 1 - at) % every === 0 ? label : ""}</span>
            </span>
          ))}
        </div>
      )}
    </figure>
  );
}

function BarTable({ title, series, groups, inWords }: Omit<BarChartProps, "most">) {
  const known = groups.filter(({ values }) => values.some((value) => value !== null));
  return (
    <Scrolled class="table-scroll" label={`${title}, as a table`}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">day</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={series[at]?.name} class="number">
                  {inWords(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
