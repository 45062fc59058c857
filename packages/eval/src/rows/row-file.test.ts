import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JUDGED_FORMAT, judgedDifferenceOf, judgedHeaderOf } from "../scores/judged-row.js";
import { SIGNALS_FORMAT, signalsDifferenceOf, signalsHeaderOf } from "../signals/signal-file.js";
import { differenceOf } from "./differing-header.js";
import { keyOf, ROWS_FORMAT, type Row, type RowsHeader, type Setting } from "./row.js";
import { openRows, readRows } from "./row-file.js";

const HEADER: RowsHeader = {
  format: 1,
  benchmark: "b",
  dataSha256: "d",
  model: { name: "m", fileBytes: 1, sha256: "s", identity: "i" },
  settings: { contextTokens: 2048, threads: 1, draftWeight: 0.5, retrieval: "off" },
  nearfirst: "0.1.0",
  machine: { node: "v20" },
};

function rowOf(task: string, setting: Setting = "left"): Row {
  return {
    task,
    setting,
    outcome: "suggested",
    text: "x = 1 // ümlaut",
    tokens: [{ text: "x", probability: 0.5, fromDraft: false }],
    stopReason: "line",
    rules: [],
    syntax: { live: "valid", strict: "invalid" },
    facts: null,
    promptTokens: 3,
    passes: 1,
    draft: null,
    ms: { total: 1, firstTokens: null, engine: 1 },
  };
}

let folder: string;
let path: string;
let notices: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-rows-"));
  path = join(folder, "sub", "rows.jsonl");
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const openAt = (at: string, header = HEADER) =>
  openRows(at, ROWS_FORMAT, {
    header,
    differenceFrom: (old) => differenceOf(old, header),
    onNotice: (notice) => notices.push(notice),
  });
const open = (header = HEADER) => openAt(path, header);

describe("rows on disk", () => {
  it("are there again when the file is opened anew, compressed too", () => {
    const store = open();
    store.add(rowOf("a"));
    store.add(rowOf("a", "left-and-right"));
    expect([...open().known.values()]).toEqual([rowOf("a"), rowOf("a", "left-and-right")]);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    expect(readRows(`${path}.gz`, ROWS_FORMAT).rows.get(keyOf(rowOf("a")))).toEqual(rowOf("a"));
    expect(notices).toEqual([]);
  });

  it("lose nothing but the last line where that was cut off, and say so", () => {
    const store = open();
    store.add(rowOf("a"));
    const line = JSON.stringify(rowOf("b"));
    // In the middle of a character, as a full disk leaves it.
    const inUmlaut = Buffer.byteLength(line.slice(0, line.indexOf("ü"))) + 1;
    appendFileSync(path, Buffer.from(line).subarray(0, inUmlaut));
    expect(readRows(path, ROWS_FORMAT)).toMatchObject({ isCutOff: true });
    const again = open();
    expect([...again.known.keys()]).toEqual(["left a"]);
    expect(notices.join()).toMatch(/cut off/);
    again.add(rowOf("b"));
    expect([...readRows(path, ROWS_FORMAT).rows.keys()]).toEqual(["left a", "left b"]);
  });

  it.each([0, 1, 40])("begin anew where a full disk has left %i bytes of their first line", (bytes) => {
    open();
    writeFileSync(path, readFileSync(path).subarray(0, bytes));
    open().add(rowOf("a"));
    expect([...readRows(path, ROWS_FORMAT).rows.keys()]).toEqual(["left a"]);
  });

  it.skipIf(spawnSync("prlimit", ["--version"]).status !== 0)(
    "take all of a row or nothing of it where there is no room, so that a shorter one may follow",
    () => {
      const store = open();
      store.add(rowOf("a"));
      const limitFiles = (bytes: number | "unlimited") =>
        expect(spawnSync("prlimit", ["--pid", `${process.pid}`, `--fsize=${bytes}:`]).status).toBe(0);
      limitFiles(statSync(path).size + 600);
      try {
        expect(() => store.add({ ...rowOf("b"), text: "x".repeat(1_000) })).toThrow(/cannot be written to: EFBIG/);
        store.add(rowOf("c"));
      } finally {
        limitFiles("unlimited");
      }
      expect([...readRows(path, ROWS_FORMAT).rows.keys()]).toEqual(["left a", "left c"]);
    },
  );

  it("that lie compressed in a file's place are gone on with where that is asked for: the first new row unpacks them", () => {
    open().add(rowOf("a"));
    mkdirSync(join(folder, "packed"));
    const packed = join(folder, "packed", "rows.jsonl");
    writeFileSync(`${packed}.gz`, gzipSync(readFileSync(path)));
    const openPacked = (header = HEADER) =>
      openRows(packed, ROWS_FORMAT, {
        header,
        differenceFrom: (old) => differenceOf(old, header),
        goesOnWithPacked: true,
        onNotice: (notice) => notices.push(notice),
      });
    const store = openPacked();
    expect([[...store.known.keys()], store.path, existsSync(packed)]).toEqual([["left a"], `${packed}.gz`, false]);
    store.add(rowOf("b"));
    expect([[...readRows(packed, ROWS_FORMAT).rows.keys()], store.path]).toEqual([["left a", "left b"], packed]);
    expect([...openPacked().known.keys()]).toEqual(["left a", "left b"]);
    rmSync(packed);
    const anew = openPacked({ ...HEADER, dataSha256: "other" });
    expect([anew.known.size, anew.path]).toEqual([0, packed]);
    expect(notices.at(-1)).toMatch(/rows\.jsonl\.gz were made with data .*They stay there/);
    expect([...readRows(`${packed}.gz`, ROWS_FORMAT).rows.keys()]).toEqual(["left a"]);
  });

  it.each<[string, Partial<RowsHeader>, RegExp]>([
    ["another model", { model: { ...HEADER.model, sha256: "other" } }, /the model m \(s\), not m \(other\)/],
    ["the same weights asked otherwise", { model: { ...HEADER.model, identity: "j" } }, /asked as/],
    ["other data", { dataSha256: "other" }, /data/],
    ["another benchmark", { benchmark: "c" }, /the benchmark b, not c/],
    ["another weight of drafts", { settings: { ...HEADER.settings, draftWeight: 0 } }, /draft weight of 0.5, not 0/],
    ["another version", { nearfirst: "0.2.0" }, /Nearfirst 0.1.0, not 0.2.0/],
  ])("made with %s are refused", (_, change, words) => {
    open().add(rowOf("a"));
    expect(() => open({ ...HEADER, ...change })).toThrow(words);
  });

  it("made with something else say what to do: to name another file, or to move one away that has its name from the rows", () => {
    const ignored = { onNotice: () => undefined };
    open();
    expect(() => open({ ...HEADER, benchmark: "c" })).toThrow(/Name another file\./);
    const judgedPath = join(folder, "rows.judged.jsonl");
    const judge = (sandbox: string) => {
      const header = judgedHeaderOf(HEADER, sandbox);
      const differenceFrom = (old: typeof header) => judgedDifferenceOf(old, header);
      return openRows(judgedPath, JUDGED_FORMAT, { header, differenceFrom, ...ignored });
    };
    judge("none");
    expect(() => judge("none, but the test command: npm test")).toThrow(
      /were made with the sandbox "none", not "none, but the test command: npm test"\. Move the file away/,
    );
    const signalsPath = join(folder, "rows.ruff.signals.jsonl");
    const ask = (version: string) => {
      const header = signalsHeaderOf(HEADER, { name: "ruff", version, rules: "F" });
      const differenceFrom = (old: typeof header) => signalsDifferenceOf(old, header);
      return openRows(signalsPath, SIGNALS_FORMAT, { header, differenceFrom, ...ignored });
    };
    ask("1.0.0");
    expect(() => ask("1.0.1")).toThrow(/ruff 1\.0\.0, F, not ruff 1\.0\.1, F\. Move the file away/);
  });

  it("may be gone on with on another machine", () => {
    open().add(rowOf("a"));
    expect(open({ ...HEADER, machine: { node: "v26" } }).known.size).toBe(1);
  });

  it("with a task twice, a broken line or none of ours are refused, with the place", () => {
    const store = open();
    store.add(rowOf("a"));
    const good = readFileSync(path, "utf8");
    appendFileSync(path, `${JSON.stringify(rowOf("a"))}\n`);
    expect(open).toThrow(/rows\.jsonl:3 has a task that stands there before: left a/);
    writeFileSync(path, `${good}{"task": "b"}\n`);
    expect(open).toThrow(/rows\.jsonl:3 is no row \("setting"\)/);
    writeFileSync(path, "hello\nworld\n");
    expect(open).toThrow(/holds no rows/);
  });

  it("are written by one process at a time; what a killed one left behind is in nobody's way", () => {
    open().add(rowOf("a"));
    const lock = `${path}.lock`;
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ processId: process.pid, host: hostname() });
    const other = join(folder, "other.jsonl");
    const heldBy = (processId: number) =>
      writeFileSync(`${other}.lock`, JSON.stringify({ processId, host: hostname() }));
    // The process that has started this one is running.
    heldBy(process.ppid);
    expect(() => openAt(other)).toThrow(
      new RegExp(`Another process \\(${process.ppid} on ${hostname()}\\) writes to .*other\\.jsonl`),
    );
    const { pid } = spawnSync(process.execPath, ["--version"]);
    heldBy(pid);
    expect(openAt(other).known.size).toBe(0);
  });

  it("that cannot be written are an error, and what was there stays", () => {
    const store = open();
    store.add(rowOf("a"));
    rmSync(path);
    rmSync(join(folder, "sub"), { recursive: true });
    expect(() => store.add(rowOf("b"))).toThrow(/cannot be written to: ENOENT/);
    expect([...store.known.keys()]).toEqual(["left a"]);
  });
});
