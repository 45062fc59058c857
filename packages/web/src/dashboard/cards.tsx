/** The dashboard's single figures and tables. */
import type { Counts, Latency, Statistics } from "@nearfirst/core";
import { count, counted, milliseconds, percent } from "../numbers.js";
import { Scrolled } from "../scrolled.js";
import type { DashboardStatistics } from "../wire.js";

export function Headlines({ total }: { readonly total: Statistics }) {
  const taken = total.accepted + total.partlyAccepted;
  return (
    <dl class="headlines">
      <Headline
        name="Accepted"
        figure={percent(total.acceptedShare)}
        detail={`${count(taken)} of ${count(total.shown)} shown`}
      />
      <Headline
        name="Kept local"
        figure={percent(total.privateShare)}
        detail={
          total.sent === 0 ? "nothing left this machine" : `${counted(total.sent, "request")} went to the large model`
        }
      />
      <Headline
        name="Local answer"
        figure={milliseconds(total.latency.local.medianMs)}
        detail={`median; 95 in 100 within ${milliseconds(total.latency.local.p95Ms)}`}
      />
      <Headline
        name="Without a model"
        figure={count(total.reusedAnswers)}
        detail="answers typed through, in the making or from the cache"
      />
    </dl>
  );
}

function Headline({
  name,
  figure,
  detail,
}: {
  readonly name: string;
  readonly figure: string;
  readonly detail: string;
}) {
  return (
    <div class="card headline">
      <dt>{name}</dt>
      <dd>
        <strong>{figure}</strong> <span class="quiet">{detail}</span>
      </dd>
    </div>
  );
}

export interface CountsCardProps {
  readonly title: string;
  readonly counts: Counts;
  /** Where there are none. */
  readonly nothing: string;
}

/** A count a line, with a bar as long as its share of the largest. */
export function CountsCard({ title, counts, nothing }: CountsCardProps) {
  const rows = Object.entries(counts);
  const most = Math.max(1, ...rows.map(([, times]) => times));
  return (
    <section class="card">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p class="quiet">{nothing}</p>
      ) : (
        <table class="counts">
          <tbody>
            {rows.map(([name, times]) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <span class="share" style={{ width: `${(100 * times) / most}%` }} aria-hidden="true" />
                </th>
                <td class="number">{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const TIERS = { local: "local model", large: "large model", reused: "no model" } as const;

export function LatencyCard({ latency }: { readonly latency: Statistics["latency"] }) {
  const most = Math.max(1, ...Object.values(latency).map(({ p95Ms }) => p95Ms ?? 0));
  const width = (ms: number | null) => ({ width: `${(100 * (ms ?? 0)) / most}%` });
  const row = (tier: keyof typeof TIERS, { count: times, medianMs, p95Ms }: Latency) => (
    <tr key={tier}>
      <th scope="row">{TIERS[tier]}</th>
      <td class="track" aria-hidden="true">
        <span class="bar p95" style={width(p95Ms)} />
        <span class="bar median" style={width(medianMs)} />
      </td>
      <td class="number">{milliseconds(medianMs)}</td>
      <td class="number">{milliseconds(p95Ms)}</td>
      <td class="number">{count(times)}</td>
    </tr>
  );
  return (
    <section class="card">
      <h3>Latency by tier</h3>
      <table class="latency">
        <thead>
          <tr>
            <th scope="col">answered by</th>
            <td class="track" aria-hidden="true" />
            <th scope="col">median</th>
            <th scope="col">95 %</th>
            <th scope="col">answers</th>
          </tr>
        </thead>
        <tbody>
          {row("local", latency.local)}
          {row("large", latency.large)}
          {row("reused", latency.reused)}
        </tbody>
      </table>
    </section>
  );
}

export function SavedCard({ total }: { readonly total: Statistics }) {
  const { draftTokens, reusedTokens, kept, lookedAtAgain } = total;
  return (
    <section class="card">
      <h3>Tokens saved</h3>
      <dl class="facts">
        <div>
          <dt>of prompts, by reuse</dt>
          <dd>{count(reusedTokens)}</dd>
        </div>
        <div>
          <dt>of answers, by local drafts</dt>
          <dd>{count(draftTokens.local)}</dd>
        </div>
        <div>
          <dt>of answers, by drafts for the large model</dt>
          <dd>{count(draftTokens.large)}</dd>
        </div>
        <div>
          <dt>still in the file when looked at again</dt>
          <dd>{lookedAtAgain === 0 ? "–" : `${count(kept)} of ${count(lookedAtAgain)}`}</dd>
        </div>
      </dl>
    </section>
  );
}

export function LanguagesCard({ languages }: Pick<DashboardStatistics, "languages">) {
  return (
    <section class="card wide">
      <h3>By language</h3>
      <Scrolled class="table-scroll" label="Figures by language">
        <table class="figures">
          <thead>
            <tr>
              {[
                "language",
                "requests",
                "shown",
                "accepted",
                "share",
                "escalated",
                "kept local",
                "median",
                "tokens reused",
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {languages.map(({ languageId, statistics: of }) => (
              <tr key={languageId}>
                <th scope="row">{languageId}</th>
                <td class="number">{count(of.requests)}</td>
                <td class="number">{count(of.shown)}</td>
                <td class="number">{count(of.accepted + of.partlyAccepted)}</td>
                <td class="number">{percent(of.acceptedShare)}</td>
                <td class="number">{count(of.escalated)}</td>
                <td class="number">{percent(of.privateShare)}</td>
                <td class="number">{milliseconds(of.latency.local.medianMs)}</td>
                <td class="number">{count(of.reusedTokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </section>
  );
}
