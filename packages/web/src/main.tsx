import { render } from "preact";
import { App } from "./app.js";
import { daemonFor } from "./daemon.js";
import { tabSession } from "./session.js";
import "./styles/base.css";
import "./styles/workbench.css";
import "./styles/inspector.css";
import "./styles/dashboard.css";
import { currentTheme, showTheme } from "./theme.js";

showTheme(currentTheme());
const root = document.getElementById("app") as HTMLElement;
try {
  const session = await tabSession();
  render(session === null ? <LetIn message="This tab has no key." /> : <App daemon={daemonFor(session)} />, root);
} catch (thrown) {
  render(<LetIn message={thrown instanceof Error ? thrown.message : String(thrown)} />, root);
}

function LetIn({ message }: { readonly message: string }) {
  return (
    <main class="let-in">
      <h1>
        <img src="/page/icon.svg" alt="" width="28" height="28" /> Nearfirst
      </h1>
      <p>{message}</p>
      <p>
        <code>nearfirst serve --open</code> opens the page with a new key, which is good once. Only your own user
        account of this machine can make one.
      </p>
    </main>
  );
}
