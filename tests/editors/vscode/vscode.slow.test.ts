/**
 * The extension in a real VS Code (code-server) in a real browser, installed from its packaged file, with the server and the
 * model that come in it. One session, many cases: a later one relies on nothing that an earlier one left, but on its end.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendSignal } from "../../send-signal.js";
import { EXTENSION_FILE, isCodeServerInstalled } from "./code-server.js";
import { CHROMIUM } from "./editor-page.js";
import { requestTimes } from "./request-times.js";
import { AREA, openSession, type Session } from "./session.js";
import { typeForLatency } from "./type-for-latency.js";

const missing = [
  ...(isCodeServerInstalled() ? [] : ["code-server (scripts/install-code-server.sh)"]),
  ...(existsSync(EXTENSION_FILE) ? [] : ["the packaged extension (npm run package:vscode)"]),
  ...(existsSync(CHROMIUM) ? [] : [`Chromium at ${CHROMIUM} (scripts/install-chromium.sh, or NEARFIRST_CHROMIUM)`]),
];
if (missing.length > 0)
  console.warn(`\nSKIPPED: VS Code is not driven, because this is missing:\n  ${missing.join("\n  ")}\n`);

it.runIf(process.env["CI"])("has what it drives", () => {
  expect(missing).toEqual([]);
});

/** A place of its own for each: what was refused at one is not shown there again. */
let functions = 0;
const newFunction = (line = "return ") => `${AREA}def area_${++functions}(width, height):\n    ${line}`;
/** So long a suggestion must have stood that typing against it says something (MCCom 3.2), with room. */
const SEEN_MS = 1_200;

describe.skipIf(missing.length > 0)("VS Code with the extension", () => {
  let session: Session;
  const logOf = () => session.server.extensionLog();

  beforeAll(async () => {
    session = await openSession();
  }, 600_000);
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const path = join(tmpdir(), `nearfirst-vscode-${task.name.replaceAll(/\W+/g, "-").slice(0, 40)}.png`);
    await session?.editor.page.screenshot({ path });
    console.error(`What was on screen: ${path}\n${logOf().split("\n").slice(-8).join("\n")}`);
  });
  afterAll(async () => {
    await session?.close();
  }, 60_000);

  /** Writes a text up to its last letters, and types those. Gives back the text. */
  async function begin(text = newFunction()): Promise<string> {
    const at = text.trimEnd().length - 3;
    await session.editor.setText(text.slice(0, at));
    await session.editor.type(text.slice(at));
    return text;
  }

  it("runs the server that came with the extension, with its own Node.js", async () => {
    expect(logOf()).toMatch(/Starting \S+\/extensions\/nearfirst\.nearfirst-vscode-\S+\/main\.js \(bundled\)/);
    const rows = await session.editor.menu();
    expect(rows).toContainEqual(
      expect.stringMatching(/Running: nearfirst [\d.]+, the one that came with this extension/),
    );
    expect(rows).toContainEqual(expect.stringMatching(/Large model: .*127\.0\.0\.1/));
  });

  it("shows ghost text while typing; Tab takes it, undo takes it back, and the file on disk has it", async () => {
    const { editor } = session;
    const text = await begin();
    const ghost = await editor.suggestion();
    expect(await editor.statusBecomes(/local|large/)).toMatch(/local/);
    await editor.press("Tab");
    await editor.noSuggestion();
    expect(await editor.saved("shapes.py")).toBe(`${text}${ghost}`);
    await editor.press("Control+z");
    expect(await editor.saved("shapes.py")).toBe(text);
  });

  it("types through a suggestion without a model call, and without a frame in which it is gone", async () => {
    const { editor } = session;
    const text = await begin();
    const ghost = await editor.suggestion();
    const before = requestTimes(logOf()).length;
    const frames = await editor.framesWithoutSuggestion(async () => {
      for (const character of ghost.slice(0, 5)) {
        await editor.type(character);
        await sleep(250);
      }
    });
    expect(await editor.suggestion()).toBe(ghost.slice(5));
    expect(frames).toMatchObject({ without: 0 });
    const since = requestTimes(logOf()).slice(before);
    expect(since.map(({ source }) => source).filter((source) => source !== "typed-through")).toEqual([]);
    await editor.press("Tab");
    expect(await editor.saved("shapes.py")).toBe(`${text}${ghost}`);
  });

  it("takes a word, then the rest of the line", async () => {
    const { editor } = session;
    const text = await begin();
    const ghost = await editor.suggestion();
    await editor.press("Control+ArrowRight");
    const rest = await editor.becomes(async () => {
      const now = (await editor.ghostText()) ?? "";
      return now === ghost ? "" : now;
    }, /./);
    const withWord = await editor.saved("shapes.py");
    expect(withWord.startsWith(text)).toBe(true);
    const word = withWord.slice(text.length);
    expect(ghost.startsWith(word) && word.length > 0 && word.length < ghost.length).toBe(true);
    expect(word + rest).toBe(ghost);
    await editor.press("Control+Alt+ArrowRight");
    await editor.noSuggestion();
    expect(await editor.saved("shapes.py")).toBe(`${text}${ghost.split("\n")[0]}`);
  });

  it("keeps the word that was taken where the rest is not wanted", async () => {
    const { editor } = session;
    const text = await begin();
    const ghost = await editor.suggestion();
    await editor.press("Control+ArrowRight");
    await editor.becomes(async () => ((await editor.ghostText()) === ghost ? "" : "taken"), /taken/);
    await editor.press("Escape");
    await editor.noSuggestion();
    const word = (await editor.saved("shapes.py")).slice(text.length);
    expect(ghost.startsWith(word) && word.length > 0 && word.length < ghost.length).toBe(true);
  });

  it("takes a suggestion off with Esc, and shows the large model's answer to whoever asks again", async () => {
    const { editor } = session;
    let answered = "";
    // Where both models say the same, nothing is shown: it was rejected.
    for (const line of ["if width", "total = ", "self."]) {
      const text = await begin(newFunction(line));
      await editor.suggestion();
      await sleep(SEEN_MS);
      await editor.press("Escape");
      await editor.noSuggestion();
      expect(await editor.saved("shapes.py")).toBe(text);
      await editor.press("Alt+\\");
      answered = await editor.statusBecomes(/large/, 20_000).catch(() => "");
      if (answered === "") continue;
      const large = await editor.suggestion();
      await editor.press("Tab");
      await editor.noSuggestion();
      expect(await editor.saved("shapes.py")).toBe(`${text}${large}`);
      break;
    }
    expect(answered).toMatch(/large/);
  });

  it("shows the large model's answer to whoever types against a suggestion", async () => {
    const { editor } = session;
    let answered = "";
    for (const against of ["2", "s", "m"]) {
      const text = await begin();
      const ghost = await editor.suggestion();
      if (ghost.startsWith(against)) continue;
      await sleep(SEEN_MS);
      await editor.type(against);
      answered = await editor.statusBecomes(/large/, 20_000).catch(() => "");
      if (answered === "") continue;
      const large = await editor.suggestion();
      await editor.press("Tab");
      expect(await editor.saved("shapes.py")).toBe(`${text}${against}${large}`);
      break;
    }
    expect(answered).toMatch(/large/);
  });

  it("goes on with the selected entry of an open IntelliSense list, which Tab takes first", async () => {
    const { editor } = session;
    const text = await begin(`${AREA}total_area = area(2, 3)\nprint(tot`);
    await editor.press("Escape");
    await editor.press("Control+Space");
    await editor.page.waitForSelector(".suggest-widget.visible .monaco-list-row.focused", { timeout: 30_000 });
    expect(await editor.becomes(async () => (await editor.ghostText()) ?? "", /^al_area./)).toMatch(/^al_area./);
    await editor.press("Tab");
    await editor.page.waitForSelector(".suggest-widget.visible", { state: "detached", timeout: 30_000 });
    expect(await editor.saved("shapes.py")).toBe(`${text}al_area`);
    const rest = await editor.suggestion();
    await editor.press("Tab");
    await editor.noSuggestion();
    expect(await editor.saved("shapes.py")).toBe(`${text}al_area${rest}`);
  });

  it("says why there is no suggestion", async () => {
    const { editor } = session;
    await editor.setText(`${AREA}value = 1`);
    for (let step = 0; step < 7; step++) await editor.press("ArrowLeft");
    const before = logOf().length;
    await editor.type("x");
    // The menu takes the keyboard from the editor, and VS Code calls off what it still waits for then.
    await editor.becomes(async () => logOf().slice(before), /skipped \(inside-word\)/);
    await editor.becomes(async () => (await editor.menu())[0] ?? "", /A word goes on after the cursor/);
    expect(await editor.ghostText()).toBeNull();
    await editor.openFile("notes.json");
    await editor.press("Control+End");
    await editor.type("[");
    await editor.statusBecomes(/not this language/);
    expect((await editor.menu())[0]).toMatch(/not trained on this language/);
    await editor.press("Control+z");
    await editor.openFile("shapes.py");
  });

  it("completes in a file with CRLF line ends, behind characters of two units, and keeps both", async () => {
    const { editor } = session;
    await editor.openFile("windows.py");
    await editor.press("Control+End");
    await editor.page.keyboard.insertText("def double_area(width, height):\n    ''' 𝑎 🙂 '''\n    ret");
    await editor.type("urn ");
    const ghost = await editor.suggestion();
    await editor.press("Tab");
    const before = `${AREA}def double_area(width, height):\n    ''' 𝑎 🙂 '''\n    return `;
    expect(await editor.saved("windows.py")).toBe(`${before}${ghost}`.replaceAll("\n", "\r\n"));
    await editor.openFile("shapes.py");
  });

  it("is quiet while snoozed, answers who asks all the same, and comes back", async () => {
    const { editor } = session;
    await editor.press("F6");
    await editor.statusBecomes(/snoozed, 1 min/);
    await begin();
    await sleep(2_000);
    expect(await editor.ghostText()).toBeNull();
    await editor.press("Alt+\\");
    await editor.suggestion();
    await editor.press("F7");
    await editor.statusBecomes(/local|large|Nearfirst$/);
    await begin();
    await editor.suggestion();
  });

  it("turns a language off and on again", async () => {
    const { editor } = session;
    await editor.press("F8");
    await editor.statusBecomes(/off for this language/);
    await begin();
    await sleep(2_000);
    expect(await editor.ghostText()).toBeNull();
    await editor.press("F8");
    await editor.statusBecomes(/local|large|Nearfirst$/);
    await begin();
    await editor.suggestion();
  });

  it("answers soon: what the extension measured, warm", async () => {
    const mostMs = 60;
    const medians: number[] = [];
    // What else runs on the machine only adds: a sitting that took too long is repeated, and the least one counts.
    for (const shape of ["area", "size", "room"]) {
      const { summary } = await typeForLatency(session, 8, shape);
      console.log(`In VS Code, warm, embedded model, ${JSON.stringify(summary)}`);
      expect(summary?.requests).toBeGreaterThan(8);
      medians.push(summary?.beyondMs.median ?? Number.NaN);
      if (Math.min(...medians) <= mostMs) break;
    }
    expect(Math.min(...medians)).toBeLessThanOrEqual(mostMs);
  });

  it("shows what the last request did, and what doctor finds", async () => {
    const { editor } = session;
    await begin();
    await editor.suggestion();
    await editor.press("F9");
    expect(await editor.report("Last request")).toMatch(/^shapes\.py.*by the local model.*reuse/s);
    await editor.press("F10");
    expect(await editor.report("Doctor")).toMatch(/Node\.js \d+/);
  });

  it("says why in a message, opens its configuration and its log, and starts again when told to", async () => {
    const { editor } = session;
    const { page } = editor;
    await begin();
    await editor.suggestion();
    await editor.press("F3");
    const message = page.locator(".notifications-toasts .notification-list-item", { hasText: "The last suggestion" });
    await message.waitFor();
    expect(await message.textContent()).toContain("Show the Trace");
    await message.hover();
    await message.locator(".codicon-notifications-clear").click();
    await editor.press("F12");
    await page.waitForSelector('.tab.active:has-text("config.json")');
    const code = page.locator(".editor-group-container.active .view-lines");
    await editor.becomes(async () => (await code.textContent()) ?? "", /"threads"/);
    await editor.openFile("shapes.py");
    await editor.press("Shift+F12");
    const log = page.locator(".part.panel .view-lines");
    await editor.becomes(async () => (await log.textContent()) ?? "", /local/);
    await editor.press("Control+j");
    await page.click(".editor-group-container.active .monaco-editor .view-lines");
    const before = session.processes("lsp");
    await editor.press("F4");
    const now = async () => session.processes("lsp").filter((pid) => !before.includes(pid));
    await editor.becomes(async () => (await now()).join(" "), /\d/, 60_000);
    await editor.statusBecomes(/Nearfirst$|local/, 120_000);
    await begin();
    await editor.suggestion();
  });

  it("goes on with the suggestion on screen when the daemon is killed, and with another daemon after it", async () => {
    const { editor } = session;
    const text = await begin();
    const ghost = await editor.suggestion();
    for (const pid of session.processes("serve")) sendSignal(pid, "SIGKILL");
    await sleep(1_000);
    expect(await editor.ghostText()).toBe(ghost);
    await editor.press("Tab");
    expect(await editor.saved("shapes.py")).toBe(`${text}${ghost}`);
    await begin();
    await editor.suggestion();
  });

  it("starts a language server again that was killed, and the text is as it was", async () => {
    const { editor } = session;
    const text = await begin();
    await editor.suggestion();
    const killed = session.processes("lsp");
    for (const pid of killed) sendSignal(pid, "SIGKILL");
    await editor.statusBecomes(/starting|loading/);
    expect(await editor.saved("shapes.py")).toBe(text);
    // Typed while nobody is there, and answered once somebody is.
    const next = await begin();
    const ghost = await editor.suggestion(120_000);
    expect(session.processes("lsp").filter((pid) => killed.includes(pid))).toEqual([]);
    await editor.press("Tab");
    expect(await editor.saved("shapes.py")).toBe(`${next}${ghost}`);
  });

  it("says that the large model is down, and goes on with the local one", async () => {
    const { editor, large } = session;
    await large.close();
    const isDown = async () => /large model down/.test(await editor.status());
    for (let tries = 0; tries < 8 && !(await isDown()); tries++) {
      await begin();
      await editor.suggestion();
      await sleep(SEEN_MS);
      await editor.type("2");
      await sleep(1_500);
    }
    await editor.statusBecomes(/large model down/);
    expect(await editor.menu()).toContainEqual(
      expect.stringMatching(/Large model down: .*The local model goes on alone/),
    );
    await begin();
    await editor.suggestion();
  });

  it("switches the local model for good", async () => {
    const { editor } = session;
    await editor.press("F2");
    const row = editor.page.locator(".quick-input-list .monaco-list-row", { hasText: "nearfirst-small" });
    await row.waitFor({ timeout: 60_000 });
    await row.click();
    await editor.becomes(async () => (await editor.menu()).join("\n"), /Local model: nearfirst-small/, 60_000);
    expect(session.config()).toMatchObject({ model: "nearfirst-small", threads: 1 });
    await editor.page.click(".editor-group-container.active .monaco-editor .view-lines");
    await begin();
    await editor.suggestion();
  });

  it("says where a program is missing, and how to get it; the settings' own is taken where there is one", async () => {
    const { editor, server } = session;
    server.writeMachineSettings({ "nearfirst.path": "/nowhere/nearfirst" });
    await editor.statusBecomes(/not found/);
    const button = editor.page.locator(".notifications-toasts .monaco-button", { hasText: "Show the Command" });
    await button.waitFor({ timeout: 30_000 });
    await button.click();
    expect(await editor.report("How to get Nearfirst")).toMatch(/npm run build/);
    const main = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));
    server.writeMachineSettings({ "nearfirst.path": main });
    await editor.statusBecomes(/Nearfirst$|local/, 120_000);
    expect(await editor.menu()).toContainEqual(expect.stringContaining(`${main} (setting nearfirst.path)`));
  });

  it("has counted what was accepted, accepted in part and rejected", () => {
    const executable = fileURLToPath(new URL("../../../packages/cli/dist/main.js", import.meta.url));
    const out = execFileSync(process.execPath, [executable, "stats", "--json"], { env: session.env, encoding: "utf8" });
    const { accepted, partlyAccepted, rejected, escalationReasons } = JSON.parse(out);
    expect(accepted).toBeGreaterThanOrEqual(3);
    expect(partlyAccepted).toBeGreaterThanOrEqual(1);
    expect(rejected).toBeGreaterThanOrEqual(2);
    expect(Object.keys(escalationReasons).join()).toMatch(/typed something else/);
  });
});
