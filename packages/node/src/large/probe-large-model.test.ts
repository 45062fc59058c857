import { describe, expect, it } from "vitest";
import { ALL_KINDS, adapterFor, KINDS, type Kind, replyOf } from "../../test/large-kinds.js";
import { localServer } from "../../test/local-server.js";
import { probeLargeModel } from "./probe-large-model.js";

async function probed(kind: Kind, text: string, settings: Parameters<typeof adapterFor>[2] = {}) {
  const server = await localServer((response) =>
    response.writeHead(200, { "content-type": KINDS[kind].contentType }).end(replyOf(kind, text)),
  );
  const probe = await probeLargeModel(await adapterFor(kind, server.url, settings), new AbortController().signal);
  return { probe, server };
}

describe("the probe with one known hole", () => {
  it.each(ALL_KINDS.filter((kind) => kind !== "nearfirst"))(
    "finds nothing wrong with a right answer of %s",
    async (kind) => {
      const { probe, server } = await probed(kind, "height");
      expect(probe).toMatchObject({ fault: null, answer: "height", unfit: [] });
      expect(server.requests.length).toBe(1);
    },
  );

  it.each([
    ["", /answers with nothing\. Is "large\.family"/],
    ["height<|file_sep|>x", /Special tokens leak/],
    ["[PREFIX]height", /Special tokens leak/],
    ["Sure! Here is the code:", /openai-chat/],
    ["```python", /openai-chat/],
    ["width", /does not see what is missing: it answers "width"/],
    ["height) print(area(3, 4))", /repeats the code after the hole/],
  ])("says what is unfit about %j", async (text, words) => {
    const { probe } = await probed("openai", text, { family: "starcoder2" });
    expect(probe.unfit).toEqual([expect.stringMatching(words)]);
  });

  it("notes a server that verifies no draft although it should", async () => {
    const { probe } = await probed("nearfirst", "height");
    expect(probe.unfit).toEqual([expect.stringMatching(/verifies no drafts/)]);
  });

  it("keeps what the server itself says of its fault, which was about our own hole", async () => {
    const server = await localServer((response) =>
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":\n  "suffix is not supported"}'),
    );
    const probe = await probeLargeModel(await adapterFor("openai", server.url), new AbortController().signal);
    expect(probe).toMatchObject({
      fault: { code: "large-rejected" },
      detail: '{"error": "suffix is not supported"}',
      answer: "",
      unfit: [],
    });
  });
});
