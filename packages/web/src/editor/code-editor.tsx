/** The editor pane: one Monaco, a text for each opened file. Edits stay in the page. */
import { useEffect, useRef } from "preact/hooks";
import type { Daemon } from "../daemon.js";
import type { Theme } from "../theme.js";
import type { FileText, Project, ProjectFile } from "../wire.js";
import { type GhostTextOptions, provideGhostText } from "./ghost-text.js";
import { EDITOR_OPTIONS, monaco, monacoLanguage, showEditorTheme } from "./setup-monaco.js";

export interface CodeEditorProps extends Pick<GhostTextOptions, "onAnswered" | "onLeft" | "onFailed" | "onFate"> {
  readonly daemon: Daemon;
  readonly project: Project;
  readonly file: ProjectFile;
  readonly theme: Theme;
  /** Counts up when the file is to be read anew. */
  readonly revision: number;
  readonly onChanged: (path: string) => void;
}

export function CodeEditor(props: CodeEditorProps) {
  const { daemon, project, file, theme, revision, onFailed } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  // Handlers may change between renders; the provider stays.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const created = monaco.editor.create(place.current as HTMLElement, { ...EDITOR_OPTIONS, model: null });
    editor.current = created;
    created.addAction({
      id: "nearfirst.ask",
      label: "Ask for a suggestion",
      keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.Backslash],
      run: () => created.trigger("nearfirst", "editor.action.inlineSuggest.trigger", null),
    });
    const provider = provideGhostText({
      daemon,
      project,
      fileOf: (model) => filesOf.get(model) ?? null,
      onAnswered: (request) => latest.current.onAnswered(request),
      onLeft: (place) => latest.current.onLeft(place),
      onFailed: (error) => latest.current.onFailed(error),
      onFate: (fate, text) => latest.current.onFate(fate, text),
    });
    return () => {
      provider.dispose();
      created.dispose();
      for (const model of monaco.editor.getModels()) model.dispose();
    };
  }, [daemon, project]);

  useEffect(() => showEditorTheme(theme), [theme]);

  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const model = await modelOf(daemon, file, revision, (path) => latest.current.onChanged(path));
      if (!isWanted) return;
      editor.current?.setModel(model);
      // Not when it is asked for: until its text has come the one before is still shown, and takes keys.
      if (place.current !== null) place.current.dataset["path"] = file.path;
      editor.current?.focus();
    };
    show().catch(onFailed);
    return () => {
      isWanted = false;
    };
  }, [daemon, file, revision]);

  return <div class="code-editor" ref={place} />;
}

const filesOf = new WeakMap<monaco.editor.ITextModel, ProjectFile>();
const revisionsOf = new WeakMap<monaco.editor.ITextModel, number>();

/** The text as it was left, or, the first time and for a new revision, as it is on the disk. */
async function modelOf(
  daemon: Daemon,
  file: ProjectFile,
  revision: number,
  onChanged: (path: string) => void,
): Promise<monaco.editor.ITextModel> {
  const uri = monaco.Uri.from({ scheme: "project", path: `/${file.path}` });
  const current = () => {
    const known = monaco.editor.getModel(uri);
    return known !== null && revisionsOf.get(known) === revision ? known : null;
  };
  const before = current();
  if (before !== null) return before;
  const { text } = await daemon.get<FileText>(`/page/file?path=${encodeURIComponent(file.path)}`);
  // The file may have been opened again, and typed in, while this answer was on its way.
  const meanwhile = current();
  if (meanwhile !== null) return meanwhile;
  const known = monaco.editor.getModel(uri);
  const model = known ?? monaco.editor.createModel("", monacoLanguage(file.languageId), uri);
  model.setValue(text);
  revisionsOf.set(model, revision);
  if (known === null) {
    filesOf.set(model, file);
    model.onDidChangeContent(({ isFlush }) => {
      if (!isFlush) onChanged(file.path);
    });
  }
  return model;
}
