/** Drives the page in Chromium as a user does: by what is to be seen and by keys. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GHOST = ".ghost-text-decoration, .ghost-text";

export function launchBrowser(executablePath: string): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];
  return chromium.launch({ executablePath, headless: true, args });
}

export interface DrivenPage {
  readonly page: Page;
  /** Hosts and ports of all that was asked for. */
  readonly hosts: ReadonlySet<string>;
  /** What the console and the content security policy complained about. */
  readonly complaints: readonly string[];
  /** For each answered completion, where it came from: `model`, `typed-through` and so on. */
  readonly sources: readonly (string | null)[];
}

export async function openBrowserPage(browser: Browser, options: BrowserContextOptions = {}): Promise<DrivenPage> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, ...options });
  const page = await context.newPage();
  const hosts = new Set<string>();
  const complaints: string[] = [];
  const sources: (string | null)[] = [];
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:http|ws)/.test(protocol)) hosts.add(host);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", async (response) => {
    if (!response.url().endsWith("/page/completions")) return;
    const report = await response.json().catch(() => null);
    if (report !== null) sources.push(report.trace?.source ?? null);
  });
  return { page, hosts, complaints, sources };
}

/** Waits until the editor shows a file. */
export async function showsEditor(page: Page): Promise<void> {
  await page.waitForSelector(".view-line", { timeout: 30_000 });
}

/** Opens a file by its name and puts the cursor behind its last character. */
export async function openFile(page: Page, name: string): Promise<void> {
  await page.locator(`.file[title=${JSON.stringify(name)}]`).click();
  await page.waitForSelector(`.code-editor[data-path$="${name}"]`);
  await page.locator(".view-lines").click();
  await page.keyboard.press("Control+End");
}

/** The ghost text, once there is some. */
export async function ghostText(page: Page): Promise<string> {
  await page.waitForSelector(GHOST, { timeout: 30_000 });
  return (await page.locator(GHOST).allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
}

export async function noGhostText(page: Page): Promise<void> {
  await page.waitForSelector(GHOST, { state: "detached", timeout: 10_000 });
}

/** The line that the cursor is in, as it is shown, ghost text included. */
export async function lastLine(page: Page): Promise<string> {
  const lines = await page.locator(".view-line").evaluateAll((all) =>
    all
      .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? "" }))
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text),
  );
  return (lines.at(-1) ?? "").replaceAll("\u00a0", " ");
}

/** The text as it is seen: words in different places are apart. */
export async function seen(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: the text alone would run together
  return (await locator.innerText()).replaceAll(/\s+/g, " ");
}

/** What axe finds wrong, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // By the inspector, whom the page's policy does not bind.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  );
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** How far the page can be scrolled to the side, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Writes a picture where `NEARFIRST_SCREENSHOTS` names a folder for them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["NEARFIRST_SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
