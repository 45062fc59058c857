/** What one request did, from its outcome to what left the machine. */
import { useState } from "preact/hooks";
import type { AnsweredRequest } from "../editor/ghost-text.js";
import { milliseconds } from "../numbers.js";
import { outcomeSentence } from "../outcome-words.js";
import type { Project } from "../wire.js";
import { ConfidenceSection, DecisionSection, SyntaxSection } from "./judgement.js";
import { LeftSection } from "./left-section.js";
import { DraftSection, PromptSection, TokensSection } from "./model-work.js";
import { RequestList } from "./request-list.js";
import { SnippetsSection } from "./snippets-section.js";
import { StagesSection } from "./stages-section.js";

export interface InspectorProps {
  readonly requests: readonly AnsweredRequest[];
  readonly selected: AnsweredRequest | null;
  /** The newest request is shown whenever one comes. */
  readonly isFollowing: boolean;
  readonly project: Project;
  /** By its id; null for the newest. */
  readonly onSelect: (id: string | null) => void;
}

export function Inspector({ requests, selected, isFollowing, project, onSelect }: InspectorProps) {
  const [showsLeft, setShowsLeft] = useState(false);
  const left = requests.filter(isLeft);
  const listed = showsLeft ? requests : requests.filter((request) => !isLeft(request));
  return (
    <section class="inspector" aria-label="Inspector">
      <header class="pane-header">
        <h2>Inspector</h2>
        {left.length > 0 && (
          <button
            type="button"
            class="small"
            aria-pressed={showsLeft}
            title="Requests that ended because you typed on"
            onClick={() => setShowsLeft(!showsLeft)}
          >
            {left.length} left behind
          </button>
        )}
        {!isFollowing && (
          <button type="button" class="small" onClick={() => onSelect(null)}>
            Follow the newest
          </button>
        )}
      </header>
      {selected === null ? <NoRequest project={project} /> : null}
      {listed.length > 0 && <RequestList requests={listed} selected={selected} onSelect={onSelect} />}
      {selected !== null && <RequestDetails request={selected} project={project} />}
    </section>
  );
}

/** The developer typed on, and nothing left for it: of little interest, and there are many. */
function isLeft({ waitedMs, report }: AnsweredRequest): boolean {
  return waitedMs === null && report.sent.length === 0;
}

function NoRequest({ project }: { readonly project: Project }) {
  return (
    <div class="empty">
      <p>
        <strong>Type in the editor.</strong> Each request appears here with all that was done for it.
      </p>
      <dl class="keys">
        <div>
          <dt>
            <kbd>Tab</kbd>
          </dt>
          <dd>accept</dd>
        </div>
        <div>
          <dt>
            <kbd>Ctrl</kbd> <kbd>→</kbd>
          </dt>
          <dd>accept a word</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>dismiss</dd>
        </div>
        <div>
          <dt>
            <kbd>Alt</kbd> <kbd>\</kbd>
          </dt>
          <dd>ask here, or for another</dd>
        </div>
      </dl>
      <p class="quiet">
        {project.model.languages.length > 0 && `${project.model.name} knows ${project.model.languages.join(", ")}. `}
        {project.large === null
          ? "No large model is configured: nothing leaves this machine."
          : `The large model is ${project.large}.`}
      </p>
    </div>
  );
}

function RequestDetails({ request, project }: { readonly request: AnsweredRequest; readonly project: Project }) {
  const { report, path, line, column, trigger, linePrefix, waitedMs } = request;
  const { trace, explanation } = report;
  return (
    <article class="request" aria-label="The selected request">
      <div class="summary">
        <p class="outcome">
          <span class={`dot ${report.outcome} ${report.tier}`} aria-hidden="true" /> {outcomeSentence(report)}
        </p>
        {explanation !== null && <p>{explanation}</p>}
        <pre class="picture">
          <span class="typed">{linePrefix.trimStart()}</span>
          <ins>{report.text}</ins>
        </pre>
        <p class="quiet">
          {path}:{line}:{column}, {trigger === "explicit" ? "asked for" : "while you typed"}
          {trace !== null && `, ${milliseconds(trace.totalMs)} in the daemon`}
          {waitedMs === null ? ", not waited for" : `, ${milliseconds(waitedMs)} seen from here`}
        </p>
      </div>
      {trace !== null && (
        <>
          <StagesSection trace={trace} />
          <TokensSection trace={trace} />
          <ConfidenceSection trace={trace} hasLarge={project.large !== null} />
          <PromptSection trace={trace} />
          <DraftSection trace={trace} />
          <SyntaxSection trace={trace} place={report.syntaxPlace} />
          <SnippetsSection trace={trace} found={report.found} isWorkspace={project.isWorkspace} />
          <DecisionSection trace={trace} report={report} />
          <LeftSection trace={trace} report={report} large={project.large} />
        </>
      )}
    </article>
  );
}
