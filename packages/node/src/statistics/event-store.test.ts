import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StatisticsEvent } from "@nearfirst/core";
import { statisticsOf } from "@nearfirst/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../config/settings.js";
import { EventStore, readEvents } from "./event-store.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-events-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = DEFAULT_SETTINGS.statistics;
const accepted = (id: number): StatisticsEvent => ({ type: "action", suggestionId: `s${id}`, action: "accepted" });

describe("the store of events", () => {
  it("gives back what was recorded, from a time on", async () => {
    const store = new EventStore({ settings, folder });
    store.record(accepted(1));
    store.record({ type: "survival", suggestionId: "s1", afterSeconds: 30, keptShare: 1 });
    await store.close();
    const { events, from } = await readEvents({ folder });
    expect(statisticsOf(events)).toMatchObject({ accepted: 1, kept: 1 });
    expect(from).toMatch(/Z$/);
    expect((await readEvents({ folder, since: new Date(Date.now() + 60_000) })).events).toEqual([]);
    expect(store.lost).toBe(0);
  });

  it("stays within its size", async () => {
    const store = new EventStore({ settings: { ...settings, maxMegabytes: 1 }, folder });
    for (let id = 0; id < 20_000; id++) {
      store.record(accepted(id));
      if (id % 500 === 0) await store.close();
    }
    await store.close();
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(1_250_000);
    expect((await readEvents({ folder })).events.length).toBeGreaterThan(1_000);
  });

  it("passes over what is no event", async () => {
    const store = new EventStore({ settings, folder });
    store.record(accepted(1));
    await store.close();
    const file = join(folder, readdirSync(folder)[0] as string);
    for (const line of ['{"at":"2026","previous":"","type":"request"}', '{"type":"action"}', "null", "{", "[1]"])
      appendFileSync(file, `${line}\n`);
    appendFileSync(file, '{"at":"2026-01-01","type":"action","sugg');
    expect((await readEvents({ folder })).events).toHaveLength(1);
  });

  it("writes nothing where it is off, and never fails where it cannot write", async () => {
    const off = new EventStore({ settings: { ...settings, enabled: false }, folder });
    off.record(accepted(1));
    await off.close();
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "blocker"), "");
    const blocked = new EventStore({ settings, folder: join(folder, "blocker", "events") });
    blocked.record(accepted(1));
    await expect.poll(() => blocked.lost).toBe(1);
    await blocked.close();
  });
});
