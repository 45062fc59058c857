import type { Theme } from "./theme.js";
import type { Project } from "./wire.js";

export type View = "editor" | "dashboard";

export interface HeaderProps {
  readonly project: Project | null;
  readonly view: View;
  readonly theme: Theme;
  readonly onView: (view: View) => void;
  readonly onTheme: (theme: Theme) => void;
}

export function Header({ project, view, theme, onView, onTheme }: HeaderProps) {
  const other: Theme = theme === "dark" ? "light" : "dark";
  const viewButton = (of: View, name: string) => (
    <button type="button" aria-current={view === of ? "page" : undefined} onClick={() => onView(of)}>
      {name}
    </button>
  );
  return (
    <header class="top">
      <h1>
        <img src="/page/icon.svg" alt="" width="20" height="20" /> Nearfirst
      </h1>
      <nav class="segmented" aria-label="Views">
        {viewButton("editor", "Editor")}
        {viewButton("dashboard", "Dashboard")}
      </nav>
      {project !== null && (
        <p class="who">
          <span class="chip">
            <span class="dot suggested local" aria-hidden="true" /> {project.model.name}
          </span>
          <span class="chip">
            <span class={`dot ${project.large === null ? "" : "suggested large"}`} aria-hidden="true" />{" "}
            {project.large ?? "no large model: nothing leaves"}
          </span>
        </p>
      )}
      <button
        type="button"
        class="small theme"
        aria-label={`Switch to ${other}`}
        title={`Switch to ${other}`}
        onClick={() => onTheme(other)}
      >
        <span aria-hidden="true">{theme === "dark" ? "☀" : "☾"}</span>
      </button>
    </header>
  );
}
