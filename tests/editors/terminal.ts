/** A program in a terminal of its own, by tmux: keys go in as a person types them, and the screen is read as one sees it. */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How long anything on screen is waited for: the machine may be busy with other tests. */
const PATIENCE_MS = 30_000;

export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Path of tmux's socket; the server behind it is this terminal's own. */
  readonly socket: string;
  readonly columns?: number;
  readonly rows?: number;
}

export class Terminal {
  readonly #socket: string;

  static async start({
    command,
    args,
    cwd,
    env,
    socket,
    columns = 100,
    rows = 40,
  }: TerminalOptions): Promise<Terminal> {
    const terminal = new Terminal(socket);
    const size = ["-x", String(columns), "-y", String(rows)];
    const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    // Without the wait, Esc and the key after it would be one key with Alt.
    const options = [
      "set-option -s escape-time 0",
      "set-option -g default-terminal screen-256color",
      "set-option -g status off",
    ];
    const before = options.flatMap((option) => [...option.split(" "), ";"]);
    const server = ["-u", "-S", socket, "-f", "/dev/null", "start-server", ";", ...before];
    // The session has the variables of the program that made it.
    const variables = { ...process.env, LC_ALL: "C.UTF-8", TMUX: "", ...env };
    await run("tmux", [...server, "new-session", "-d", ...size, "-c", cwd, words], { env: variables });
    return terminal;
  }

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Types text, letter by letter. A last `;` would end tmux's command. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text.replace(/;$/, "\\;"));
  }

  /** Presses keys by tmux's names: `Enter`, `Escape`, `Tab`, `C-Right`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#tmux("send-keys", key);
  }

  /** Presses keys in one piece, which the program reads at once: as where it got no time between them. */
  async pressAtOnce(...keys: readonly string[]): Promise<void> {
    await this.#tmux("send-keys", "--", ...keys);
  }

  /** The screen's lines from the cursor's downwards, without trailing white space. */
  async fromCursor(): Promise<readonly string[]> {
    // One command, so that both are of the same moment.
    const [row, ...lines] = (await this.#tmux("display-message", "-p", "#{cursor_y}", ";", "capture-pane", "-p")).split(
      "\n",
    );
    return lines.slice(Number(row)).map((line) => line.trimEnd());
  }

  /** The whole screen's lines, without trailing white space. */
  async lines(): Promise<readonly string[]> {
    return (await this.text()).split("\n").map((line) => line.trimEnd());
  }

  /** The whole screen. */
  async text(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p")).trimEnd();
  }

  /** Waits until the lines from the cursor's downwards are as wanted. */
  until(what: string, isSo: (fromCursor: readonly string[]) => boolean): Promise<void> {
    return this.#wait(what, async () => isSo(await this.fromCursor()));
  }

  /** Waits until the whole screen is as wanted. */
  untilText(what: string, isSo: (screen: string) => boolean): Promise<void> {
    return this.#wait(what, async () => isSo(await this.text()));
  }

  /** Waits until the cursor's line, and those below it, begin with these, without trailing white space. */
  async untilAtCursor(...lines: readonly string[]): Promise<void> {
    const wanted = lines.map((line) => line.trimEnd());
    await this.until(`the cursor stands on\n${wanted.join("\n")}`, (screen) =>
      wanted.every((line, at) => screen[at] === line),
    );
  }

  /** Waits until the cursor stands in this column, from 0. */
  async untilColumn(column: number): Promise<void> {
    const isSo = async () => Number(await this.#tmux("display-message", "-p", "#{cursor_x}")) === column;
    await this.#wait(`the cursor stands in column ${column}`, isSo);
  }

  async stop(): Promise<void> {
    // Nothing to end where the program ended by itself.
    await this.#tmux("kill-server").catch(() => undefined);
    rmSync(this.#socket, { force: true });
  }

  async #wait(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > end)
        throw new Error(`${what}: not so after ${PATIENCE_MS} ms. The screen:\n${await this.text()}`);
      await delay(30);
    }
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    return (await run("tmux", ["-u", "-S", this.#socket, ...args])).stdout;
  }
}
