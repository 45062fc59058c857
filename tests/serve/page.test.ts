/** The routes of the page: who is let in, what they tell, and what they keep. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { alwaysLarge, SECRET_PLACEHOLDER } from "@nearfirst/core";
import { ScriptedLarge } from "@nearfirst/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY_LIFE_MS, makePageKey } from "../../packages/cli/src/serve/page/page-keys.js";
import type { CompletionReport, Project } from "../../packages/cli/src/serve/page/wire.js";
import {
  heldModel,
  SCRIPT,
  type ServeDaemonOptions,
  type ServedDaemon,
  serveDaemon,
  statusWith,
  TOKEN,
} from "./served-daemon.js";

let root: string;
let keyFolder: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-page-"));
  keyFolder = join(root, "keys");
  folder = join(root, "project");
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src/a.py"), "def f():\n    return \n");
  writeFileSync(join(folder, ".gitignore"), "secret.py\n");
  writeFileSync(join(folder, "secret.py"), "key = 1\n");
  writeFileSync(join(root, "outside.py"), "outside = 1\n");
  symlinkSync(join(root, "outside.py"), join(folder, "link.py"));
});
afterEach(() => rmSync(root, { recursive: true }));

const servePage = (options: ServeDaemonOptions = {}) =>
  serveDaemon({ folder, ...options, page: { keyFolder, ...options.page } });

async function statusOf(reply: Promise<{ readonly status: number }>): Promise<number> {
  return (await reply).status;
}

/** The token of a tab that was let in. */
async function tabOf({ port, post }: ServedDaemon): Promise<string> {
  const key = await makePageKey({ port, folder: keyFolder });
  return (await post("/page/session", { key }, { authorization: "" })).json().session;
}

const ASKED = {
  id: "r1",
  tab: "t",
  path: "src/a.py",
  languageId: "python",
  prefix: "def f():\n    return ",
  suffix: "\n",
  trigger: "automatic",
};

describe("a browser tab", () => {
  it("is let in once by a key, and then has a token of its own", async () => {
    const daemon = await servePage();
    const key = await makePageKey({ port: daemon.port, folder: keyFolder });
    const first = await daemon.post("/page/session", { key }, { authorization: "" });
    expect(first.json().session).toMatch(/^[\w-]{43}$/);
    expect(first.headers.get("set-cookie")).toBeNull();
    expect(await statusOf(daemon.post("/page/session", { key }, { authorization: "" }))).toBe(403);
    expect(readdirSync(keyFolder)).toEqual([]);
  });

  it("of two that come with the same key at the same time lets in one", async () => {
    const { port, post } = await servePage();
    const key = await makePageKey({ port, folder: keyFolder });
    const all = await Promise.all(Array.from({ length: 8 }, () => statusOf(post("/page/session", { key }))));
    expect(all.filter((status) => status === 200)).toHaveLength(1);
  });

  it("is not let in by a key for another port, an old one, or a made-up one", async () => {
    const { port, post } = await servePage();
    const asking = async (key: string) => statusOf(post("/page/session", { key }));
    expect(await asking(await makePageKey({ port: port + 1, folder: keyFolder }))).toBe(403);
    const old = await makePageKey({ port, folder: keyFolder });
    const [name] = readdirSync(keyFolder);
    const then = (Date.now() - KEY_LIFE_MS - 1_000) / 1_000;
    utimesSync(join(keyFolder, name as string), then, then);
    expect(await asking(old)).toBe(403);
    expect(await asking("../../serve-token")).toBe(403);
    expect(await asking(name as string)).toBe(403);
  });

  it("finds a key in no file: what lies there is its hash, for its owner alone", async () => {
    const key = await makePageKey({ port: 1, folder: keyFolder });
    const [name] = readdirSync(keyFolder);
    expect(name).not.toContain(key);
    expect(statSync(join(keyFolder, name as string)).mode & 0o077).toBe(0);
    expect(statSync(keyFolder).mode & 0o077).toBe(0);
  });

  it("may ask for what the page shows, and for nothing else of the daemon's", async () => {
    const daemon = await servePage();
    const authorization = `Bearer ${await tabOf(daemon)}`;
    expect(await statusOf(daemon.post("/page/completions", ASKED, { authorization }))).toBe(200);
    expect(await statusOf(daemon.post("/v1/completions", { prompt: "return " }, { authorization }))).toBe(401);
    expect(await statusWith(`${daemon.url}/metrics`, { authorization })).toBe(401);
  });

  it("without a token gets nothing, whatever it asks for", async () => {
    const { url, post } = await servePage();
    for (const path of ["project", "file?path=src/a.py", "reports?ids=r1", "statistics", "calibration"])
      expect(await statusWith(`${url}/page/${path}`, { authorization: "" })).toBe(401);
    expect(await statusOf(post("/page/completions", ASKED, { authorization: "Bearer " }))).toBe(401);
    expect(await statusOf(post("/page/events", {}, { authorization: "" }))).toBe(401);
  });

  it("of somebody else's page is refused, with a key and a token too", async () => {
    const daemon = await servePage();
    const authorization = `Bearer ${await tabOf(daemon)}`;
    const key = await makePageKey({ port: daemon.port, folder: keyFolder });
    const origin = "http://localhost:1";
    expect(await statusOf(daemon.post("/page/session", { key }, { origin }))).toBe(403);
    expect(await statusOf(daemon.post("/page/completions", ASKED, { authorization, origin }))).toBe(403);
    expect(await statusWith(`${daemon.url}/page/project`, { authorization, host: "rebound.example" })).toBe(403);
    // The key was not used up by it.
    expect(await statusOf(daemon.post("/page/session", { key }))).toBe(200);
  });
});

describe("the project on the page", () => {
  it("has the files that Nearfirst would complete in, and reads no other", async () => {
    const { get } = await servePage();
    const project: Project = (await get("/page/project")).json();
    expect(project.files).toEqual([{ path: "src/a.py", languageId: "python" }]);
    expect(project).toMatchObject({ name: "project", isWorkspace: true, large: null });
    expect((await get("/page/file?path=src/a.py")).json()).toEqual({ text: "def f():\n    return \n" });
    for (const path of ["secret.py", "link.py", "../outside.py", "src/../secret.py", join(root, "outside.py"), ""])
      expect(await statusOf(get(`/page/file?path=${encodeURIComponent(path)}`))).toBe(404);
  });

  it("is the examples where the daemon has no workspace", async () => {
    const { get } = await serveDaemon({ page: { keyFolder } });
    const { files, isWorkspace }: Project = (await get("/page/project")).json();
    expect(files.map(({ path }) => path)).toContain("inventory/stock.py");
    expect(isWorkspace).toBe(false);
  });
});

describe("a completion on the page", () => {
  it("comes with all that was done for it", async () => {
    const { post } = await servePage();
    const report: CompletionReport = (await post("/page/completions", ASKED)).json();
    expect(report).toMatchObject({ text: "alpha + beta", outcome: "suggested", tier: "local", sent: [] });
    expect(report.trace?.stages.map(({ stage }) => stage)).toContain("generate");
    expect(report.found.map(({ query }) => query)).toEqual(["first"]);
  });

  it("says why there is none, in words", async () => {
    const { post } = await servePage();
    const report: CompletionReport = (await post("/page/completions", { ...ASKED, prefix: "", suffix: "" })).json();
    expect(report).toMatchObject({ outcome: "skipped", reason: "empty-document", suggestionId: null });
    expect(report.explanation).toBe("The file is empty. Write a first line, for example an import or a comment.");
  });

  it("counts as accepted once the page says so", async () => {
    const { post, backend } = await servePage();
    const { suggestionId } = (await post("/page/completions", ASKED)).json();
    await post("/page/events", { suggestionId, action: "shown" });
    await post("/page/events", { suggestionId, action: "accepted" });
    const actions = backend.events.flatMap((event) => (event.type === "action" ? [event.action] : []));
    expect(actions).toEqual(["shown", "accepted"]);
  });

  it("tells the bytes that left for it, redacted as they left", async () => {
    const find = async (text: string) => {
      const start = text.indexOf("hunter2");
      return start < 0 ? [] : [{ start, end: start + "hunter2".length, rule: "test-rule" }];
    };
    const large = Object.assign(new ScriptedLarge([{ after: "return ", answer: "alpha * beta\n" }]), {
      rules: { policy: { reasonToKeep: async () => null }, finder: { find } },
    });
    const daemon = await servePage({ capabilities: { large, policy: alwaysLarge } });
    await daemon.get("/page/project");
    const prefix = `word = "hunter2"\n${ASKED.prefix}`;
    const report: CompletionReport = (await daemon.post("/page/completions", { ...ASKED, prefix })).json();
    expect(report).toMatchObject({ tier: "large", text: "alpha * beta" });
    const [sent] = report.sent;
    expect(sent?.redactions).toEqual({ "test-rule": 1 });
    expect(sent?.body).toContain(SECRET_PLACEHOLDER);
    expect(sent?.body).not.toContain("hunter2");
    expect(sent?.bytes).toBe(Buffer.byteLength(sent?.body ?? ""));
    expect((await daemon.get("/page/reports?ids=r1,unknown")).json()).toEqual([report]);
  });

  it("that was left behind is told of later, and so are its bytes with the one that waited for its answer", async () => {
    const held = heldModel();
    const large = new ScriptedLarge([{ after: "return ", answer: "alpha * beta\n" }], {
      beforeAnswer: () => held.options.beforeToken(),
    });
    const daemon = await servePage({
      script: [...SCRIPT, { after: "return al", answer: "pha + beta\n" }],
      capabilities: { large, policy: alwaysLarge },
    });
    await daemon.get("/page/project");
    const leave = new AbortController();
    const first = daemon.post("/page/completions", ASKED, {}, { signal: leave.signal });
    await held.begun;
    leave.abort();
    await expect(first).rejects.toThrow();
    // Until the daemon has seen that nobody waits, the request is one of another place.
    await delay(30);
    const next = { ...ASKED, id: "r2", prefix: `${ASKED.prefix}al` };
    const second = daemon.post("/page/completions", next);
    setTimeout(held.letGo, 150);
    const report: CompletionReport = (await second).json();
    expect(report).toMatchObject({ text: "pha * beta", tier: "large", sent: [] });
    const [left]: CompletionReport[] = (await daemon.get("/page/reports?ids=r1")).json();
    expect(left?.outcome).toBe("cancelled");
    expect(left?.sent).toHaveLength(1);
    expect(report.sentBefore).toEqual(left?.sent);
  });

  it("with anything missing or too long in the request is refused without a word of its code", async () => {
    const { post } = await servePage();
    for (const body of [
      "{",
      { ...ASKED, prefix: undefined },
      { ...ASKED, trigger: "x" },
      { ...ASKED, tab: "x".repeat(101) },
    ]) {
      const reply = await post("/page/completions", body);
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain("def f");
    }
  });
});

it("the daemon's own token opens the page's routes too", async () => {
  const { url } = await servePage();
  expect(await statusWith(`${url}/page/project`, { authorization: `Bearer ${TOKEN}` })).toBe(200);
});
