/** The calibration: right answers over escalated requests, and the threshold that was chosen. */
import { milliseconds, percent } from "../numbers.js";
import { Scrolled } from "../scrolled.js";
import type { CalibrationState } from "../wire.js";

const [WIDTH, HEIGHT] = [520, 300];
const PLOT = { left: 70, right: 478, top: 30, bottom: 250 } as const;
const STEPS = [0, 0.25, 0.5, 0.75, 1] as const;

type Calibration = NonNullable<CalibrationState["calibration"]>;
type Point = Calibration["provenance"]["point"];

export function CalibrationCard({ state }: { readonly state: CalibrationState | null }) {
  const calibration = state?.calibration ?? null;
  return (
    <section class="card wide">
      <h3>Calibration</h3>
      {state?.doubt != null && <p class="doubt">It does not count now. {state.doubt}</p>}
      {calibration === null ? (
        <p class="quiet">
          There is none. With a large model configured, <code>nearfirst calibrate</code> finds the threshold for your
          two models on your own code, and its curve stands here.
        </p>
      ) : (
        <Calibrated calibration={calibration} />
      )}
    </section>
  );
}

function Calibrated({ calibration }: { readonly calibration: Calibration }) {
  const { threshold, madeAt, provenance } = calibration;
  const { point, curve, source, local, large } = provenance;
  return (
    <div class="calibration">
      <div>
        <p>
          Below a confidence of <strong>{threshold.toFixed(3)}</strong> the large model is asked:{" "}
          {percent(point.rightShare)} right, {percent(point.escalatedShare)} escalated, {milliseconds(point.meanMs)} on
          average.
        </p>
        <p class="quiet">
          {local.name} and {large.name}, by {source.tasks} tasks on {madeAt.slice(0, 10)}.
        </p>
        <PointTable points={curve.length === 0 ? [point] : curve} chosen={point} />
      </div>
      {curve.length > 1 && <Curve points={curve} chosen={point} />}
    </div>
  );
}

function PointTable({ points, chosen }: { readonly points: readonly Point[]; readonly chosen: Point }) {
  return (
    <Scrolled class="table-scroll" label="Operating points">
      <table class="figures">
        <thead>
          <tr>
            {["threshold", "right", "escalated", "mean", "95 %"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.threshold} class={point.threshold === chosen.threshold ? "chosen" : undefined}>
              <th scope="row">
                {point.threshold.toFixed(3)}
                {point.threshold === chosen.threshold && <span class="visually-hidden"> (chosen)</span>}
              </th>
              <td class="number">{percent(point.rightShare)}</td>
              <td class="number">{percent(point.escalatedShare)}</td>
              <td class="number">{milliseconds(point.meanMs)}</td>
              <td class="number">{milliseconds(point.p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

function Curve({ points, chosen }: { readonly points: readonly Point[]; readonly chosen: Point }) {
  const shares = points.map(({ rightShare }) => rightShare);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const span = Math.max(most - least, 0.02);
  const x = (share: number) => PLOT.left + share * (PLOT.right - PLOT.left);
  const y = (share: number) => PLOT.bottom - ((share - least) / span) * (PLOT.bottom - PLOT.top);
  const line = points.map((each, at) => `${at === 0 ? "M" : "L"}${x(each.escalatedShare)} ${y(each.rightShare)}`);
  return (
    <svg
      class="curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="Share of right answers over the share of escalated requests; the figures stand in the table before it."
    >
      {STEPS.map((step) => (
        <g key={step}>
          <path class="grid" d={`M${PLOT.left} ${y(least + step * span)}H${PLOT.right}`} />
          <text x={PLOT.left - 8} y={y(least + step * span) + 4} text-anchor="end">
            {percent(least + step * span)}
          </text>
          <text x={x(step)} y={PLOT.bottom + 20} text-anchor="middle">
            {percent(step)}
          </text>
        </g>
      ))}
      <text x={(PLOT.left + PLOT.right) / 2} y={HEIGHT - 8} text-anchor="middle">
        escalated to the large model
      </text>
      <text x={PLOT.left} y="14">
        right answers
      </text>
      <path class="line" d={line.join("")} />
      <circle class="chosen" cx={x(chosen.escalatedShare)} cy={y(chosen.rightShare)} r="5" />
    </svg>
  );
}
