/** VS Code in the browser, as someone at the keyboard has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import type { CodeServer } from "./code-server.js";

/** Debian's; another one by this variable. */
export const CHROMIUM = process.env["NEARFIRST_CHROMIUM"] ?? "/usr/bin/chromium";

const GHOST = ".ghost-text-decoration, .ghost-text-decoration-preview, .ghost-text";

/** By its id: the progress of loading and indexing says "Nearfirst" too, in an item of VS Code's own. */
const STATUS_ITEM = '[id="nearfirst.nearfirst-vscode.nearfirst.status"]';

/** Long, because the machine may be busy with something else. */
const PATIENCE_MS = 30_000;

export class EditorPage {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #server: CodeServer;

  static async open(server: CodeServer, file: string): Promise<EditorPage> {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    });
    const context = await browser.newContext({ viewport: { width: 1_100, height: 700 } });
    const page = await context.newPage();
    await page.goto(server.url(file));
    await page.waitForSelector(".editor-instance .monaco-editor .view-line", { timeout: 180_000 });
    return new EditorPage(browser, page, server);
  }

  private constructor(browser: Browser, page: Page, server: CodeServer) {
    this.#browser = browser;
    this.page = page;
    this.#server = server;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** As fast as someone who types fast, in milliseconds a key. */
  type(text: string, delay = 60): Promise<void> {
    return this.page.keyboard.type(text, { delay });
  }

  /** Replaces the whole text without typing it, so that the editor adds no brackets. Without Esc, which would say something. */
  async setText(text: string): Promise<void> {
    await this.press("Control+a");
    await this.press("Delete");
    await this.page.keyboard.insertText(text);
    await this.press("Control+End");
  }

  /** The suggestion on screen, lines joined; null where there is none. */
  async ghostText(): Promise<string | null> {
    const parts = await this.page.locator(GHOST).allTextContents();
    // VS Code has a piece for each colour.
    return parts.length === 0 ? null : parts.join("").replaceAll("\u00a0", " ");
  }

  /** Waits for one; its text. */
  async suggestion(limitMs = PATIENCE_MS): Promise<string> {
    await this.page.waitForSelector(GHOST, { timeout: limitMs });
    return (await this.ghostText()) ?? "";
  }

  async noSuggestion(): Promise<void> {
    await this.page.waitForSelector(GHOST, { state: "detached", timeout: PATIENCE_MS });
  }

  /** Counts the frames without a suggestion while `work` is done. */
  async framesWithoutSuggestion(
    work: () => Promise<void>,
  ): Promise<{ readonly all: number; readonly without: number }> {
    await this.page.evaluate(`(() => {
      const seen = (window.nearfirstFrames = { all: 0, without: 0, isOver: false });
      const look = () => {
        seen.all++;
        if (document.querySelector(${JSON.stringify(GHOST)}) === null) seen.without++;
        if (!seen.isOver) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    await work();
    return this.page.evaluate("((window.nearfirstFrames.isOver = true), window.nearfirstFrames)");
  }

  /** The rows of what a click on the status bar opens. */
  async menu(): Promise<readonly string[]> {
    await this.page.click(STATUS_ITEM);
    await this.page.waitForSelector(".quick-input-list .monaco-list-row", { timeout: PATIENCE_MS });
    const rows = await this.page.locator(".quick-input-list .monaco-list-row").allTextContents();
    await this.press("Escape");
    return rows.map((row) => row.replaceAll(/\s+/g, " ").trim());
  }

  /** The text of the report beside the code; closes it. */
  async report(title: string): Promise<string> {
    const group = this.page.locator(".editor-group-container", {
      has: this.page.locator(`.tab.active:has-text("${title}")`),
    });
    await group.locator(".view-lines").waitFor({ timeout: 120_000 });
    const read = async () => ((await group.locator(".view-lines").textContent()) ?? "").replaceAll("\u00a0", " ");
    const text = await this.becomes(read, /\S/);
    await group.locator(".tab.active .codicon-close").first().click();
    await this.page.click(".editor-group-container.active .monaco-editor .view-lines");
    return text;
  }

  /** Saves, and reads the file from the disk. */
  async saved(file: string): Promise<string> {
    await this.press("Control+s");
    await this.page.waitForSelector(".tab.active.dirty", { state: "detached", timeout: PATIENCE_MS });
    return readFileSync(join(this.#server.workspace, file), "utf8");
  }

  /** Text of the extension's item in the status bar. */
  async status(): Promise<string> {
    return (await this.page.locator(STATUS_ITEM).textContent()) ?? "";
  }

  /** Waits until the status bar says something like it. */
  async statusBecomes(pattern: RegExp, limitMs = PATIENCE_MS): Promise<string> {
    return this.becomes(() => this.status(), pattern, limitMs);
  }

  async becomes(read: () => Promise<string>, pattern: RegExp, limitMs = PATIENCE_MS): Promise<string> {
    const until = Date.now() + limitMs;
    let text = "";
    while (Date.now() < until) {
      text = await read().catch(() => "");
      if (pattern.test(text)) return text;
      await sleep(100);
    }
    throw new Error(`Waited for ${pattern}, and there is: ${text}`);
  }

  /** Opens another file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.press("Control+p");
    const input = this.page.locator(".quick-input-widget:not([style*='display: none']) input[type=text]");
    await input.fill(name);
    await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused:has-text("${name}")`, {
      timeout: PATIENCE_MS,
    });
    await this.press("Enter");
    await this.page.waitForSelector(`.tab.active:has-text("${name}")`, { timeout: PATIENCE_MS });
    // The tab says what is coming; until it has come the editor shows the file before, and takes keys for that.
    await this.page.waitForSelector(`.editor-group-container.active .monaco-editor[data-uri$="/${name}"] .view-line`, {
      timeout: PATIENCE_MS,
    });
    await this.page.click(".editor-group-container.active .monaco-editor .view-lines");
  }
}
