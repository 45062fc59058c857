import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReleaseRequest, release } from "@nearfirst/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../config/settings.js";
import { AuditLog } from "./audit-log.js";
import { readAudit } from "./read-audit.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-audit-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A prompt of one snippet as it was released: `hunter2` is the secret. */
async function departure(to: string, prefix = "x = ") {
  const request: ReleaseRequest = {
    file: { uri: null, path: "src/a.py", languageId: "python" },
    prefix,
    suffix: "",
    before: "",
    after: "",
    snippets: [{ path: "src/b.py", text: "y = 'hunter2'" }],
    draft: null,
  };
  const finder = {
    find: async (text: string) =>
      [...text.matchAll(/hunter2/g)].map(({ index }) => ({ start: index, end: index + 7, rule: "test" })),
  };
  const rules = { policy: { reasonToKeep: async () => null }, finder };
  const released = await release(request, rules, new AbortController().signal);
  if (released.kind === "withheld") throw new Error(released.reason);
  const { prompt, record } = released;
  const body = JSON.stringify({ prompt: prompt.prefix, suffix: prompt.suffix, snippets: prompt.snippets });
  return { to, prompt, record, body, reason: "low-confidence" };
}

const { audit } = DEFAULT_SETTINGS.privacy;

describe("the audit log", () => {
  it("says when what went where, how much, by what hash, of which files, and why; without code", async () => {
    const log = new AuditLog({ settings: audit, folder });
    const sent = await departure("gpu.internal:8000, big-coder");
    await log.record(sent);
    await log.close();
    const { entries, problems, cutEntries } = await readAudit({ folder });
    expect(entries).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        type: "sent",
        to: "gpu.internal:8000, big-coder",
        path: "src/a.py",
        snippetPaths: ["src/b.py"],
        bytes: sent.body.length,
        sha256: createHash("sha256").update(sent.body).digest("hex"),
        reason: "low-confidence",
        redactions: { test: 1 },
        keptSnippets: {},
        draftKept: null,
        previous: "",
      },
    ]);
    expect({ problems, cutEntries }).toEqual({ problems: [], cutEntries: 0 });
    const raw = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(raw.join("")).not.toContain("y = ");
  });

  it("holds the body where the user asked for it", async () => {
    const log = new AuditLog({ settings: { ...audit, content: true }, folder });
    const sent = await departure("gpu");
    await log.record(sent);
    await log.close();
    expect((await readAudit({ folder })).entries[0]?.content).toBe(sent.body);
  });

  it("counts by destination, and from a time on", async () => {
    const log = new AuditLog({ settings: audit, folder });
    for (const to of ["a.net", "b.net", "a.net"]) await log.record(await departure(to));
    await log.close();
    const all = await readAudit({ folder });
    const [first] = all.entries;
    expect(all.totals).toEqual({
      requests: 3,
      bytes: 3 * (first?.bytes ?? 0),
      files: 2,
      redactions: 3,
      destinations: [
        { to: "a.net", requests: 2, bytes: 2 * (first?.bytes ?? 0) },
        { to: "b.net", requests: 1, bytes: first?.bytes },
      ],
    });
    expect((await readAudit({ folder, whereTo: "b." })).entries).toHaveLength(1);
    expect((await readAudit({ folder, since: new Date(Date.now() + 60_000) })).entries).toEqual([]);
  });

  it("lets nothing leave that it could not write down", async () => {
    writeFileSync(join(folder, "blocker"), "");
    const log = new AuditLog({ settings: audit, folder: join(folder, "blocker", "audit") });
    await expect(log.record(await departure("gpu"))).rejects.toMatchObject({
      name: "NearfirstError",
      code: "audit-unwritable",
      message: expect.stringContaining("nothing was sent"),
    });
  });
});
