import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Journal } from "./journal.js";
import { readJournal } from "./read-journal.js";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "nearfirst-journal-")), "journal");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const files = () => readdirSync(folder).sort();
const pathOf = (name = files()[0] as string) => join(folder, name);
const sizes = () => files().reduce((sum, name) => sum + statSync(pathOf(name)).size, 0);
const numbers = async () => (await readJournal(folder)).records.map((record) => record["n"]);

/** As the files stand, whatever the records say of their time. */
const numbersByFile = () =>
  files().flatMap((name) =>
    readFileSync(pathOf(name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).n),
  );

const journalOf = (maxBytes = 1_000_000) => new Journal({ folder, maxBytes });

const journalModule = fileURLToPath(new URL("../../dist/journal/journal.js", import.meta.url));

function processRunning(code: string, maxBytes = 1_000_000) {
  const script = `
    const { Journal } = await import(${JSON.stringify(journalModule)});
    const journal = new Journal({ folder: ${JSON.stringify(folder)}, maxBytes: ${maxBytes} });
    ${code}`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
}

async function inAnotherProcess(code: string): Promise<void> {
  expect(await once(processRunning(`${code} await journal.close();`), "exit")).toEqual([0, null]);
}

describe("a journal", () => {
  it("gives back what was written, in order, whoever wrote it", async () => {
    // Within one millisecond nobody can tell who was first.
    let ms = 0;
    const options = { folder, maxBytes: 1_000_000, now: () => new Date(ms++) };
    const [one, other] = [new Journal(options), new Journal(options)];
    await one.append({ n: 1, text: 'a "quote"\n' });
    await other.append({ n: 2 });
    await one.append({ n: 3 });
    await Promise.all([one.close(), other.close()]);
    const { records, problems, cutFiles } = await readJournal(folder);
    expect(records.map(({ n, text }) => [n, text])).toEqual([
      [1, 'a "quote"\n'],
      [2, undefined],
      [3, undefined],
    ]);
    expect({ problems, cutFiles, files: files().length }).toEqual({ problems: [], cutFiles: 0, files: 2 });
  });

  it("is empty where there is none", async () => {
    expect(await readJournal(join(folder, "nowhere"))).toEqual({ records: [], problems: [], cutFiles: 0 });
  });

  it.skipIf(process.platform === "win32")("is readable by its owner alone", async () => {
    const journal = journalOf();
    await journal.append({ n: 1 });
    await journal.close();
    expect(statSync(pathOf()).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("passes over a last line that a kill cut, and nothing else", async () => {
    const journal = journalOf();
    for (let n = 0; n < 3; n++) await journal.append({ n });
    await journal.close();
    const whole = readFileSync(pathOf(), "utf8");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (end) => {
        writeFileSync(pathOf(), whole.slice(0, end));
        const lines = whole.slice(0, end).split("\n").length - 1;
        const { records, problems, cutFiles } = await readJournal(folder);
        expect(records.map((record) => record["n"])).toEqual([0, 1, 2].slice(0, lines));
        expect(problems).toEqual([]);
        expect(cutFiles).toBe(whole[end - 1] === "\n" || end === 0 ? 0 : 1);
      }),
      { numRuns: 40 },
    );
  });

  it("tells of a line that was changed, taken out or put in", async () => {
    const journal = journalOf();
    for (let n = 0; n < 4; n++) await journal.append({ n });
    await journal.close();
    const lines = readFileSync(pathOf(), "utf8").split("\n");
    const changes = [
      [lines[0], lines[1]?.replace('"n":1', '"n":7'), lines[2], lines[3], ""],
      [lines[0], lines[2], lines[3], ""],
      [lines[0], lines[1], lines[1], lines[2], lines[3], ""],
      [lines[0], "no JSON", lines[1], lines[2], lines[3], ""],
    ];
    for (const changed of changes) {
      writeFileSync(pathOf(), changed.join("\n"));
      const { problems } = await readJournal(folder);
      expect(problems).toEqual([expect.stringContaining("was changed after it was written")]);
    }
  });

  it("stays within its size, and says what went", async () => {
    const journal = journalOf(8_000);
    for (let n = 0; n < 400; n++) await journal.append({ n });
    await journal.close();
    expect(sizes()).toBeLessThan(8_600);
    const { records, problems } = await readJournal(folder);
    expect(problems).toEqual([]);
    const kept = records.filter((record) => typeof record["n"] === "number");
    const notes = records.filter((record) => record["type"] === "removed");
    expect(kept.at(-1)?.["n"]).toBe(399);
    expect(kept.length).toBeGreaterThan(20);
    expect(notes.at(-1)).toMatchObject({ records: expect.any(Number), from: expect.any(String) });
    expect(files()).not.toContain(notes.at(-1)?.["file"]);
  });

  it.each([
    ["stands still", 0],
    ["is set back", 60_000],
  ])("keeps its files in order where the clock %s", async (_, backMs) => {
    let ms = Date.parse("2026-12-01T04:28:29.310Z");
    const now = () => {
      ms -= backMs;
      return new Date(ms);
    };
    const journal = new Journal({ folder, maxBytes: 8_000, now });
    for (let n = 0; n < 20; n++) await journal.append({ n });
    await journal.close();
    expect(files().length).toBeGreaterThan(2);
    expect((await readJournal(folder)).problems).toEqual([]);
    expect(numbersByFile()).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it("goes on after the file that it took over, though the clock was set back since", async () => {
    await inAnotherProcess('for (let n = 0; n < 3; n++) await journal.append({ n, text: "x".repeat(200) });');
    const journal = new Journal({ folder, maxBytes: 8_000, now: () => new Date("2020-01-01T00:00:00Z") });
    for (let n = 3; n < 12; n++) await journal.append({ n, text: "x".repeat(200) });
    await journal.close();
    expect(files().length).toBeGreaterThan(1);
    expect((await readJournal(folder)).problems).toEqual([]);
    expect(numbersByFile()).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  it("tells of a file that somebody took away", async () => {
    const journal = journalOf(8_000);
    for (let n = 0; n < 20; n++) await journal.append({ n });
    await journal.close();
    expect(files().length).toBeGreaterThan(2);
    unlinkSync(pathOf(files()[1]));
    const { problems } = await readJournal(folder);
    expect(problems).toEqual([`The file before ${files()[1]} is missing or its end was changed.`]);
  });

  it.skipIf(process.platform === "win32")(
    "goes on in a new file where another process took the old one away",
    async () => {
      const journal = journalOf();
      await journal.append({ n: 1 });
      unlinkSync(pathOf());
      await journal.append({ n: 2 });
      await journal.close();
      expect(await numbers()).toEqual([2]);
    },
  );

  it("says that it could not write, and goes on once it can", async () => {
    writeFileSync(join(folder, "..", "blocker"), "");
    const blocked = join(folder, "..", "blocker");
    const journal = new Journal({ folder: join(blocked, "inside"), maxBytes: 1_000 });
    await expect(journal.append({ n: 1 })).rejects.toThrow(/ENOTDIR|EEXIST/);
    rmSync(blocked);
    await journal.append({ n: 2 });
    await journal.close();
    expect((await readJournal(join(blocked, "inside"))).records).toHaveLength(1);
  });

  it("does not read what is no journal", async () => {
    const journal = journalOf();
    await journal.append({ n: 1 });
    await journal.close();
    appendFileSync(join(folder, "notes.txt"), "hello");
    expect(await numbers()).toEqual([1]);
  });

  it("goes on in the file of a process that has ended, but not after half a line", { timeout: 60_000 }, async () => {
    for (let run = 0; run < 3; run++) await inAnotherProcess(`await journal.append({ n: ${run} });`);
    expect(files()).toHaveLength(1);
    appendFileSync(pathOf(), '{"at":"20');
    await inAnotherProcess("await journal.append({ n: 3 });");
    expect(files()).toHaveLength(2);
    const { records, problems, cutFiles } = await readJournal(folder);
    expect({ numbers: records.map((record) => record["n"]), problems, cutFiles }).toEqual({
      numbers: [0, 1, 2, 3],
      problems: [],
      cutFiles: 1,
    });
  });

  it("holds every record that was acknowledged when its process is killed", { timeout: 60_000 }, async () => {
    const child = processRunning(
      'for (let n = 0; ; n++) { await journal.append({ n, filler: "x".repeat(500) }); process.stdout.write(n + "\\n"); }',
      1_000_000_000,
    );
    let told = "";
    for await (const chunk of child.stdout) {
      told += String(chunk);
      if (told.split("\n").length > 100 && !child.killed) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const last = Number(told.trimEnd().split("\n").at(-1));
    const { records, problems } = await readJournal(folder);
    expect(problems).toEqual([]);
    expect(records.length).toBeGreaterThan(last);
    expect(records.map((record) => record["n"])).toEqual(records.map((_, n) => n));
  });
});
