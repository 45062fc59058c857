/** `nearfirst audit` and `nearfirst stats` of the built executable, over logs that the adapters wrote. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "@nearfirst/core";
import { AuditLog, DEFAULT_SETTINGS, EventStore } from "@nearfirst/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
const signal = new AbortController().signal;

let state: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), "nearfirst-state-"));
  env = { ...process.env, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, NO_COLOR: "1" };
  delete env["FORCE_COLOR"];
});
afterAll(() => rmSync(state, { recursive: true }));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [executable, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

async function sendTo(log: AuditLog, to: string): Promise<void> {
  const released = await release(
    {
      file: { uri: null, path: "src/\u001b[31mred.py", languageId: "python" },
      prefix: "x = 'hunter2'\n",
      suffix: "",
      before: "",
      after: "",
      snippets: [],
      draft: null,
    },
    {
      policy: { reasonToKeep: async () => null },
      finder: {
        find: async (text) =>
          [...text.matchAll(/hunter2/g)].map(({ index }) => ({ start: index, end: index + 7, rule: "r" })),
      },
    },
    signal,
  );
  if (released.kind === "withheld") throw new Error(released.reason);
  await log.record({ ...released, to, body: released.prompt.prefix, reason: "low-confidence" });
}

describe("nearfirst audit", () => {
  it("says so where nothing has left", async () => {
    const { code, out } = await run("audit");
    expect(code).toBe(0);
    expect(out).toContain("Nothing has left this machine");
  });

  it("lists what left, with sums, for people and as JSON", async () => {
    const log = new AuditLog({ settings: DEFAULT_SETTINGS.privacy.audit, folder: join(state, "nearfirst", "audit") });
    for (const to of ["gpu.internal:8000, big", "gpu.internal:8000, big", "other:80, small"]) await sendTo(log, to);
    await log.close();
    const { code, out } = await run("audit");
    expect(code).toBe(0);
    expect(out).toContain("gpu.internal:8000, big");
    expect(out).toMatch(/3 requests, \d+ bytes, 1 files, 3 secrets replaced\./);
    expect(out).not.toContain("\u001b");
    const json = JSON.parse((await run("audit", "--json", "--where-to", "other", "--since", "1h")).out);
    expect(json).toMatchObject({ version: 1, totals: { requests: 1 }, problems: [] });
    expect(json.entries).toEqual([
      expect.objectContaining({ to: "other:80, small", reason: "low-confidence", redactions: { r: 1 } }),
    ]);
    const totals = JSON.parse((await run("audit", "--json", "--totals")).out);
    expect(totals.entries).toBeUndefined();
    expect(totals.totals.destinations).toHaveLength(2);
  });

  it("reports a log that was changed, with exit code 1", async () => {
    const folder = join(state, "nearfirst", "audit");
    const [name = ""] = readdirSync(folder);
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), text.replace('"other:80, small"', '"gpu.internal:80"').replace("low-", "low_"));
    const { code, out } = await run("audit");
    expect(code).toBe(1);
    expect(out).toMatch(/problem {2}.*was changed after it was written/);
    writeFileSync(join(folder, name), text);
  });

  it("says what --since takes", async () => {
    const { code, err } = await run("audit", "--since", "yesterday");
    expect(code).toBe(2);
    expect(err).toContain("--since takes 30m, 6h, 7d, 2w or a date");
  });
});

describe("nearfirst stats", () => {
  it("says so where nothing was counted", async () => {
    const { code, out } = await run("stats");
    expect(code).toBe(0);
    expect(out).toContain("Nothing has been counted yet");
  });

  it("prints the figures, for people and as JSON", async () => {
    const store = new EventStore({
      settings: DEFAULT_SETTINGS.statistics,
      folder: join(state, "nearfirst", "statistics"),
    });
    const numbers = { promptTokens: 90, tokensReused: 80, forwardPasses: 4, draftOffered: 5, draftAccepted: 3 };
    const request = {
      type: "request",
      trigger: "automatic",
      languageId: "python",
      confidence: 0.9,
      ...numbers,
    } as const;
    const shown = { ...request, outcome: "suggested", reason: null, tier: "local", source: "model" } as const;
    const attempt = {
      reason: "low-confidence",
      withheld: null,
      error: null,
      ms: 300,
      draftOffered: 4,
      draftAccepted: 4,
    };
    store.record({ ...shown, suggestionId: "a", ms: 40, large: null });
    store.record({ ...shown, suggestionId: "b", ms: 340, tier: "large", large: { ...attempt, wasSent: true } });
    store.record({ type: "action", suggestionId: "b", action: "accepted" });
    store.record({ type: "survival", suggestionId: "b", afterSeconds: 30, keptShare: 1 });
    await store.close();
    const { out } = await run("stats");
    for (const line of [
      /requests +2 +suggested 2/,
      /shown +2/,
      /accepted +1 +50\.0 % of those shown, in part 0/,
      /kept +1 +of 1/,
      /escalated +1 +low-confidence 1/,
      /private share +50\.0 %/,
      /local model +40 ms/,
      /large model +340 ms/,
      /tokens saved +10 +of answers, by drafts/,
      /160 +of prompts, by reuse/,
    ])
      expect(out).toMatch(line);
    const json = JSON.parse((await run("stats", "--json")).out);
    expect(json).toMatchObject({ version: 1, shown: 2, accepted: 1, escalated: 1, privateShare: 0.5 });
    expect(JSON.parse((await run("stats", "--json", "--since", "2999-01-01")).out)).toMatchObject({
      from: null,
      shown: 0,
    });
  });
});
