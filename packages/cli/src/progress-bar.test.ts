import { expect, it } from "vitest";
import { ProgressBar } from "./progress-bar.js";

function barOn(isTTY: boolean, { doneBefore = 0, columns = 0 } = {}) {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY, columns, write: (text: string) => written.push(text) > 0 };
  const bar = new ProgressBar({ total: 100, doneBefore, things: "tasks", stream, now: () => nowMs });
  return { bar, written, at: (ms: number) => (nowMs = ms) };
}

it("a terminal has a bar that moves, and then is gone", () => {
  const { bar, written, at } = barOn(true);
  at(1_000);
  bar.show(25);
  expect(written).toEqual([`\r\x1b[K${"█".repeat(6)}${"░".repeat(18)} 25 of 100 tasks, 3 s left`]);
  at(1_100);
  bar.show(26);
  expect(written).toHaveLength(1);
  bar.end();
  expect(written.at(-1)).toBe("\r\x1b[K");
});

it.each([
  [60, `${"█".repeat(6)}${"░".repeat(18)} 25 of 100 tasks, 3 s left`],
  [51, `${"█".repeat(6)}${"░".repeat(18)} 25 of 100 tasks, 3 s left`],
  [50, "25 of 100 tasks, 3 s left"],
  [20, "25 of 100 tasks, 3 "],
])("a terminal of %i columns has a line that does not wrap, which no new one could take away", (columns, line) => {
  const { bar, written, at } = barOn(true, { columns });
  at(1_000);
  bar.show(25);
  expect(written).toEqual([`\r\x1b[K${line}`]);
});

it("elsewhere a line is printed now and then", () => {
  const { bar, written, at } = barOn(false);
  for (let done = 1; done <= 20; done++) {
    at(done * 2_000);
    bar.show(done);
  }
  bar.end();
  expect(written).toEqual([
    "1 of 100 tasks, 3 min left\n",
    "9 of 100 tasks, 3 min left\n",
    "17 of 100 tasks, 3 min left\n",
  ]);
});

it("what an earlier run has done does not make the rest look quick", () => {
  const { bar, written, at } = barOn(false, { doneBefore: 50 });
  at(10_000);
  bar.show(60);
  expect(written).toEqual(["60 of 100 tasks, 40 s left\n"]);
});
