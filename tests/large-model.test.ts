/** The cascade as people run it: `nearfirst complete` in front of `nearfirst serve-large`, and what the audit log says of it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { identityOf } from "@nearfirst/core";
import { DEFAULT_SETTINGS, openRuntime, writeCalibration } from "@nearfirst/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type ServeLargeProcess, startServeLarge } from "../bench/src/pair/serve-large-process.js";
import type { OutcomeJson } from "../packages/cli/src/complete/outcome-json.js";
import { storedCalibration } from "../packages/node/src/testing/stored-calibration-fixture.js";

const executable = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
/** Made up: a token of the shape that the rules know. */
const SECRET = `ghp_${"Zq7Lk2Xw9Rt4Vb6Nm1Pc8Sd3Fg5Hj0Ky2TaU"}`;
const SHAPES = "def area(width, height):\n    return width * height\n\n\ndef double(width, height):\n    return 2 * \n";

let root: string;
let env: NodeJS.ProcessEnv;
let largeServer: ServeLargeProcess;
let url: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-cascade-"));
  env = { ...process.env, XDG_CONFIG_HOME: join(root, "config"), NO_COLOR: "1" };
  delete env["FORCE_COLOR"];
  largeServer = await startServeLarge({ model: "default", contextTokens: 2_048, threads: 1 });
  url = largeServer.url;
}, 120_000);
afterAll(async () => {
  await largeServer?.close();
  rmSync(root, { recursive: true });
});
// Each test has an audit log of its own.
beforeEach(() => {
  env = { ...env, XDG_STATE_HOME: mkdtempSync(join(root, "state-")) };
});

function run(...args: string[]): Promise<{ readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [executable, ...args], { env }, (_, out, err) => resolve({ out, err }));
  });
}

interface Asking {
  readonly files?: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly large?: object;
  readonly settings?: object;
}

async function completed(asking: Asking) {
  const { out, err } = await complete(asking, "--json");
  expect(err).toBe("");
  return JSON.parse(out) as OutcomeJson;
}

/** Completes at the end of the last line of code in a workspace of its own. */
async function complete(
  { files = { "shapes.py": SHAPES }, at = "shapes.py", large, settings }: Asking,
  ...options: readonly string[]
) {
  const folder = mkdtempSync(join(root, "workspace-"));
  mkdirSync(join(folder, ".git"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = join(root, "nearfirst.json");
  const all = { url, kind: "nearfirst", timeoutMs: 60_000, deadlineMs: 60_000, ...large };
  writeFileSync(config, JSON.stringify({ routing: { policy: "alwaysLarge" }, ...settings, large: all }));
  const lines = (files[at] ?? "").trimEnd().split("\n");
  const place = `${join(folder, at)}:${lines.length}:${(files[at] ?? "").split("\n")[lines.length - 1]?.length ?? 0}`;
  return run(
    "complete",
    place.replace(/:(\d+)$/, (_, n) => `:${Number(n) + 1}`),
    "--config",
    config,
    ...options,
  );
}

interface AuditJson {
  readonly entries: readonly {
    path: string;
    reason: string;
    bytes: number;
    content?: string;
    snippetPaths: string[];
  }[];
  readonly problems: readonly string[];
}

async function audited(): Promise<AuditJson> {
  return JSON.parse((await run("audit", "--json")).out) as AuditJson;
}

describe("a completion that the large model answers", () => {
  it("says so, and the audit log has what left, where to and why", async () => {
    const { kind, tier, trace } = await completed({});
    expect([kind, tier]).toEqual(["suggested", "large"]);
    const { entries, problems } = await audited();
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      expect.objectContaining({ path: "shapes.py", to: expect.stringContaining(new URL(url).host) }),
    ]);
    const [entry] = entries;
    expect(trace?.large).toMatchObject({ outcome: "answered", sentBytes: entry?.bytes, reason: entry?.reason });
  });

  it("tells people whose answer it is, and why the large model gave none", { timeout: 120_000 }, async () => {
    expect((await complete({})).out).toMatch(
      /^by the large model in \d+ ms · nearfirst-embedded's confidence 0\.\d\d · /m,
    );
    const away = { url: "http://127.0.0.1:1" };
    expect((await complete({ large: away })).out).toMatch(
      /^nearfirst-embedded · \d+ tokens? in .* · large model failed: large-unreachable · /m,
    );
    const { out } = await complete({}, "--trace");
    expect(out).toMatch(/^Tokens of the local answer \(\d+\)$/m);
    expect(out).toMatch(/^ {2}syntax +the code would (?:not )?parse with the local answer$/m);
  });

  it("goes by the policy of the settings: with another one nothing leaves", async () => {
    const { tier, trace } = await completed({ settings: { routing: { policy: "alwaysLocal" } } });
    expect(tier).toBe("local");
    expect(trace?.routing?.policy).toBe("alwaysLocal");
    expect((await audited()).entries).toEqual([]);
  });

  it("goes by the threshold: nothing is sure enough for 1, everything for 0", async () => {
    const at = (threshold: number) => completed({ settings: { routing: { policy: "mcComStatic", threshold } } });
    expect((await at(1)).tier).toBe("large");
    expect((await at(0)).tier).toBe("local");
  });
});

describe("the thresholds that `nearfirst calibrate` left beside the configuration", () => {
  const calibrated = async (threshold: number, identity?: string) => {
    const runtime = await openRuntime({ settings: DEFAULT_SETTINGS, workspaceFolders: [] });
    const { profile } = runtime.model;
    await runtime.close();
    const calibration = storedCalibration({ threshold, languages: {} });
    const { provenance } = calibration;
    const pair = {
      local: { name: profile.name, identity: identity ?? identityOf(profile) },
      large: { name: `nearfirst at ${new URL(url).host}` },
    };
    await writeCalibration(join(root, "calibration.json"), { ...calibration, provenance: { ...provenance, ...pair } });
    return completed({ settings: { routing: {} } });
  };
  afterEach(() => rmSync(join(root, "calibration.json"), { force: true }));

  it("count for the pair of models that they were found for", async () => {
    expect((await calibrated(0)).tier).toBe("local");
    expect((await calibrated(1)).tier).toBe("large");
  });

  it("and for no other", async () => {
    const { trace } = await calibrated(0, "of another model");
    expect(trace?.routing?.reason).toContain("0.70");
  });

  it("are left aside, with a word, where they cannot be read", async () => {
    writeFileSync(join(root, "calibration.json"), "{");
    const { warnings, trace } = await completed({ settings: { routing: {} } });
    expect(warnings.join()).toMatch(/calibration\.json cannot be used: it is no JSON/);
    expect(trace?.routing?.policy).toBe("nearfirst");
  });
});

describe("what stays on the machine", () => {
  it.each([
    ["a file of the user's own rules", { settings: { privacy: { localOnly: { paths: ["shapes.py"] } } } }],
    ["a language", { settings: { privacy: { localOnly: { languages: ["python"] } } } }],
    ["everything", { settings: { privacy: { localOnly: { everything: true } } } }],
    [
      "a file that the workspace's own rules name",
      { files: { "shapes.py": SHAPES, ".nearfirst.json": '{"privacy":{"localOnly":{"paths":["shapes.py"]}}}' } },
    ],
  ])("%s", async (_, asking) => {
    const { tier, trace } = await completed({ settings: { routing: { policy: "alwaysLarge" } }, ...asking });
    expect(tier).toBe("local");
    expect(trace?.large).toMatchObject({ outcome: "withheld", sentBytes: 0 });
    expect((await audited()).entries).toEqual([]);
  });

  it("all of a workspace that turns the large model off", async () => {
    const files = { "shapes.py": SHAPES, ".nearfirst.json": '{"large":false}' };
    const { tier, trace } = await completed({ files });
    expect([tier, trace?.large]).toEqual(["local", null]);
  });

  it("secrets in the code around, which their stand-in takes the place of", async () => {
    const settings = { routing: { policy: "alwaysLarge" }, privacy: { audit: { content: true } } };
    const files = { "shapes.py": `TOKEN = "${SECRET}"\n${SHAPES}` };
    const { trace } = await completed({ files, settings });
    expect(trace?.large).toMatchObject({ redactions: 1 });
    const [entry] = (await audited()).entries;
    expect(entry?.content).toContain("def area(width, height)");
    expect(entry?.content).not.toContain(SECRET.slice(4, 16));
  });

  it("ignored files, of which nothing is shown to the large model", async () => {
    const twin = SHAPES.replace("2 * ", "2 * width + 2 * height");
    const settings = { routing: { policy: "alwaysLarge" }, privacy: { audit: { content: true } } };
    const files = { "shapes.py": SHAPES, "private/twin.py": twin, "open.py": twin, ".gitignore": "private/\n" };
    await completed({ files, settings });
    const [entry] = (await audited()).entries;
    expect(entry?.snippetPaths).not.toContain("private/twin.py");
    expect(entry?.content).not.toContain("private");
  });
});

describe("a large model that is not there", () => {
  it("leaves the local answer, and says why", async () => {
    const { kind, tier, trace } = await completed({ large: { url: "http://127.0.0.1:9" } });
    expect([kind, tier]).toEqual(["suggested", "local"]);
    expect(trace?.large).toMatchObject({ outcome: "failed", code: "large-unreachable" });
  });

  it("is not waited for longer than the deadline", async () => {
    const silent = await serverThatIsSilent();
    const { tier, trace } = await completed({ large: { url: silent, deadlineMs: 100 } });
    expect(tier).toBe("local");
    expect(trace?.large).toMatchObject({ outcome: "late" });
    expect(trace?.totalMs).toBeLessThan(30_000);
  });
});

async function serverThatIsSilent(): Promise<string> {
  const server: Server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
