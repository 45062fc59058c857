import { readFileSync } from "node:fs";
import { DEFAULT_SETTINGS, sampleHoles, workspaceSources } from "@nearfirst/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.js";
import { NO_SANDBOX } from "../../sandbox/no-sandbox.js";
import { openData } from "../open-data.js";
import { OWN_REPOSITORY } from "./own-repository.js";
import { type OwnTestsOptions, openOwnTests } from "./own-tests.js";

const { signal } = new AbortController();

const PROJECT = {
  "sum.js": "exports.sum = (a, b) => a + b;\n",
  "test.js": `const { sum } = require("./sum.js");\nrequire("node:fs").writeFileSync("trace-of-tests", "");\nprocess.exit(sum(2, 3) === 5 ? 0 : 1);\n`,
  "tools/build.py": "value = compute(1)\nother = compute(2)\n",
  "made/out.py": "value = compute(3)\n",
  ".gitignore": "made/\n",
};

const open = (path: string, options: { limit?: number; seed?: number; languages?: readonly string[] } = {}) =>
  openData(OWN_REPOSITORY, { path, accept: "published", seed: 1, signal, ...options });

describe("your own repository", () => {
  it("has the very holes that `nearfirst calibrate` cuts", async () => {
    const root = temporaryFolder(PROJECT);
    const { tasks } = await open(root, { limit: 4 });
    const settings = DEFAULT_SETTINGS;
    const files = await workspaceSources({ workspaceFolder: root, folder: root, settings, languages: [], signal });
    const holes = await sampleHoles(files, { most: 4, seed: 1, signal });
    expect(tasks.map(({ target }) => target)).toEqual(holes.map(({ text, hole }) => text.slice(hole.start, hole.end)));
    for (const { place, prefix, target, suffix } of tasks)
      expect(prefix + target + suffix).toBe(readFileSync(`${root}/${place?.path}`, "utf8"));
  });

  it("leaves out ignored files, and other languages than those that are named", async () => {
    const { tasks } = await open(temporaryFolder(PROJECT), { languages: ["python"] });
    expect(new Set(tasks.map(({ cluster }) => cluster))).toEqual(new Set(["tools/build.py"]));
    expect(tasks).toHaveLength(2);
  });

  it("is another one as soon as a file changes that context may come from", async () => {
    const root = temporaryFolder(PROJECT);
    const { sha256 } = await open(root);
    expect((await open(root, { languages: ["python"] })).sha256).toBe(sha256);
    expect((await open(temporaryFolder({ ...PROJECT, "more.js": "x = 1;\n" }))).sha256).not.toBe(sha256);
  });
});

describe("your own test command", () => {
  const openTests = async (root: string, options: Partial<OwnTestsOptions> = {}) => {
    const { tasks } = await open(root, { languages: ["javascript"] });
    const own = tasks.filter(({ cluster }) => cluster === "sum.js");
    const command = `"${process.execPath}" test.js`;
    const opened = await openOwnTests(own, { command, timeoutMs: 60_000, parallel: 1, signal, ...options });
    onTestFinished(() => opened.close());
    const [task] = opened.tasks;
    if (task === undefined) throw new Error("there is a hole");
    return { task, judge: (text: string) => task.judge(text, NO_SANDBOX, signal) };
  };

  it("passes what passes and fails what fails, in a copy, one after the other", async () => {
    const root = temporaryFolder(PROJECT);
    const { task, judge } = await openTests(root);
    expect((await judge(task.target)).kind).toBe("passed");
    expect((await judge("0 /* instead of all that was there */;")).kind).toBe("failed");
    expect((await judge("not even code (")).kind).toBe("failed");
    expect((await judge(task.target)).kind).toBe("passed");
    // Of the working tree nothing has changed, and what the tests write is not there.
    expect(readFileSync(`${root}/sum.js`, "utf8")).toBe(PROJECT["sum.js"]);
    expect(() => readFileSync(`${root}/trace-of-tests`)).toThrow(/ENOENT/);
  });

  it("is ended with all that it started when it takes too long", async () => {
    const root = temporaryFolder({ ...PROJECT, "slow.sh": `grep -q "a + b" sum.js && exit 0\nsleep 600 & wait\n` });
    const { judge } = await openTests(root, { command: "sh slow.sh", timeoutMs: 3_000 });
    expect(await judge("0;")).toMatchObject({ kind: "time-limit" });
  });

  it("that fails on the code as it is, is refused", async () => {
    const root = temporaryFolder(PROJECT);
    await expect(openTests(root, { command: "echo no database >&2; exit 3" })).rejects.toThrow(
      /fails on the code as it is \(exit status 3\)[\s\S]*no database$/,
    );
    await expect(openTests(root, { command: "sleep 9", timeoutMs: 200 })).rejects.toThrow(/out of time/);
  });
});
