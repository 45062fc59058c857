import { type Statistics, statisticsOf } from "@nearfirst/core";
import { describe, expect, it } from "vitest";
import { dayInWords, daysOf } from "./days.js";

const statistics: Statistics = statisticsOf([]);

describe("the days of the dashboard", () => {
  it("have no gaps, and go on to today", () => {
    const days = daysOf({ days: [{ day: "2026-02-27", statistics }] }, 2, "2026-03-02");
    expect(days.map(({ day, statistics }) => [day, statistics !== null])).toEqual([
      ["2026-02-27", true],
      ["2026-02-28", false],
      ["2026-03-01", false],
      ["2026-03-02", false],
    ]);
  });

  it("are as many as were asked for where nothing was counted", () => {
    expect(daysOf({ days: [] }, 7, "2026-03-29")).toHaveLength(7);
  });

  it("are told apart across summer time", () => {
    expect(daysOf({ days: [] }, 3, "2026-10-26").map(({ day }) => dayInWords(day))).toEqual([
      "24 Oct",
      "25 Oct",
      "26 Oct",
    ]);
  });
});
