import { describe, expect, it } from "vitest";
import { RestartPolicy } from "./restart-policy.js";

describe("RestartPolicy", () => {
  it("starts a process again at once after its first failure", () => {
    const policy = new RestartPolicy();
    policy.recordFailure(1000);
    expect(policy.waitMs(1000)).toBe(0);
  });

  it("waits longer after each further failure, then refuses, and allows again once a minute has passed", () => {
    const policy = new RestartPolicy();
    policy.recordFailure(0);
    policy.recordFailure(1000);
    expect(policy.waitMs(1000)).toBe(250);
    expect(policy.waitMs(1200)).toBe(50);
    policy.recordFailure(2000);
    expect(policy.waitMs(2000)).toBe(500);
    policy.recordFailure(3000);
    expect(policy.waitMs(3000)).toBe(null);
    expect(policy.retryAfterMs(3000)).toBe(57_000);
    expect(policy.waitMs(59_999)).toBe(null);
    expect(policy.waitMs(60_000)).toBe(0);
  });

  it("forgets a failure after a minute", () => {
    const policy = new RestartPolicy();
    for (let hour = 1; hour < 20; hour++) {
      policy.recordFailure(hour * 3_600_000);
      expect(policy.waitMs(hour * 3_600_000)).toBe(0);
    }
  });
});
