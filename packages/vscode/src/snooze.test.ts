import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Snooze } from "./snooze.js";

describe("the snooze", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("lasts as long as was asked for, and tells each minute", () => {
    const told: (number | null)[] = [];
    const snooze: Snooze = new Snooze(() => void told.push(snooze.minutesLeft));
    snooze.begin(3);
    vi.advanceTimersByTime(179_000);
    expect(snooze.minutesLeft).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([3, 2, 1, null]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("begins anew, and ends when it is told to", () => {
    const snooze = new Snooze(() => undefined);
    snooze.begin(1);
    snooze.begin(60);
    vi.advanceTimersByTime(120_000);
    expect(snooze.minutesLeft).toBe(58);
    snooze.end();
    expect(snooze.minutesLeft).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
