/** The requests so far, the newest first. */
import { useEffect, useRef } from "preact/hooks";
import type { AnsweredRequest } from "../editor/ghost-text.js";
import { milliseconds } from "../numbers.js";
import { shortOutcome } from "../outcome-words.js";

export interface RequestListProps {
  readonly requests: readonly AnsweredRequest[];
  readonly selected: AnsweredRequest | null;
  /** By its id. */
  readonly onSelect: (id: string) => void;
}

export function RequestList({ requests, selected, onSelect }: RequestListProps) {
  const list = useRef<HTMLOListElement>(null);
  // A list that was scrolled stays where it is when a row comes on top: the newest would not be seen.
  useEffect(() => showSelected(list.current), [selected?.id]);
  return (
    <ol class="request-list" aria-label="Requests, the newest first" ref={list}>
      {requests.map((request) => {
        const { report, line, column } = request;
        return (
          <li key={report.id}>
            <button
              type="button"
              aria-current={request.id === selected?.id ? "true" : undefined}
              onClick={() => onSelect(request.id)}
            >
              <span class={`dot ${report.outcome} ${report.tier}`} aria-hidden="true" />
              <span class="where">
                {line}:{column}
              </span>
              <span class="what">
                {report.text === "" ? whyNothing(report) : <code>{report.text.split("\n", 1)[0]}</code>}
              </span>
              <span class="how">{shortOutcome(report)}</span>
              <span class="time">{milliseconds(report.trace?.totalMs ?? null)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Scrolls the list alone: `scrollIntoView` would move the page on a phone. */
function showSelected(list: HTMLOListElement | null): void {
  const row = list?.querySelector('[aria-current="true"]')?.getBoundingClientRect();
  if (list === null || row === undefined) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
}

function whyNothing({ outcome, reason }: AnsweredRequest["report"]): string {
  return outcome === "cancelled" ? `in the stage ${reason}` : reason;
}
