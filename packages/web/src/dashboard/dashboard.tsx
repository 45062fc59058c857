/** How suggestions fare: counts that `nearfirst stats` prints too, over time and by language, and the calibration. */
import { useEffect, useState } from "preact/hooks";
import type { Daemon } from "../daemon.js";
import type { CalibrationState, DashboardStatistics } from "../wire.js";
import { CalibrationCard } from "./calibration-card.js";
import { CountsCard, Headlines, LanguagesCard, LatencyCard, SavedCard } from "./cards.js";
import { dayOf, daysOf } from "./days.js";
import { OverTime } from "./over-time.js";

export interface DashboardProps {
  readonly daemon: Daemon;
  readonly onFailed: (error: unknown) => void;
}

const SPANS = [
  { days: 7, name: "7 days" },
  { days: 30, name: "30 days" },
  { days: 90, name: "90 days" },
] as const;

export function Dashboard({ daemon, onFailed }: DashboardProps) {
  const [days, setDays] = useState<number>(30);
  const [statistics, setStatistics] = useState<DashboardStatistics | null>(null);
  const [calibration, setCalibration] = useState<CalibrationState | null>(null);
  useEffect(() => {
    let isWanted = true;
    daemon
      .get<DashboardStatistics>(`/page/statistics?days=${days}`)
      .then((read) => isWanted && setStatistics(read))
      .catch(onFailed);
    return () => {
      isWanted = false;
    };
  }, [daemon, days]);
  useEffect(() => {
    daemon.get<CalibrationState>("/page/calibration").then(setCalibration).catch(onFailed);
  }, [daemon]);

  return (
    <section class="dashboard" aria-label="Dashboard">
      <header class="pane-header">
        <h2>How suggestions fare</h2>
        <fieldset class="segmented" aria-label="Time span">
          {SPANS.map((span) => (
            <button key={span.days} type="button" aria-pressed={days === span.days} onClick={() => setDays(span.days)}>
              {span.name}
            </button>
          ))}
        </fieldset>
      </header>
      {statistics === null ? (
        <p class="quiet loading">Reading…</p>
      ) : statistics.total.requests === 0 ? (
        <NothingYet />
      ) : (
        <Figures statistics={statistics} days={days} />
      )}
      {statistics !== null && <CalibrationCard state={calibration} />}
      <p class="quiet footnote">
        Counted on this machine alone, for all editors and without code. <code>nearfirst stats</code> prints the same
        figures.
      </p>
    </section>
  );
}

function NothingYet() {
  return (
    <div class="card wide empty">
      <h3>Nothing has been counted yet</h3>
      <p>
        Each suggestion in an editor of yours, this page's included, counts here: shown, accepted, by which model, how
        fast, and whether anything left the machine. Type a few lines in the editor and come back. Counting is off where{" "}
        <code>statistics.enabled</code> is false.
      </p>
    </div>
  );
}

function Figures({ statistics, days }: { readonly statistics: DashboardStatistics; readonly days: number }) {
  const { total, languages } = statistics;
  return (
    <div class="figures-grid">
      <Headlines total={total} />
      <OverTime days={daysOf(statistics, days, dayOf(new Date()))} />
      <LatencyCard latency={total.latency} />
      <CountsCard
        title="Reasons for escalation"
        counts={total.escalationReasons}
        nothing="Nothing was escalated: the local model answered all by itself."
      />
      <CountsCard title="How requests ended" counts={total.outcomes} nothing="" />
      <SavedCard total={total} />
      <LanguagesCard languages={languages} />
    </div>
  );
}
