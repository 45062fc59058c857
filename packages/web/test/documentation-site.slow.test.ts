/**
 * The documentation site in a real browser, opened from the disk: it searches, fits a phone, and asks for nothing elsewhere.
 * `scripts/install-chromium.sh` installs the browser; `NEARFIRST_SCREENSHOTS=FOLDER` keeps pictures.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedBrowser } from "./page-daemon.js";
import { axeViolations, launchBrowser, openBrowserPage, sidewaysScroll, takePicture } from "./page-driver.js";

const browserPath = await installedBrowser();
if (browserPath === null)
  console.warn("\nSKIPPED: no test of the site ran, as there is no browser. Run scripts/install-chromium.sh.\n");
if (process.env["CI"] !== undefined)
  it("a browser is installed where the whole check runs", () => expect(browserPath).not.toBeNull());

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };
const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
} as const satisfies Record<string, BrowserContextOptions>;

describe.skipIf(browserPath === null)("the documentation site, from the disk", () => {
  let site: string;
  let pages: readonly string[];
  let browser: Browser;
  beforeAll(async () => {
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    site = mkdtempSync(join(tmpdir(), "nearfirst site größe "));
    const args = ["--config=site/eleventy.config.mjs", "--quiet", `--output=${site}`];
    await promisify(execFile)(process.execPath, [join(root, "node_modules/@11ty/eleventy/cmd.cjs"), ...args], {
      cwd: root,
    });
    pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
    browser = await launchBrowser(browserPath as string);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(site, { recursive: true, force: true });
  });
  const open = async (name: string, options: BrowserContextOptions) => {
    const driven = await openBrowserPage(browser, options);
    await driven.page.goto(pathToFileURL(join(site, name)).href);
    return driven;
  };

  it("finds what is searched for, by the keyboard alone, and goes there", async () => {
    const { page, hosts, complaints } = await open("models.html", {});
    await page.keyboard.press("/");
    await page.keyboard.type("uninstall");
    await page.waitForSelector(".found a");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.waitForURL(/start\.html#uninstall$/);
    expect([[...hosts], complaints]).toEqual([[], []]);
  });

  it("shows every page on a phone without scrolling to the side, and complains of nothing", async () => {
    const { page, hosts, complaints } = await open("index.html", PHONE);
    const wide: string[] = [];
    for (const name of pages) {
      await page.goto(pathToFileURL(join(site, name)).href);
      if ((await sidewaysScroll(page)) > 0) wide.push(name);
    }
    expect({ wide, hosts: [...hosts], complaints }).toEqual({ wide: [], hosts: [], complaints: [] });
  });

  it.each(Object.entries(LOOKS))("has nothing for axe to find, as it looks in %s", async (look, options) => {
    for (const name of ["index.html", "configuration.html", "privacy.html", "repository/ARCHITECTURE.html"]) {
      const { page } = await open(name, options);
      expect([name, await axeViolations(page)]).toEqual([name, []]);
      await takePicture(page, `site-${look}-${name.replaceAll(/\W/g, "-")}`);
      await page.context().close();
    }
  });

  it("has its menu behind a button on a phone, and open where there is room", async () => {
    const { page: phone } = await open("models.html", PHONE);
    const link = 'nav a[href="vscode.html"]';
    expect(await phone.isVisible(link)).toBe(false);
    await phone.click("summary");
    expect(await phone.isVisible(link)).toBe(true);
    const { page: desk } = await open("models.html", {});
    expect(await desk.isVisible(link)).toBe(true);
  });
});
