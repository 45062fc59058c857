import { describe, expect, it } from "vitest";
import { SequenceSlots } from "./sequence-slots.js";

const never = new AbortController().signal;

function slots(limit: number) {
  let count = 0;
  return new SequenceSlots<number>(limit, () => count++);
}
const sequenceOf = (pool: SequenceSlots<number>, name: string) => pool.run(name, never, async (sequence) => sequence);

describe("SequenceSlots", () => {
  it("gives each file its own sequence, and creates none before it is needed", async () => {
    const pool = slots(2);
    expect(await sequenceOf(pool, "a")).toBe(0);
    expect(await sequenceOf(pool, "a")).toBe(0);
    expect(await sequenceOf(pool, "b")).toBe(1);
    expect(await sequenceOf(pool, "a")).toBe(0);
  });

  it("takes the sequence of the file unused for longest", async () => {
    const pool = slots(2);
    for (const name of ["a", "b", "a"]) await sequenceOf(pool, name);
    expect(await sequenceOf(pool, "c")).toBe(1);
    expect(await sequenceOf(pool, "a")).toBe(0);
    expect(await sequenceOf(pool, "b")).toBe(1);
  });

  it("rather takes an idle sequence than one in use", async () => {
    const pool = slots(2);
    let finish: () => void = () => undefined;
    const busy = pool.run(
      "a",
      never,
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    await sequenceOf(pool, "b");
    expect(await sequenceOf(pool, "c")).toBe(1);
    finish();
    await busy;
  });

  it("runs the requests of one file in order, one at a time, after failures too", async () => {
    const pool = slots(1);
    const events: string[] = [];
    const task = (name: string) => async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ends`);
      if (name === "one") throw new Error("one failed");
    };
    const one = pool.run("a", never, task("one"));
    const two = pool.run("a", never, task("two"));
    await expect(one).rejects.toThrow("one failed");
    await two;
    expect(events).toEqual(["one begins", "one ends", "two begins", "two ends"]);
  });

  it("never starts a request that was cancelled while it waited", async () => {
    const pool = slots(1);
    const controller = new AbortController();
    let hasStarted = false;
    const first = pool.run("a", never, () => new Promise((resolve) => setImmediate(resolve)));
    const second = pool.run("a", controller.signal, async () => {
      hasStarted = true;
    });
    controller.abort(new Error("typed on"));
    await expect(second).rejects.toThrow("typed on");
    await first;
    expect(hasStarted).toBe(false);
  });
});
