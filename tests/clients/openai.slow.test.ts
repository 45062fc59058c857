/** OpenAI's own library for Node.js against the daemon. */
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installedClient, LOADING_MS, ServedProcess } from "./served-process.js";

/** What is used of the library, which is not installed with the project. */
interface OpenAiClient {
  readonly models: { list(): AsyncIterable<{ readonly id: string; readonly object: string }> };
  readonly completions: { create(asked: object): Promise<Completion & AsyncIterable<Completion>> };
  readonly chat: { readonly completions: { create(asked: object): Promise<ChatCompletion> } };
}
interface Completion {
  readonly choices: readonly {
    readonly text: string;
    readonly finish_reason: string | null;
    readonly logprobs: { readonly tokens: readonly string[]; readonly token_logprobs: readonly number[] } | null;
  }[];
  readonly usage?: { readonly completion_tokens: number };
  readonly nearfirst: { readonly outcome: string; readonly tier: string };
}
interface ChatCompletion {
  readonly choices: readonly { readonly message: { readonly content: string } }[];
}

const { folder, isInstalled } = installedClient("openai");

const BEFORE = `def area(width, height):
    return width * height


def perimeter(width, height):
    return 2 * (width + `;
const AFTER = "\n\n\nprint(perimeter(2, 3))\n";
const ASKED = { model: "default", prompt: BEFORE, suffix: AFTER, max_tokens: 32, language: "python" };

describe.skipIf(!isInstalled)("OpenAI's library", () => {
  const served = new ServedProcess();
  let open: (apiKey: string) => OpenAiClient;
  let client: OpenAiClient;
  beforeAll(async () => {
    await served.start();
    const { default: OpenAi } = await import(pathToFileURL(`${folder}/index.mjs`).href);
    // Its retries would hide a request that failed.
    open = (apiKey) => new OpenAi({ baseURL: `${served.url}/v1`, apiKey, maxRetries: 0 });
    client = open(served.token);
  }, LOADING_MS);
  afterAll(() => served.stop());

  it("lists the models", async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model);
    expect(models).toEqual([expect.objectContaining({ object: "model" })]);
  });

  it("completes between a prompt and a suffix, with the probabilities of what was chosen", async () => {
    const answer = await client.completions.create({ ...ASKED, logprobs: 0, temperature: 0 });
    const [choice] = answer.choices;
    expect(choice?.text).toMatch(/\S/);
    expect(choice?.finish_reason).toBe("stop");
    expect(choice?.logprobs?.tokens.join("")).toContain(choice?.text);
    for (const each of choice?.logprobs?.token_logprobs ?? []) expect(each).toBeLessThanOrEqual(0);
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
    expect(answer.nearfirst).toMatchObject({ outcome: "suggested", tier: "local" });
  });

  it("streams the same text", async () => {
    const whole = (await client.completions.create({ ...ASKED, user: "one" })).choices[0]?.text;
    const stream = await client.completions.create({ ...ASKED, user: "two", stream: true });
    let text = "";
    for await (const part of stream) text += part.choices[0]?.text ?? "";
    expect(text).toBe(whole);
  });

  it("fills a hole by the chat, for clients that have nothing else", async () => {
    const content = `<QUERY>\n${BEFORE}{{FILL_HERE}}${AFTER}</QUERY>`;
    const { choices } = await client.chat.completions.create({
      model: "default",
      messages: [
        { role: "system", content: "You are a hole filler." },
        { role: "user", content },
      ],
      language: "python",
      user: "three",
    });
    expect(choices[0]?.message.content).toBe((await client.completions.create(ASKED)).choices[0]?.text);
  });

  it("is told what is wrong, as errors of its own: a wrong key, a body that is none, a chat without a hole", async () => {
    await expect(
      client.chat.completions.create({ model: "x", messages: [{ role: "user", content: "Hi" }] }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/FILL_HERE/) });
    await expect(client.completions.create({ ...ASKED, prompt: 7 })).rejects.toMatchObject({ status: 400 });
    const stranger = open("sk-somebody-else");
    await expect(stranger.completions.create(ASKED)).rejects.toMatchObject({ status: 401 });
  });
});
