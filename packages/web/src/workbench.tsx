/** Files, editor and inspector side by side; one below the other where there is no room. */
import { useCallback, useState } from "preact/hooks";
import type { Daemon } from "./daemon.js";
import { CodeEditor } from "./editor/code-editor.js";
import { FileList } from "./editor/file-list.js";
import type { Fate } from "./editor/ghost-text.js";
import { Inspector } from "./inspector/inspector.js";
import { useRequestLog } from "./inspector/request-log.js";
import { announce } from "./live-region.js";
import { outcomeSentence } from "./outcome-words.js";
import type { Theme } from "./theme.js";
import type { Project, ProjectFile } from "./wire.js";

export interface WorkbenchProps {
  readonly daemon: Daemon;
  readonly project: Project;
  readonly theme: Theme;
  readonly onFailed: (error: unknown) => void;
}

export function Workbench({ daemon, project, theme, onFailed }: WorkbenchProps) {
  const [file, setFile] = useState<ProjectFile | null>(firstFile(project));
  const [revisions, setRevisions] = useState<ReadonlyMap<string, number>>(new Map());
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const { requests, onAnswered, onLeft } = useRequestLog(daemon);
  const [chosenId, setChosenId] = useState<string | null>(null);

  const onFate = useCallback((fate: Fate, text: string) => announce(fateInWords(fate, text)), []);
  const onChanged = useCallback((path: string) => setChanged((before) => new Set(before).add(path)), []);
  const onDiscard = (path: string) => {
    setRevisions((before) => new Map(before).set(path, (before.get(path) ?? 0) + 1));
    setChanged((before) => new Set([...before].filter((each) => each !== path)));
  };

  const answered = requests.filter(({ waitedMs }) => waitedMs !== null);
  const selected = requests.find(({ id }) => id === chosenId) ?? answered[0] ?? null;
  return (
    <div class="workbench">
      <aside class="files" aria-label="Project">
        <h2 class="pane-header">{project.name || "No project"}</h2>
        <FileList
          files={project.files}
          isCut={project.isCut}
          openPath={file?.path ?? null}
          changed={changed}
          onOpen={setFile}
        />
      </aside>
      <section class="editor" aria-label="Editor">
        {file === null ? (
          <p class="empty">
            There is no source file here. <code>nearfirst serve --open --workspace FOLDER</code> names another folder.
          </p>
        ) : (
          <>
            <header class="pane-header">
              <h2 class="path">{file.path}</h2>
              {changed.has(file.path) && (
                <button type="button" class="small" onClick={() => onDiscard(file.path)}>
                  Discard changes
                </button>
              )}
            </header>
            <CodeEditor
              daemon={daemon}
              project={project}
              file={file}
              theme={theme}
              revision={revisions.get(file.path) ?? 0}
              onAnswered={onAnswered}
              onLeft={onLeft}
              onFailed={onFailed}
              onFate={onFate}
              onChanged={onChanged}
            />
            <footer class="status">
              {answered[0] === undefined
                ? "What you type stays in this page; nothing is saved."
                : outcomeSentence(answered[0].report)}
            </footer>
          </>
        )}
      </section>
      <Inspector
        requests={requests}
        selected={selected}
        isFollowing={selected?.id !== chosenId}
        project={project}
        onSelect={setChosenId}
      />
    </div>
  );
}

/** One in a language that the model knows, if there is any. */
function firstFile({ files, model }: Project): ProjectFile | null {
  const isKnown = ({ languageId }: ProjectFile) => model.languages.length === 0 || model.languages.includes(languageId);
  return files.find(isKnown) ?? files[0] ?? null;
}

function fateInWords(fate: Fate, text: string): string {
  switch (fate) {
    case "shown":
      return `Suggestion: ${text}`;
    case "accepted":
      return "Accepted.";
    case "partly-accepted":
      return "Accepted in part.";
    case "dismissed":
      return "Dismissed.";
  }
}
