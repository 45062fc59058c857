/** The page: editor and inspector, or the dashboard. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { type Daemon, DaemonError } from "./daemon.js";
import { Dashboard } from "./dashboard/dashboard.js";
import { Header, type View } from "./header.js";
import { forgetSession } from "./session.js";
import { chooseTheme, currentTheme, followSystem, showTheme, type Theme } from "./theme.js";
import type { Project } from "./wire.js";
import { Workbench } from "./workbench.js";

export function App({ daemon }: { readonly daemon: Daemon }) {
  const [project, setProject] = useState<Project | null>(null);
  const [view, setView] = useState<View>(location.hash === "#dashboard" ? "dashboard" : "editor");
  const [theme, setTheme] = useState<Theme>(currentTheme());
  const [failure, setFailure] = useState<string | null>(null);
  const onFailed = useCallback((thrown: unknown) => {
    if (thrown instanceof DaemonError && thrown.status === 401) {
      // The daemon was started anew and knows no tab of the old one's.
      forgetSession();
      location.reload();
    } else setFailure(thrown instanceof Error ? thrown.message : String(thrown));
  }, []);
  useEffect(() => {
    daemon.get<Project>("/page/project").then(setProject).catch(onFailed);
  }, [daemon]);
  useEffect(() => followSystem(() => setTheme(currentTheme())), []);
  useEffect(() => showTheme(theme), [theme]);

  const onView = (chosen: View) => {
    setView(chosen);
    history.replaceState(null, "", chosen === "dashboard" ? "#dashboard" : location.pathname);
  };
  const onTheme = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <>
      <Header project={project} view={view} theme={theme} onView={onView} onTheme={onTheme} />
      {failure !== null && (
        <div class="failure" role="alert">
          <p>{failure}</p>
          <button type="button" class="small" onClick={() => setFailure(null)}>
            Close
          </button>
        </div>
      )}
      <main>
        {/* The editor stays, with what was typed and asked, while the dashboard is looked at. */}
        {project !== null && (
          <div hidden={view !== "editor"} class="view">
            <Workbench daemon={daemon} project={project} theme={theme} onFailed={onFailed} />
          </div>
        )}
        {view === "dashboard" && <Dashboard daemon={daemon} onFailed={onFailed} />}
      </main>
    </>
  );
}
