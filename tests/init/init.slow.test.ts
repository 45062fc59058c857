/** `nearfirst init` with a person who chooses, a server in the environment, and a model to fetch. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { localServer } from "../../packages/node/test/local-server.js";
import { REAL_MODEL, serveWell, sha256Of } from "../../packages/node/test/model-host.js";
import { FirstRun, KEYS } from "./first-run.js";

/** Its completion is a quick one. */
const QUICK = '{ "contextTokens": 256 }';

describe("nearfirst init --yes", () => {
  it("leaves what is configured as it is, and changes the model alone where another is named", async () => {
    const here = new FirstRun();
    const mine = '{\n  // mine\n  "model": "nearfirst-small", "contextTokens": 256\n}\n';
    here.configure(mine);
    expect((await here.init("--yes")).code).toBe(0);
    expect(here.text).toBe(mine);
    expect((await here.init("--yes", "--model", "default")).code).toBe(0);
    expect(here.text).toBe(mine.replace("nearfirst-small", "default"));
    expect(readdirSync(dirname(here.configFile))).toEqual(["config.json"]);
  });

  it("writes a file that is named and not there yet", async () => {
    const here = new FirstRun();
    const { code } = await here.init("--yes", "--config", here.configFile);
    expect([code, here.settings]).toEqual([0, { model: "default" }]);
  });

  it("asks no server that the environment names for anything, and fetches the model that it is told to", async () => {
    const here = new FirstRun();
    const server = await localServer(serveWell);
    here.configure(QUICK);
    here.env["OPENAI_BASE_URL"] = `${server.url}/v1`;
    const told = await here.init("--yes");
    expect([told.code, server.requests]).toEqual([0, []]);
    expect(told.out).toMatch(/^server +127\.0\.0\.1:\d+, named by OPENAI_BASE_URL$/m);
    expect(here.text).toBe(QUICK);
    here.configure(
      JSON.stringify({ contextTokens: 256, download: { mirror: `${server.url}/{repository}/{revision}/{file}` } }),
    );
    const name = "granite-code-3b-q4_k_m";
    expect((await here.init("--yes", "--model", name)).code).toBe(0);
    expect(here.settings["model"]).toBe(name);
    expect(readFileSync(join(here.home, "data", "nearfirst", "models", `${name}.gguf`)).equals(REAL_MODEL)).toBe(true);
  });
});

describe("nearfirst init at a terminal", () => {
  it("takes the model that is chosen, and offers those that can be fetched", async () => {
    const here = new FirstRun();
    here.configure(QUICK);
    const user = here.person();
    await user.answers("Which model completes on this machine?", KEYS.down, KEYS.enter);
    expect(await user.end()).toBe(0);
    expect(user.screen).toMatch(/fetch \S+, [\d.]+ [MG]B/);
    expect(user.screen).toContain("print_summary(");
    expect(here.settings).toEqual({ contextTokens: 256, model: "nearfirst-small" });
  });

  it("uses a model of Ollama's where it lies", async () => {
    const here = new FirstRun();
    here.configure(QUICK);
    const store = join(here.home, "ollama");
    here.env["OLLAMA_MODELS"] = store;
    const digest = sha256Of(REAL_MODEL);
    const manifest = join(store, "manifests/registry.ollama.ai/library/some-coder/3b-base");
    mkdirSync(dirname(manifest), { recursive: true });
    mkdirSync(join(store, "blobs"));
    writeFileSync(join(store, "blobs", `sha256-${digest}`), REAL_MODEL);
    const layers = [{ mediaType: "application/vnd.ollama.image.model", digest: `sha256:${digest}` }];
    writeFileSync(manifest, JSON.stringify({ schemaVersion: 2, layers }));
    const user = here.person();
    await user.answers("Which model completes on this machine?", KEYS.down, KEYS.down, KEYS.enter);
    expect(await user.end()).toBe(0);
    expect(user.screen).toMatch(/Ollama +1 of its models can be used/);
    expect(here.settings).toEqual({ contextTokens: 256, model: "ollama:some-coder:3b-base" });
    expect(readdirSync(store).sort()).toEqual(["blobs", "manifests"]);
  });

  it("writes nothing where Ctrl-C ends a fetch, and keeps what came", async () => {
    const here = new FirstRun();
    const server = await localServer((response) => {
      response
        .writeHead(200, { "content-length": REAL_MODEL.length, etag: '"one"' })
        .write(REAL_MODEL.subarray(0, 1e6));
    });
    const mine = JSON.stringify({ download: { mirror: `${server.url}/{repository}/{revision}/{file}` } });
    here.configure(mine);
    const user = here.person("--yes", "--model", "granite-code-3b-q4_k_m");
    const models = join(here.home, "data", "nearfirst", "models");
    const parts = () =>
      existsSync(models)
        ? readdirSync(models).filter((name) => name.endsWith(".part") && statSync(join(models, name)).size === 1e6)
        : [];
    await user.interruptsOnce("a part of the model", () => parts().length > 0);
    expect(await user.end()).toBe(130);
    expect(user.screen).toContain("the same command goes on from there");
    expect(here.text).toBe(mine);
    expect(parts()).not.toEqual([]);
  });

  it("sets up the server of the environment if the person says so, after asking it for a hole that is no code of theirs", async () => {
    const here = new FirstRun();
    const server = await localServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        `data: ${JSON.stringify({ choices: [{ text: "height", finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
      );
    });
    here.env["OPENAI_API_BASE"] = `${server.url}/v1/`;
    here.env["OPENAI_API_KEY"] = "sk-test";
    here.configure(QUICK);
    const refusing = here.person();
    await refusing.answers("Which model completes", KEYS.enter);
    await refusing.answers("Code around the cursor then goes there", KEYS.enter);
    expect([await refusing.end(), server.requests]).toEqual([0, []]);
    expect(here.text).toBe(QUICK);

    const user = here.person();
    await user.answers("Which model completes", KEYS.enter);
    await user.answers("Code around the cursor then goes there", "y");
    await user.answers("By which name does the server know the model?", "big", KEYS.enter);
    await user.answers("Which family is it of?", KEYS.enter);
    expect(await user.end()).toBe(0);
    expect(here.settings).toEqual({
      contextTokens: 256,
      large: {
        url: `${server.url}/v1`,
        kind: "openai",
        model: "big",
        family: expect.stringMatching(/./),
        keyEnvironment: "OPENAI_API_KEY",
      },
    });
    expect(here.text).not.toContain("sk-test");
  });
});
