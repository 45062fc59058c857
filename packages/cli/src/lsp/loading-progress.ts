/** Shows in the editor that the model loads and the workspace is read (`window/workDoneProgress`). */
import type { Connection, WorkDoneProgressReporter } from "vscode-languageserver/node";

export class LoadingProgress {
  readonly #connection: Connection;
  #reporter: Promise<WorkDoneProgressReporter | null> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  begin(): void {
    if (this.#reporter !== null) return;
    // A client that refuses is left without progress.
    this.#reporter = this.#connection.window.createWorkDoneProgress().catch(() => null);
    this.#with((reporter) => reporter.begin("Nearfirst", undefined, "Loading the model", false));
  }

  /** The model is loaded; ends once the workspace is read. */
  ready(indexed: Promise<void>): void {
    this.#with((reporter) => reporter.report("Reading the workspace"));
    const running = this.#reporter;
    const end = () => {
      if (this.#reporter === running) this.end();
    };
    indexed.then(end, end);
  }

  end(): void {
    this.#with((reporter) => reporter.done());
    this.#reporter = null;
  }

  #with(tell: (reporter: WorkDoneProgressReporter) => void): void {
    void this.#reporter?.then((reporter) => {
      if (reporter !== null) tell(reporter);
    });
  }
}
