/** Tabby's agent, unchanged, with the lines of docs/serve.md, against the daemon and a large model behind it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeLargeProcess, startServeLarge } from "../../bench/src/pair/serve-large-process.js";
import { codeBlocks } from "../editors/code-blocks.js";
import { installedClient, LOADING_MS, ServedProcess } from "./served-process.js";
import { type AgentCompletion, TabbyAgentProcess } from "./tabby-agent-process.js";

const { folder, isInstalled } = installedClient("tabby-agent");

const BEFORE = `import json


def read_settings(path):
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    return settings


def read_orders(path):
    with open(`;

describe.skipIf(!isInstalled)("Tabby's agent", () => {
  let large: ServeLargeProcess;
  let served: ServedProcess;
  let agent: TabbyAgentProcess;
  const statistics = async () => JSON.parse(await served.run("stats", "--json"));
  const complete = (before: string) =>
    agent.call<AgentCompletion>("provideCompletions", {
      filepath: join(served.workspace, "shop.py"),
      workspace: served.workspace,
      language: "python",
      text: `${before}\n`,
      position: before.length,
      manually: true,
    });
  const tell = (type: string, { id }: AgentCompletion) =>
    agent.call<boolean>("postEvent", { type, completion_id: id, choice_index: 0, view_id: `view-${id}` });

  beforeAll(async () => {
    large = await startServeLarge({ model: "default", contextTokens: 2_048, threads: 1 });
    served = new ServedProcess({
      large: { kind: "nearfirst", url: large.url, deadlineMs: 30_000 },
      routing: { policy: "mcComDynamic" },
    });
    await served.start();
    const lines = codeBlocks("serve.md", "toml")[0]
      ?.replace("http://127.0.0.1:8012", served.url)
      .replace("TOKEN", served.token);
    mkdirSync(join(served.root, ".tabby-client/agent"), { recursive: true });
    // Its statistics would go to its makers until it has read the daemon's setting.
    const quiet = "[anonymousUsageTracking]\ndisable = true\n";
    writeFileSync(join(served.root, ".tabby-client/agent/config.toml"), `${lines}\n${quiet}`);
    agent = new TabbyAgentProcess(folder, served.env);
    expect(await agent.call("initialize", {})).toBe(true);
  }, LOADING_MS);
  afterAll(async () => {
    await agent?.stop();
    await served?.stop();
    await large?.close();
  });

  it("takes the daemon for a server of its own, and the token for good", async () => {
    expect(await agent.call("getStatus")).toBe("ready");
    expect(await agent.call("getServerHealthState")).toMatchObject({ device: "cpu", model: expect.any(String) });
  });

  it("completes, and what is accepted counts", async () => {
    const completion = await complete(BEFORE);
    expect(completion.choices[0]?.text).toMatch(/path/);
    expect(await tell("view", completion)).toBe(true);
    expect(await tell("select", completion)).toBe(true);
    expect(await statistics()).toMatchObject({ shown: 1, accepted: 1, rejected: 0, escalated: 0 });
  });

  it("sends a place where a completion was dismissed to the large model", async () => {
    const before = `${BEFORE}path) as file:\n        return json.load(`;
    const completion = await complete(before);
    expect(completion.choices[0]?.text).toMatch(/\S/);
    await tell("view", completion);
    expect(await tell("dismiss", completion)).toBe(true);
    expect(await statistics()).toMatchObject({ shown: 2, rejected: 1, escalated: 0 });
    // At the very same place the agent answers by itself, from its cache.
    await complete(`${before}open(`);
    expect(await statistics()).toMatchObject({ escalated: 1, sent: 1, largeErrors: {} });
  });

  it("says that it is not authorised where the token is wrong", async () => {
    const other = new TabbyAgentProcess(folder, { ...served.env, HOME: join(served.root, "nobody") });
    try {
      await other.call("initialize", {
        config: { server: { endpoint: served.url, token: "wrong" }, anonymousUsageTracking: { disable: true } },
      });
      expect(await other.call("getStatus")).toBe("unauthorized");
    } finally {
      await other.stop();
    }
  });
});
