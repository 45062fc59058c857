import { describe, expect, it } from "vitest";
import { InFlight } from "./in-flight.js";

/** A generation whose text grows when the test says so. */
function openGeneration() {
  let report: (text: string) => void = () => expect.unreachable("the generation has not started");
  let finish: (text: string) => void = () => expect.unreachable("the generation has not started");
  let signal = new AbortController().signal;
  const job = new InFlight<{ text: string }>((jobSignal, onText) => {
    signal = jobSignal;
    report = onText;
    return new Promise((resolve, reject) => {
      finish = (text) => resolve({ text });
      jobSignal.addEventListener("abort", () => reject(jobSignal.reason));
    });
  });
  return {
    job,
    say: (text: string) => report(text),
    end: (text: string) => finish(text),
    isAborted: () => signal.aborted,
  };
}

const never = () => new AbortController().signal;

describe("a generation in flight", () => {
  it("gives its answer to all who wait", async () => {
    const { job, end } = openGeneration();
    const answers = Promise.all([job.answerStartingWith("", never()), job.answerStartingWith("fo", never())]);
    end("foo()");
    expect(await answers).toEqual([{ text: "foo()" }, { text: "foo()" }]);
  });

  it("tells a request at once when the answer begins otherwise than what was typed", async () => {
    const { job, say, end } = openGeneration();
    const first = job.answerStartingWith("", never());
    const second = job.answerStartingWith("bar", never());
    say("fo");
    expect(await second).toBeNull();
    end("foo");
    expect(await first).toEqual({ text: "foo" });
  });

  it("goes on while one of its requests still waits", async () => {
    const { job, say, end, isAborted } = openGeneration();
    const leaving = new AbortController();
    const first = job.answerStartingWith("", leaving.signal);
    const second = job.answerStartingWith("f", never());
    leaving.abort();
    await expect(first).rejects.toThrow();
    say("foo");
    expect(isAborted()).toBe(false);
    end("foo()");
    expect(await second).toEqual({ text: "foo()" });
  });

  it("ends when the last request gives up", async () => {
    const { job, isAborted } = openGeneration();
    const leaving = new AbortController();
    const only = job.answerStartingWith("", leaving.signal);
    leaving.abort();
    await expect(only).rejects.toThrow();
    expect(isAborted()).toBe(true);
    expect(job.isRunning).toBe(false);
  });

  it("ends when its only request is contradicted", async () => {
    const { job, say, isAborted } = openGeneration();
    const only = job.answerStartingWith("bar", never());
    say("f");
    expect(await only).toBeNull();
    expect(isAborted()).toBe(true);
  });

  it("passes a fault on to all who wait", async () => {
    const job = new InFlight<{ text: string }>(async () => {
      throw new Error("broken");
    });
    await expect(job.answerStartingWith("", never())).rejects.toThrow("broken");
    expect(job.isRunning).toBe(false);
  });

  it("is not there for a request that was aborted before it could wait", async () => {
    const { job, isAborted } = openGeneration();
    await expect(job.answerStartingWith("", AbortSignal.abort())).rejects.toThrow();
    expect(isAborted()).toBe(true);
  });

  it("lets all go who wait when it is ended, though the model does not listen", async () => {
    const job = new InFlight<{ text: string }>(() => new Promise(() => undefined));
    const waiting = job.answerStartingWith("", never());
    job.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    expect(job.isRunning).toBe(false);
  });

  it("passes on a fault of a model that throws before it promises anything", async () => {
    const job = new InFlight<{ text: string }>(() => {
      throw new Error("broken");
    });
    await expect(job.answerStartingWith("", never())).rejects.toThrow("broken");
  });
});
