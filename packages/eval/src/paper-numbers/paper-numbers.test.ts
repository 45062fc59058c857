import { describe, expect, it } from "vitest";
import { RECOMPUTED } from "../../test/recomputed-checks.js";
import { PAPERS, paperNamed, paperRows, paperValue } from "./paper-numbers.js";

const CHECKS = PAPERS.flatMap((name) => paperNamed(name).checks);

describe("the papers' numbers", () => {
  it.each(PAPERS)("of %s have rows as long as their columns, and checks of items that are there", (name) => {
    const { items, checks, verdicts } = paperNamed(name);
    for (const { id, columns, rows } of items) for (const row of rows) expect(row, id).toHaveLength(columns.length);
    const ids = new Set(items.map(({ id }) => id));
    expect(ids.size).toBe(items.length);
    for (const { id, items: about, verdict } of checks) {
      expect(Object.keys(verdicts), id).toContain(verdict);
      for (const item of about) expect(ids, id).toContain(item);
    }
  });

  it.each(Object.entries(RECOMPUTED))("give check %s again", (id, compute) => {
    expect(compute()).toEqual(CHECKS.find((each) => each.id === id)?.computed);
  });

  it("agree with their verdicts: what agrees is what is stated", () => {
    for (const { id, verdict, stated, computed } of CHECKS) {
      if (verdict !== "agrees" || typeof stated !== "number" || typeof computed !== "number") continue;
      // At the printed precision.
      const digits = `${stated}`.split(".")[1]?.length ?? 0;
      expect(Math.abs(computed - stated), id).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
    }
  });

  it("have counts that round to what is printed", () => {
    const counts = paperRows("synconfroute", "derived-counts");
    const percent = (key: string) => 100 * ((counts.find((each) => each["key"] === key)?.["value"] as number) / 833);
    for (const [key, printed] of [
      ["local3bSolved", paperValue("synconfroute", "prose-rq2", "pass1_3b_833")],
      ["large480bSolved", paperValue("synconfroute", "prose-rq2", "pass1_480b_833")],
      ["confOnlySolved", paperValue("synconfroute", "prose-rq2", "confOnly_480b")],
      ["synConfSolved", paperValue("synconfroute", "prose-rq2", "synConf_07")],
      ["oracleSolved", paperValue("synconfroute", "prose-rq2", "oracle")],
    ] as const)
      expect(Number(percent(key).toFixed(1)), key).toBe(printed);
  });
});
