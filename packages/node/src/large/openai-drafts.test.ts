import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adapterFor, largeRequestAt } from "../../test/large-kinds.js";
import { localServer } from "../../test/local-server.js";
import { answerAsModel, tokensOf } from "../../test/tokenised-server.js";
import { verifiableDraft, verifiedDraft } from "./prompt-logprobs.js";

const unaborted = () => new AbortController().signal;
/** The place ends with a token of its own, or with the code, with whose last token the draft's first may merge. */
const TEMPLATES = ["<A> prefix <B> suffix <C>", "<B> suffix <A> prefix"];

describe.each(TEMPLATES)("drafts over an API that takes none, with the prompt %s", (template) => {
  const settings = { family: "", template, model: "" };

  it("never change the answer, whatever the draft", async () => {
    let seed = 1;
    let accepted = 0;
    const server = await localServer((response, request) => answerAsModel(seed)(response, request));
    const plain = await adapterFor("openai", server.url, { ...settings, drafts: "none" });
    const drafting = await adapterFor("openai", server.url, { ...settings, drafts: "prompt-logprobs" });
    const code = fc
      .array(fc.constantFrom("a", "b", " ", "(", ")", "ab", "\n"), { maxLength: 8 })
      .map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(
        fc.record({ model: fc.nat({ max: 500 }), prefix: code, suffix: code, noise: code, keep: fc.nat({ max: 20 }) }),
        fc.constantFrom("statement", "line", "tokens"),
        fc.integer({ min: 1, max: 12 }),
        async ({ model, prefix, suffix, noise, keep }, stopMode, maxTokens) => {
          seed = model;
          const picture = `${prefix}█${suffix}`;
          const truth = await plain.generate(largeRequestAt(picture, { stopMode, maxTokens }), unaborted());
          // What the model would write, up to somewhere, and then something else or nothing.
          const draft = truth.text.slice(0, keep) + noise;
          const before = server.requests.length;
          const answer = await drafting.generate(largeRequestAt(picture, { stopMode, maxTokens, draft }), unaborted());
          expect(answer).toMatchObject({ text: truth.text, stopReason: truth.stopReason });
          expect(server.requests.length - before).toBeLessThanOrEqual(2);
          expect(answer.draftAccepted).toBeLessThanOrEqual(answer.draftOffered);
          accepted += answer.draftAccepted;
        },
      ),
      { numRuns: 200, examples: [[{ model: 231, prefix: "abab ", suffix: "", noise: " ", keep: 0 }, "statement", 1]] },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

describe("a draft that is right", () => {
  it("is the answer after one request, where it holds the whole statement", async () => {
    const server = await localServer((response) => {
      const tokens = ["<A>", "x", " =", " ", "<C>", "a", " + b", "\n"];
      const top_logprobs = tokens.map((token, at) => (at === 0 ? null : { [token]: -0.5 }));
      const logprobs = { tokens, token_logprobs: tokens.map((_, at) => (at === 0 ? null : -0.5)), top_logprobs };
      response.writeHead(200).end(JSON.stringify({ choices: [{ text: "", finish_reason: "length", logprobs }] }));
    });
    const settings = { family: "", template: "<A> prefix suffix <C>", drafts: "prompt-logprobs" } as const;
    const adapter = await adapterFor("openai", server.url, settings);
    const answer = await adapter.generate(largeRequestAt("x = █", { draft: "a + b" }), unaborted());
    expect(answer).toMatchObject({ text: "a + b", stopReason: "statement", draftOffered: 2, draftAccepted: 2 });
    expect(answer.tokens?.map(({ text, fromDraft }) => [text, fromDraft])).toEqual([
      ["a", true],
      [" + b", true],
      ["\n", false],
    ]);
    expect(answer.tokens?.[0]?.probability).toBeCloseTo(Math.exp(-0.5));
    expect(server.requests.map((each) => each.body)).toEqual([
      expect.objectContaining({ prompt: "<A>x = <C>a + b", echo: true, logprobs: 1, max_tokens: 1, stream: false }),
    ]);
  });

  it("is verified as far as it is ASCII, and the server that tells no log-probabilities is named", async () => {
    const server = await localServer((response) =>
      response.writeHead(200).end(JSON.stringify({ choices: [{ text: "a", finish_reason: "length" }] })),
    );
    const settings = { family: "", template: "<A> prefix suffix <C>", drafts: "prompt-logprobs" } as const;
    const adapter = await adapterFor("openai", server.url, settings);
    await expect(adapter.generate(largeRequestAt("x = █", { draft: "größe" }), unaborted())).rejects.toMatchObject({
      code: "large-malformed",
      message: expect.stringContaining('set "large.drafts" to "none"'),
    });
    expect(server.requests[0]?.body).toMatchObject({ prompt: "<A>x = <C>gr" });
  });
});

describe("the time for a draft and the rest of the answer", () => {
  it("is that of one request", async () => {
    const server = await localServer((response, request) => {
      const { echo } = request.body as { readonly echo?: true };
      if (echo) setTimeout(() => answerAsModel(1)(response, request), 2_500);
    });
    const settings = { family: "", template: "<A> prefix <B> suffix <C>", model: "", timeoutMs: 4_000 };
    const adapter = await adapterFor("openai", server.url, { ...settings, drafts: "prompt-logprobs" });
    const startedAt = performance.now();
    const answer = adapter.generate(largeRequestAt("ab█", { draft: "(((" }), unaborted());
    await expect(answer).rejects.toMatchObject({ code: "large-timeout", message: expect.stringContaining("4000 ms") });
    expect(server.requests.length).toBe(2);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
  });
});

describe("the verification of a draft", () => {
  const reply = (tokens: readonly string[], chosen: readonly string[], end: "end-of-middle" | null = null) => ({
    logprobs: {
      tokens: [...tokens],
      token_logprobs: tokens.map(() => -1),
      top_logprobs: tokens.map((token, at) => ({
        [token]: -1,
        ...(chosen[at] === token ? {} : { [chosen[at] ?? ""]: -0.5 }),
      })),
    },
    end,
  });
  const texts = ({ accepted }: ReturnType<typeof verifiedDraft>) => accepted.map((token) => token.text);

  it("accepts up to the first token that the server would not have chosen", () => {
    const verified = verifiedDraft("ab c", reply(["x", "ab", " c", "d"], ["x", "ab", " d", "d"]));
    expect(verified).toMatchObject({ offered: 2, next: null, isEnd: false });
    expect(texts(verified)).toEqual(["ab"]);
  });

  it("accepts nothing where a token straddles the end of the prompt", () => {
    expect(verifiedDraft("b", reply(["x", "ab", "c"], ["x", "ab", "c"]))).toMatchObject({ offered: 0, next: null });
  });

  it("takes the token that the server added for no draft, though it may look like it", () => {
    expect(verifiedDraft(" ", reply(["x", "  ", " "], ["x", "  ", " "]))).toMatchObject({ offered: 0, accepted: [] });
  });

  it("accepts no token that another one is as likely as", () => {
    const tied = reply(["x", "a", "b"], ["x", "a", "b"]);
    tied.logprobs.top_logprobs[1] = { a: -1, c: -1 };
    expect(texts(verifiedDraft("a", tied))).toEqual([]);
  });

  it("knows the end, whether the server shows a token for it or not", () => {
    for (const last of [[], [""], ["</s>"]])
      expect(verifiedDraft("a", reply(["a", "a", ...last], ["x", "a", ...last], "end-of-middle"))).toMatchObject({
        offered: 1,
        accepted: [{ text: "a" }],
        isEnd: true,
        next: null,
      });
  });
});

describe("the part of a draft that is verified", () => {
  it("ends before what a server would take for a special token, and before what is not ASCII", () => {
    expect(verifiableDraft("a = '<fim_middle>'", ["<fim_middle>"])).toBe("a = '<");
    expect(verifiableDraft("x <|im_end|> y", [])).toBe("x <");
    expect(verifiableDraft("f(\r\n\tx)", [])).toBe("f(\n\tx)");
    expect(verifiableDraft("größe", [])).toBe("gr");
  });
});

it("the model of these tests merges over the place where a draft begins", () => {
  expect(tokensOf("a")).toEqual(["a"]);
  expect(tokensOf("ab")).toEqual(["ab"]);
  expect(tokensOf("a<C>b")).toEqual(["a", "<C>", "b"]);
});
