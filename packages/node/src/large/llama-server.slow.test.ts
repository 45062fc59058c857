/** llama.cpp's real server, from PyPI, with the embedded model. `scripts/install-llama-server.sh` installs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  alwaysLarge,
  complete,
  FAMILIES,
  fimPrompt,
  promptText,
  Session,
  type TextDocument,
  templateOf,
} from "@nearfirst/core";
import { capabilitiesOf, requestAt, ScriptedLarge, ScriptedModel } from "@nearfirst/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adapterFor, largeRequestAt } from "../../test/large-kinds.js";
import { LlamaModel } from "../llama/llama-model.js";
import { profileOf } from "../llama/profile.js";
import { findModel } from "../models/installed-models.js";
import { probeLargeModel } from "./probe-large-model.js";

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const python = process.env["NEARFIRST_LLAMA_SERVER_PYTHON"] ?? inRoot(".servers/llama/bin/python");
const isInstalled = existsSync(python);
const KEY = "sk-of-this-test";

if (!isInstalled)
  console.warn(
    "\nSKIPPED: no test ran against llama.cpp's real server, which is not installed.\n" +
      "         Run scripts/install-llama-server.sh, or set NEARFIRST_LLAMA_SERVER_PYTHON.\n",
  );

// Where all is checked nothing may be left out without a word.
it.runIf(process.env["CI"] !== undefined)("llama.cpp's server is installed where the whole check runs", () => {
  expect(isInstalled, "scripts/install-llama-server.sh installs it").toBe(true);
});

describe.skipIf(!isInstalled)("llama.cpp's own server with the embedded model", () => {
  let server: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const { path } = await findModel("default");
    server = spawn(python, [inRoot("scripts/llama-server.py"), path, "--key", KEY], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    url = await new Promise<string>((resolve, reject) => {
      let printed = "";
      server.stdout?.setEncoding("utf8").on("data", (piece: string) => {
        printed += piece;
        const found = /^(http:\S+)\n/.exec(printed)?.[1];
        if (found !== undefined) resolve(found);
      });
      server.on("exit", (code) => reject(new Error(`llama.cpp's server ended with ${code}`)));
    });
  }, 120_000);
  afterAll(async () => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.stdin?.end();
    await Promise.race([ended, delay(5_000).then(() => server.kill("SIGKILL"))]);
  });

  const PICTURE =
    "def area(width, height):\n    return width * height\n\n\ndef perimeter(width, height):\n    return 2 * (█)\n";
  /** Which takes its time to be read. */
  const LONG_PICTURE = `${"total = total + value * 2\n".repeat(60)}${PICTURE}`;
  const PICTURES = [
    PICTURE,
    "import os\n\n\ndef read(path):\n    with open(path█\n        return file.read()\n",
    "class Item:\n    def __init__(self, name, price):\n        self.name = na█\n        self.price = price\n",
    "def total(items):\n    result = 0\n    for item in items:\n        result += item.█\n    return result\n",
  ];
  const own = { keyEnvironment: "KEY", env: { KEY }, timeoutMs: 60_000 };
  const unaborted = () => new AbortController().signal;
  const asked = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(url + path, init)).json();
  };

  it.each([
    ["llama-server", "/infill", {}],
    ["llama-server", "/completion", { family: "embedded" }],
    ["openai", "/v1/completions", { family: "embedded" }],
  ] as const)("answers as kind %s at %s", async (kind, path, settings) => {
    const adapter = await adapterFor(kind, path.startsWith("/v1") ? `${url}/v1` : url, { ...own, ...settings });
    const snippets = [{ path: "shapes.py", text: "def volume(width, height, depth): ..." }];
    const answers: string[] = [];
    for (const picture of PICTURES)
      for (const stopMode of ["line", "statement"] as const) {
        const { text } = await adapter.generate(largeRequestAt(picture, { stopMode, snippets }), unaborted());
        // Within brackets a statement may go over lines.
        expect(text).not.toMatch(stopMode === "line" ? /\n|<fim_|<\/s>/ : /<fim_|<\/s>/);
        answers.push(text);
      }
    // A small model's answer may well be none, and on another processor is.
    expect(answers.filter((text) => text.trim() !== "").length).toBeGreaterThan(answers.length / 2);
    const cut = await adapter.generate(largeRequestAt(PICTURE, { stopMode: "tokens", maxTokens: 2 }), unaborted());
    expect(cut.stopReason).toBe("max-tokens");
  });

  it("takes a question in words, in its own chat template", async () => {
    const adapter = await adapterFor("openai-chat", `${url}/v1`, own);
    const { fault } = await probeLargeModel(adapter, unaborted());
    expect(fault).toBeNull();
  });

  it("reads the prompt that we lay out as text as the tokens that our own engine is given", async () => {
    const { path, card } = await findModel("default");
    const model = await LlamaModel.load({
      modelPath: path,
      contextTokens: 768,
      sequences: 1,
      threads: 1,
      gpu: false,
      profileOf: (info) => profileOf(info, card, 768),
    });
    try {
      const { prefix, suffix } = largeRequestAt(PICTURE).prompt;
      const [before = new Int32Array(), after = new Int32Array()] = await model.tokenize([prefix, suffix]);
      const ours = fimPrompt(model.profile, { prefix: [before], suffix: after, snippets: [], glue: [] });
      const family = FAMILIES.find((each) => each.key === "embedded");
      const template = family === undefined ? null : templateOf(family);
      const content = promptText(template ?? [], { path: "a.py", prefix, suffix, snippets: [] }, []);
      const { tokens } = (await asked("/tokenize", { content, add_special: true, parse_special: true })) as {
        tokens: number[];
      };
      expect(tokens).toEqual([...ours]);
    } finally {
      model.close();
    }
  });

  it.each([
    ["llama-server", ""],
    ["openai", "/v1"],
  ] as const)(
    "as kind %s tells its context, and takes the longest prompts that the pipeline makes for it",
    async (kind, path) => {
      const adapter = await adapterFor(kind, url + path, { ...own, family: "embedded" });
      expect(await adapter.contextTokens()).toBe(768);
      const tier = new ScriptedLarge([]);
      const large = { ...tier, model: adapter, fileOf: (document: TextDocument) => tier.fileOf(document) };
      const model = new ScriptedModel([{ after: "= ", answer: "1" }]);
      const capabilities = capabilitiesOf(model, { large, policy: alwaysLarge });
      for (const line of [
        "x = {1: [2, 3], 4: (5, 6)}\n",
        "distribution = environment.configuration\n",
        "é = '日本語'\n",
      ]) {
        const request = requestAt(`${line.repeat(200)}y = █\n${line.repeat(100)}`);
        const { trace } = await complete(request, capabilities, new Session(), unaborted());
        expect(trace.large).toMatchObject({ outcome: "answered" });
      }
    },
  );

  it("stops working when a request is cancelled", async () => {
    const adapter = await adapterFor("llama-server", url, { ...own, family: "embedded" });
    const abort = new AbortController();
    const running = adapter.generate(
      largeRequestAt(LONG_PICTURE, { stopMode: "tokens", maxTokens: 500 }),
      abort.signal,
    );
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    running.then(settled, settled);
    const isBusy = async () => {
      const slots = (await asked("/slots")) as { is_processing: boolean }[];
      return slots.some((slot) => slot.is_processing);
    };
    while (!isSettled && !(await isBusy())) await delay(5);
    abort.abort(new Error("typed on"));
    await expect(running).rejects.toThrow("typed on");
    const before = performance.now();
    while (await isBusy()) await delay(5);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it("refuses a wrong key, an unknown path and a prompt that is too long, each with its reason", async () => {
    const codeOf = async (settings: Parameters<typeof adapterFor>[2], picture = PICTURE, at = url) => {
      const adapter = await adapterFor("llama-server", at, { ...own, ...settings });
      return adapter.generate(largeRequestAt(picture), unaborted()).then(
        () => "answered",
        (thrown) => thrown.code,
      );
    };
    expect(await codeOf({ env: { KEY: "sk-wrong" } })).toBe("large-refused");
    expect(await codeOf({}, PICTURE, `${url}/nowhere`)).toBe("large-not-found");
    expect(await codeOf({ family: "embedded" }, `${"x = 1\n".repeat(2_000)}█`)).toBe("large-rejected");
  });

  it("is found fit or unfit by one known hole, without a fault", async () => {
    const adapter = await adapterFor("llama-server", url, { ...own, family: "embedded" });
    const probe = await probeLargeModel(adapter, unaborted());
    expect(probe).toMatchObject({ fault: null, answer: expect.stringMatching(/\S/) });
  });
});
