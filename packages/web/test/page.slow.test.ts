/**
 * The page in a real browser, with the embedded model: one session with many cases. `scripts/install-chromium.sh` installs the
 * browser; `NEARFIRST_SCREENSHOTS=FOLDER` keeps pictures of what is tested.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedCalibration } from "../../node/src/testing/stored-calibration-fixture.js";
import { installedBrowser, LOADING_MS, type PageDaemon, startLargeServer, startPageDaemon } from "./page-daemon.js";
import {
  axeViolations,
  type DrivenPage,
  ghostText,
  lastLine,
  launchBrowser,
  noGhostText,
  openBrowserPage,
  openFile,
  seen,
  showsEditor,
  sidewaysScroll,
  takePicture,
} from "./page-driver.js";

const browserPath = await installedBrowser();
if (browserPath === null)
  console.warn("\nSKIPPED: no test of the page ran, as there is no browser. Run scripts/install-chromium.sh.\n");

// Where all is checked nothing may be left out without a word.
it.runIf(process.env["CI"] !== undefined)("a browser is installed where the whole check runs", () => {
  expect(browserPath, "scripts/install-chromium.sh installs it").not.toBeNull();
});

/** What the test itself tried, and how Monaco ends work of its own that is of no use any more. */
const KNOWN_COMPLAINTS = /TrustedHTML|TrustedScript|^Canceled$/;

const HOSTILE = "<img src=x onerror=alert(1)>.py";
const NAMES = `def first_name(person):
    return person.first_name


def last_name(person):
    return person.last_name


def middle_name(person):
    `;
const FILES = {
  "names.py": NAMES,
  "stock.py": readFileSync(fileURLToPath(new URL("../../../examples/inventory/stock.py", import.meta.url)), "utf8"),
  [HOSTILE]: "first_name = '<script>alert(2)</script>'\nlast_name = '<b>bold</b>'\n",
  "secret.py": `API_KEY = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"\n\n\n${NAMES}`,
};

/** Of another pair of models: what `nearfirst calibrate` wrote there, read as it is. */
const FOUND = storedCalibration().provenance;
const CURVE = [
  { threshold: 0.2, rightShare: 0.4, escalatedShare: 0.05, meanMs: 40, p95Ms: 90 },
  FOUND.point,
  { threshold: 0.9, rightShare: 0.55, escalatedShare: 0.8, meanMs: 300, p95Ms: 520 },
];
const CALIBRATION = storedCalibration({ provenance: { ...FOUND, curve: CURVE } });

describe.skipIf(browserPath === null)("the page", () => {
  let browser: Browser;
  let daemon: PageDaemon;
  let driven: DrivenPage;
  let page: Page;

  beforeAll(async () => {
    [browser, daemon] = await Promise.all([launchBrowser(browserPath as string), startPageDaemon({ files: FILES })]);
    driven = await openBrowserPage(browser);
    page = driven.page;
  }, LOADING_MS);
  afterAll(async () => {
    await browser?.close();
    await daemon?.stop();
  }, 60_000);

  async function showDashboard(): Promise<void> {
    await page.getByRole("button", { name: "Dashboard" }).click();
    await page.waitForSelector(".headlines");
  }

  /** A fresh line at the end of names.py, with ghost text for what was typed. */
  async function typeUntilGhost(): Promise<string> {
    await page.locator(".view-lines").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.keyboard.type("return person.", { delay: 40 });
    return ghostText(page);
  }

  describe("lets in", () => {
    it("whoever the opened file leads there, with a key in no command line, output or history", async () => {
      expect(daemon.opened).toMatch(/^file:/);
      expect(daemon.opened).not.toContain("key=");
      expect(daemon.printed()).not.toContain("key=");
      await page.goto(daemon.opened);
      await showsEditor(page);
      expect(page.url()).toBe(`${daemon.url}/`);
      expect(await page.context().cookies()).toEqual([]);
      await takePicture(page, "editor-first");
    });

    it("the same tab again when it is loaded anew", async () => {
      await page.reload();
      await showsEditor(page);
    });

    it("nobody with a key that was used, and says what to do", async () => {
      const other = await openBrowserPage(browser);
      await other.page.goto(daemon.opened);
      await other.page.waitForSelector("text=The key is used, too old or wrong.");
      await other.page.goto(daemon.url);
      await other.page.waitForSelector("text=This tab has no key.");
      expect(await other.page.locator("text=nearfirst serve --open").count()).toBe(1);
      expect(await axeViolations(other.page)).toEqual([]);
      await other.page.context().close();
    });

    it("no other server's page: it can neither frame nor ask nor read", async () => {
      const foreign = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>foreign"));
      await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
      const other = await openBrowserPage(browser);
      try {
        await other.page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
        const read = await other.page.evaluate(async (url) => {
          const statusOf = (path: string, init: RequestInit = {}) =>
            fetch(url + path, init).then(
              (reply) => reply.status,
              () => "blocked",
            );
          const script = await new Promise((resolve) => {
            const element = document.createElement("script");
            element.onload = () => resolve("loaded");
            element.onerror = () => resolve("blocked");
            element.src = `${url}/page/main.js`;
            document.head.append(element);
          });
          const frame = document.createElement("iframe");
          frame.src = url;
          document.body.append(frame);
          await new Promise((resolve) => frame.addEventListener("load", resolve));
          const inFrame = frame.contentDocument === null ? "blocked" : "open";
          return [await statusOf("/page/project"), await statusOf("/"), script, inFrame];
        }, daemon.url);
        expect(read).toEqual(["blocked", "blocked", "blocked", "blocked"]);
      } finally {
        await other.page.context().close();
        foreign.close();
      }
    });
  });

  describe("as an editor", () => {
    it("shows ghost text by the embedded model, and Tab puts it in", async () => {
      await openFile(page, "names.py");
      const ghost = await typeUntilGhost();
      expect(ghost).toMatch(/\w/);
      await takePicture(page, "editor-ghost");
      await page.keyboard.press("Tab");
      await noGhostText(page);
      expect((await lastLine(page)).trim()).toBe(`return person.${ghost.split("\n")[0]}`);
      await page.waitForFunction(() => document.getElementById("announcements")?.textContent === "Accepted.");
    });

    it("hides it on Escape, and asks again when told to", async () => {
      await typeUntilGhost();
      await page.keyboard.press("Escape");
      await noGhostText(page);
      expect((await lastLine(page)).trim()).toBe("return person.");
      await page.waitForFunction(() => document.getElementById("announcements")?.textContent === "Dismissed.");
      await page.keyboard.press("Alt+\\");
      await ghostText(page);
      await page.keyboard.press("Escape");
    });

    it("takes a word of it on Control and arrow", async () => {
      const ghost = await typeUntilGhost();
      const typed = "return person.";
      await page.keyboard.press("Control+ArrowRight");
      const written = () => lastLine(page).then((line) => line.trim());
      // Once the word is taken Escape leaves it, and hides what is left of the suggestion.
      await page.waitForTimeout(300);
      await page.keyboard.press("Escape");
      await noGhostText(page);
      expect(await written()).not.toBe(typed);
      expect(`${typed}${ghost}`.startsWith(await written())).toBe(true);
    });

    it("asks no model while you type what is suggested, and the rest still stands", async () => {
      const ghost = await typeUntilGhost();
      await page.waitForTimeout(500);
      const before = driven.sources.length;
      await page.keyboard.type(ghost.slice(0, 3), { delay: 120 });
      await page.waitForTimeout(800);
      await expect.poll(() => driven.sources.length).toBeGreaterThan(before);
      const after = driven.sources.slice(before);
      expect(after.length).toBeGreaterThan(0);
      expect(after.filter((source) => source !== "typed-through")).toEqual([]);
      expect(await ghostText(page)).toBe(ghost.slice(3));
      await page.keyboard.press("Escape");
    });

    it("keeps what was typed in a file while another is looked at, and throws it away when told to", async () => {
      await noGhostText(page);
      const text = await lastLine(page);
      await openFile(page, "stock.py");
      await openFile(page, "names.py");
      expect(await lastLine(page)).toBe(text);
      await page.getByRole("button", { name: "Discard changes" }).click();
      await page.waitForFunction(() => !document.body.textContent?.includes("Discard changes"));
      await expect.poll(async () => (await lastLine(page)).trim()).toBe("");
      expect(readFileSync(`${daemon.root}/shop/names.py`, "utf8")).toBe(NAMES);
    });

    it("opens a file that is looked at again before its text has come, and keeps what is typed in it by then", async () => {
      const file = "**/page/file?path=secret.py";
      const shown = page.locator(".code-editor");
      const before = await shown.getAttribute("data-path");
      let asked = 0;
      let release: () => void = () => undefined;
      const isTyped = new Promise<void>((resolve) => (release = resolve));
      await page.route(file, async (route) => {
        if (asked++ === 0) await isTyped;
        await route.continue();
      });
      await page.locator('.file[title="secret.py"]').click();
      await page.getByRole("heading", { name: "secret.py" }).waitFor();
      expect(await shown.getAttribute("data-path")).toBe(before);
      await page.locator('.file[title="stock.py"]').click();
      await openFile(page, "secret.py");
      await page.waitForSelector("text=API_KEY");
      await page.keyboard.press("Control+End");
      await page.keyboard.type("# typed");
      const late = page.waitForResponse(file);
      release();
      await (await late).finished();
      // For what the page does with it.
      await page.waitForTimeout(300);
      expect(asked).toBe(2);
      // Not the last line: a suggestion of several lines may stand below by now.
      expect(await page.locator(".view-lines").textContent()).toContain("#\u00a0typed");
      expect(await page.locator(".failure").count()).toBe(0);
      await page.unroute(file);
      await page.getByRole("button", { name: "Discard changes" }).click();
      await openFile(page, "names.py");
    });

    it("can be used by keyboard alone, and Tab leaves it when told to", async () => {
      await page.keyboard.press("Control+m");
      await page.keyboard.press("Shift+Tab");
      await page.waitForFunction(() => document.activeElement?.closest(".monaco-editor") === null);
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Enter");
      await page.waitForSelector('.code-editor:not([data-path="names.py"])');
      await page.waitForFunction(() => document.activeElement?.closest(".monaco-editor") !== null);
      await page.keyboard.press("Control+m");
    });
  });

  describe("as an inspector", () => {
    it("shows what a request did, from its stages to what left", async () => {
      await openFile(page, "names.py");
      await typeUntilGhost();
      // Not one that was typed through, for which no model ran.
      await page.locator(".request-list button", { hasText: "local model" }).first().click();
      expect(await section(page, "Stages")).toMatch(/reuse .*ms.* generate .*ms.* choose .*ms/);
      expect(await section(page, "Answer, token by token")).toMatch(/\d %/);
      expect(await section(page, "Confidence")).toMatch(/geometric mean 0\.\d+ \(SynConfRoute\) arithmetic mean/);
      expect(await section(page, "Prompt")).toMatch(/reused .* evaluated/);
      expect(await section(page, "Draft")).toMatch(/accepted|none/);
      expect(await section(page, "Syntax")).toMatch(/valid|unknown/);
      expect(await section(page, "Other files")).toMatch(/in the prompt|kept from before/i);
      expect(await section(page, "Decision")).toMatch(/policy alwaysLocal/);
      expect(await section(page, "What left this machine")).toMatch(/Nothing left this machine/);
    });

    it("keeps the request that was chosen, until the newest is followed again", async () => {
      const rows = page.locator(".request-list button");
      await rows.last().click();
      expect(await rows.last().getAttribute("aria-current")).toBe("true");
      await page.getByRole("button", { name: "Follow the newest" }).click();
      expect(await rows.first().getAttribute("aria-current")).toBe("true");
      // The list was scrolled to its end: what is selected is in sight again.
      const place = await rows.first().boundingBox();
      const list = await page.locator(".request-list").boundingBox();
      expect(place?.y).toBeGreaterThanOrEqual(list?.y ?? Number.NaN);
    });
  });

  it("shows names and code as text, whatever they hold", async () => {
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs++;
      void dialog.dismiss();
    });
    await openFile(page, HOSTILE);
    await page.keyboard.type("first_", { delay: 40 });
    await page.waitForTimeout(1_500);
    expect(await page.getByRole("heading", { name: HOSTILE }).count()).toBe(1);
    expect(await page.locator("img").count()).toBe(1);
    expect(dialogs).toBe(0);
    await page.keyboard.press("Escape");
  });

  describe("as a dashboard", () => {
    it("shows what was counted, and the figures of its picture as a table", async () => {
      await showDashboard();
      const accepted = await seen(page.locator(".headline", { hasText: "Accepted" }));
      expect(accepted).toMatch(/[1-9]\d* of [1-9]\d* shown/);
      await takePicture(page, "dashboard");
      await page.getByRole("button", { name: "Table" }).click();
      expect(await page.locator(".chart table tbody tr").count()).toBe(1);
      await page.getByRole("button", { name: "Table" }).click();
      await page.getByRole("button", { name: "7 days" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".column").length === 7);
      expect(await page.locator("text=There is none. With a large model configured").count()).toBe(1);
    });
  });

  describe("for everybody", () => {
    it.each(["light", "dark"] as const)("has nothing for axe to find, Monaco included, in %s", async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForFunction((wanted) => document.documentElement.dataset["theme"] === wanted, theme);
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, `dashboard-${theme}`);
      await page.getByRole("button", { name: "Editor", exact: true }).click();
      await openFile(page, "names.py");
      await typeUntilGhost();
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, `editor-${theme}`);
      await page.keyboard.press("Escape");
      await showDashboard();
    });

    it("is light or dark as you choose, whatever the system is", async () => {
      await page.getByRole("button", { name: "Switch to light" }).click();
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
      await page.reload();
      await page.waitForSelector(".headlines");
      expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    });

    it.each([360, 768])("fits a screen of %d pixels without scrolling to the side", async (width) => {
      await page.setViewportSize({ width, height: 780 });
      expect(await sidewaysScroll(page)).toBe(0);
      await takePicture(page, `dashboard-${width}`);
      await page.getByRole("button", { name: "Editor", exact: true }).click();
      await openFile(page, "names.py");
      await typeUntilGhost();
      expect(await sidewaysScroll(page)).toBe(0);
      await takePicture(page, `editor-${width}`);
      const stages = page.getByRole("heading", { name: "Stages" });
      await stages.scrollIntoViewIfNeeded();
      expect(await sidewaysScroll(page)).toBe(0);
      await takePicture(page, `inspector-${width}`);
      await showDashboard();
      await page.setViewportSize({ width: 1_440, height: 900 });
    });
  });

  it("runs no script that is put into it, and asked no other host for anything", async () => {
    const blocked = await page.evaluate(() => {
      const image = document.createElement("img");
      const nameOf = (put: () => void) => {
        try {
          put();
          return "ran";
        } catch (thrown) {
          return (thrown as Error).name;
        }
      };
      return [
        nameOf(() => image.setAttribute("onerror", "document.title = 'broken in'")),
        nameOf(() => document.body.insertAdjacentHTML("beforeend", "<b>markup</b>")),
        nameOf(() => Object.assign(document.createElement("script"), { text: "document.title = 'broken in'" })),
      ];
    });
    expect(blocked).toEqual(["TypeError", "TypeError", "TypeError"]);
    expect(await page.title()).toBe("Nearfirst");
    expect([...driven.hosts]).toEqual([new URL(daemon.url).host]);
    expect(driven.complaints.filter((each) => !KNOWN_COMPLAINTS.test(each))).toEqual([]);
  });

  it("says so when the daemon has ended", async () => {
    await page.getByRole("button", { name: "Editor", exact: true }).click();
    await daemon.stop();
    await page.locator('.file[title="stock.py"]').click();
    await page.waitForSelector("text=The daemon does not answer.");
  });
});

/** What the inspector shows under a heading. */
function section(page: Page, title: string): Promise<string> {
  return seen(page.locator(".section", { has: page.getByRole("heading", { name: title }) }).first());
}

/** The page in a browser, its daemon with a server of the embedded model as the large one. */
async function openPageWithLargeModel(routing: object) {
  const large = await startLargeServer();
  const config = { large: { url: large.url, kind: "nearfirst", deadlineMs: 30_000 }, routing };
  const [browser, daemon] = await Promise.all([
    launchBrowser(browserPath as string),
    startPageDaemon({ files: FILES, config, calibration: CALIBRATION }),
  ]);
  const { page } = await openBrowserPage(browser);
  await page.goto(daemon.opened);
  await showsEditor(page);
  return {
    page,
    async close() {
      await browser.close();
      await daemon.stop();
      await large.stop();
    },
  };
}

describe.skipIf(browserPath === null)("the page with a large model that is asked at once", () => {
  let opened: Awaited<ReturnType<typeof openPageWithLargeModel>>;
  let page: Page;

  beforeAll(async () => {
    // The local model is never sure enough.
    opened = await openPageWithLargeModel({ policy: "nearfirst", threshold: 1 });
    ({ page } = opened);
  }, 2 * LOADING_MS);
  afterAll(() => opened?.close(), 60_000);

  it("shows the very bytes that left, with the secret's stand-in marked", async () => {
    await openFile(page, "secret.py");
    // At once: other files are searched for the first request in a line, which typing would leave on a busy machine.
    await page.keyboard.insertText("return person.");
    await ghostText(page);
    // Not one that was typed through, for which nothing left.
    await page.locator(".request-list button", { hasText: "large model" }).first().click();
    const body = page.getByRole("region", { name: "The body that was sent" });
    await body.first().waitFor({ timeout: 30_000 });
    expect(await seen(body.first())).toContain("NEARFIRST_REDACTED_SECRET");
    expect(await seen(body.first())).not.toContain("sk_live");
    expect(await page.locator("mark").count()).toBeGreaterThan(0);
    expect(await seen(page.locator(".request-list"))).toContain("large model");
    await body.first().scrollIntoViewIfNeeded();
    await takePicture(page, "left-the-machine");
    expect(await axeViolations(page)).toEqual([]);
  });

  it("shows confidence against the threshold, the snippets, and why the large model was asked", async () => {
    expect(await section(page, "Confidence")).toMatch(/threshold 1\.000/);
    expect(await page.getByRole("img", { name: /Geometric mean 0\.\d+, .*threshold 1\.00/ }).count()).toBe(1);
    expect(await section(page, "Other files")).toMatch(/found, \d+ in the prompt/);
    expect(await section(page, "Decision")).toMatch(
      /^Decision large why .+ policy nearfirst decided at its first tokens score 0\.\d+/,
    );
  });

  it("shows on the dashboard why and how often the large model was asked, and the curve of the calibration", async () => {
    await page.getByRole("button", { name: "Dashboard" }).click();
    await page.waitForSelector(".headlines");
    const card = (title: string) =>
      page.locator(".card", { has: page.getByRole("heading", { name: title, exact: true }) });
    expect(await seen(card("Reasons for escalation"))).toMatch(/^Reasons for escalation .+ [1-9]/);
    expect(await seen(card("Latency by tier"))).toMatch(/large model .*\d (?:ms|s) .*[1-9]/);
    expect(await seen(card("By language"))).toMatch(/python [1-9]/);
    const calibration = card("Calibration");
    expect(await seen(calibration)).toMatch(
      /It does not count now.*Below a confidence of 0\.600 the large model is asked/,
    );
    expect(await calibration.locator("tbody tr").count()).toBe(CURVE.length);
    expect(await seen(calibration.locator("tr.chosen"))).toMatch(/^0\.600 \(chosen\)/);
    expect(await calibration.locator("svg path.line").getAttribute("d")).toMatch(/^M\S+ \S+L\S+ \S+L\S+ [\d.]+$/);
    await page.getByLabel("Figure", { exact: true }).selectOption("Tokens saved");
    expect(await page.getByRole("img", { name: /^Tokens saved, by day/ }).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await calibration.scrollIntoViewIfNeeded();
    await takePicture(page, "calibration");
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await sidewaysScroll(page)).toBe(0);
    const words = calibration.locator("svg text").first();
    expect((await words.boundingBox())?.height).toBeGreaterThan(11);
    await calibration.scrollIntoViewIfNeeded();
    await takePicture(page, "calibration-360");
  });
});

describe.skipIf(browserPath === null)("the page with a large model that is asked once a suggestion is refused", () => {
  let opened: Awaited<ReturnType<typeof openPageWithLargeModel>>;

  beforeAll(async () => {
    opened = await openPageWithLargeModel({ policy: "mcComDynamic" });
  }, 2 * LOADING_MS);
  afterAll(() => opened?.close(), 60_000);

  it("shows why, and what was searched again with the refused suggestion", async () => {
    const { page } = opened;
    await openFile(page, "secret.py");
    await page.keyboard.type("return person.", { delay: 40 });
    await ghostText(page);
    await page.keyboard.press("Escape");
    await noGhostText(page);
    await page.keyboard.press("Alt+\\");
    await page.getByRole("region", { name: "The body that was sent" }).first().waitFor({ timeout: 30_000 });
    expect(await section(page, "Decision")).toMatch(
      /^Decision large why the developer dismissed the local answer policy mcComDynamic decided before the local model/,
    );
    expect(await section(page, "Other files")).toMatch(
      /Searched again for the large model, with the local answer in the query: [1-9]/,
    );
  });
});
