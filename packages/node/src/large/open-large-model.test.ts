import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeRequestAt } from "../../test/large-kinds.js";
import { localServer } from "../../test/local-server.js";
import { DEFAULT_SETTINGS, type Settings } from "../config/settings.js";
import { openLargeModel } from "./open-large-model.js";

const url = "http://gpu.internal:8000/v1";
const open = (settings: Partial<Settings["large"]>, env: NodeJS.ProcessEnv = {}) =>
  openLargeModel({ ...DEFAULT_SETTINGS.large, ...settings }, { env });

describe("the large model of the settings", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "nearfirst-large-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it("is none by default, and none where it is turned off", async () => {
    expect(await open({})).toBeNull();
    expect(await open({ url, family: "starcoder2", enabled: false })).toBeNull();
  });

  it("is named by model and place, and connects to nothing until it is asked", async () => {
    const server = await localServer(() => undefined);
    const model = await open({ url: `${server.url}/v1/`, family: "starcoder2", model: "big" });
    expect(model?.name).toBe(`big at 127.0.0.1:${server.port}`);
    expect(model?.capabilities).toEqual({
      prompt: "template",
      snippets: "own-place",
      probabilities: "untold",
      drafts: "none",
    });
    expect(server.connections.made).toBe(0);
    await model?.close();
  });

  it("reads the key from a file, and sends it", async () => {
    const server = await localServer((response) => response.writeHead(401).end());
    const keyFile = file("key", "sk-from-file\n");
    const model = await open({ url: `${server.url}/v1`, family: "starcoder2", keyFile });
    const answer = model?.generate(largeRequestAt("x = █"), new AbortController().signal);
    await expect(answer).rejects.toMatchObject({ code: "large-refused" });
    expect(server.requests[0]).toMatchObject({
      path: "/v1/completions",
      headers: { authorization: "Bearer sk-from-file" },
    });
    await model?.close();
  });

  it.each<[Partial<Settings["large"]>, RegExp]>([
    [{ kind: "openai" }, /"large\.family".*"large\.template".*"openai-chat"/],
    [{ kind: "openai", family: "starcoder2", template: "prefix suffix" }, /Keep one/],
    [{ kind: "openai", template: "<a> prefix" }, /"large\.template" cannot be read: it needs the word `suffix`/],
    [{ kind: "ollama" }, /ollama list/],
    [{ kind: "nearfirst", family: "starcoder2" }, /lays out the prompt itself/],
    [{ kind: "llama-server", drafts: "prompt-logprobs" }, /only where "large\.kind" is "openai"/],
    [{ kind: "nearfirst", keyEnvironment: "NO_SUCH_KEY" }, /NO_SUCH_KEY.*is not set/],
    [{ kind: "nearfirst", keyEnvironment: "A", keyFile: "b" }, /Keep one/],
    [{ kind: "nearfirst", keyFile: "/no/such/file" }, /\/no\/such\/file \("large\.keyFile"\) is not there/],
    [{ kind: "nearfirst", ca: "/no/such/file" }, /"large\.ca"\) cannot be read \(ENOENT\)/],
  ])("is refused in words for %j", async (settings, words) => {
    await expect(open({ url, ...settings })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringMatching(words),
    });
  });

  it("quotes nothing of a file that holds no key or no certificate", async () => {
    const keyFile = file("letter", "Dear hunter2,\nthis is no key.");
    await expect(open({ url, kind: "nearfirst", keyFile })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.not.stringContaining("hunter2"),
    });
    const ca = file("ca.pem", "hunter2");
    await expect(open({ url, kind: "nearfirst", ca })).rejects.toMatchObject({
      message: expect.stringMatching(/holds no certificate in PEM/),
    });
    await expect(open({ url, kind: "nearfirst", keyEnvironment: "K" }, { K: "two words" })).rejects.toMatchObject({
      message: expect.not.stringContaining("two words"),
    });
  });
});
