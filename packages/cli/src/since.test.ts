import { describe, expect, it } from "vitest";
import { sinceDate } from "./since.js";

const now = new Date("2026-05-08T12:00:00Z");

describe("--since", () => {
  it("takes a time span or a date", () => {
    expect(sinceDate("30m", now)).toEqual(new Date("2026-05-08T11:30:00Z"));
    expect(sinceDate("6h", now)).toEqual(new Date("2026-05-08T06:00:00Z"));
    expect(sinceDate("7d", now)).toEqual(new Date("2026-05-01T12:00:00Z"));
    expect(sinceDate("2w", now)).toEqual(new Date("2026-04-24T12:00:00Z"));
    expect(sinceDate("2026-05-01T10:00:00Z", now)).toEqual(new Date("2026-05-01T10:00:00Z"));
    expect(sinceDate("2026-05-01", now)).toEqual(new Date(2026, 4, 1));
  });

  it("says what it takes where it is given something else", () => {
    for (const text of ["yesterday", "7", "2026-13-45", ""])
      expect(() => sinceDate(text, now)).toThrow("--since takes");
  });
});
