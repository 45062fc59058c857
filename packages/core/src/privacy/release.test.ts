import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FoundSecret, NOT_SCANNED, type SecretFinder } from "../engine.js";
import { SECRET_PLACEHOLDER } from "./placeholder.js";
import { type Draft, type Release, type ReleaseRequest, release, type WithheldReason } from "./release.js";
import type { KeepReason, ReleasePolicy } from "./release-policy.js";

const KEY = "KEY-7f3a9c1e5b2d8046aa17";
const never = new AbortController().signal;

/** Knows one kind of secret, and only in full. */
const finder: SecretFinder = {
  async find(text): Promise<readonly FoundSecret[]> {
    return [...text.matchAll(/KEY-[0-9a-f]{20}|-----BEGIN[\s\S]*?END-----/g)].map(({ 0: found, index: start }) => ({
      start,
      end: start + found.length,
      rule: "test-key",
    }));
  },
};

/** Keeps what is under `kept/`, by the reason that the path's second step names. */
const policy: ReleasePolicy = {
  async reasonToKeep({ path }): Promise<KeepReason | null> {
    const [folder, reason] = path.split("/");
    return folder === "kept" ? (reason as KeepReason) : null;
  },
};

interface Scene {
  readonly path?: string;
  readonly snippets?: Readonly<Record<string, string>>;
  readonly draft?: string | Draft;
}

/** The picture's `█` is the cursor; `[[` and `]]` are the edges of what the prompt holds, else all of it. */
function requestOf(picture: string, { path = "src/a.py", snippets = {}, draft }: Scene = {}): ReleaseRequest {
  const [, before = "", prefix = "", suffix = "", after = ""] =
    /^(?:([\s\S]*?)\[\[)?([\s\S]*)█([\s\S]*?)(?:\]\]([\s\S]*))?$/.exec(picture) ?? [];
  return {
    file: { uri: null, path, languageId: "python" },
    prefix,
    suffix,
    before,
    after,
    snippets: Object.entries(snippets).map(([each, text]) => ({ path: each, text })),
    draft: draft === undefined ? null : typeof draft === "string" ? { text: draft, seenPaths: [] } : draft,
  };
}

const released = async (picture: string, scene?: Scene) => {
  const result = await release(requestOf(picture, scene), { policy, finder }, never);
  if (result.kind === "withheld") throw new Error(`withheld: ${result.reason}`);
  return result;
};

const reasonFor = async (picture: string, scene?: Scene, other: SecretFinder = finder): Promise<WithheldReason> => {
  const result: Release = await release(requestOf(picture, scene), { policy, finder: other }, never);
  if (result.kind === "released") throw new Error("released");
  return result.reason;
};

describe("what leaves for a large model", () => {
  it("is the prompt as it is where nothing speaks against it", async () => {
    const { prompt, record } = await released("x = 1\ny = █\nz = 3\n", {
      snippets: { "src/b.py": "w = 4" },
      draft: "2",
    });
    expect(prompt).toEqual({
      languageId: "python",
      path: "src/a.py",
      prefix: "x = 1\ny = ",
      suffix: "\nz = 3\n",
      snippets: [{ path: "src/b.py", text: "w = 4" }],
      draft: "2",
    });
    expect(record).toEqual({ redactions: {}, keptSnippets: {}, draftKept: null });
  });

  it("is nothing of a file that the policy keeps", async () => {
    expect(await reasonFor("x = █", { path: "kept/ignored-file/a.py" })).toBe("ignored-file");
    expect(await reasonFor("x = █", { path: "kept/local-only-path/a.py" })).toBe("local-only-path");
  });

  it("leaves out snippets of kept files, and a draft whose author saw one", async () => {
    const snippets = { "kept/ignored-file/b.py": "token = 4", "src/c.py": "w = 5" };
    const { prompt, record } = await released("x = █", {
      snippets,
      draft: { text: "token", seenPaths: Object.keys(snippets) },
    });
    expect(prompt.snippets).toEqual([{ path: "src/c.py", text: "w = 5" }]);
    expect(prompt.draft).toBe("");
    expect(record).toEqual({
      redactions: {},
      keptSnippets: { "ignored-file": 1 },
      draftKept: "saw-kept-file",
    });
  });

  it("has a placeholder for each secret, in the same quotes, and only counts of them in the record", async () => {
    const { prompt, record } = await released(`a = "${KEY}"\nb = █\nc = '${KEY}'`, {
      snippets: { "src/b.py": `d = ["${KEY}", 1]` },
    });
    expect(prompt.prefix).toBe(`a = "${SECRET_PLACEHOLDER}"\nb = `);
    expect(prompt.suffix).toBe(`\nc = '${SECRET_PLACEHOLDER}'`);
    expect(prompt.snippets[0]?.text).toBe(`d = ["${SECRET_PLACEHOLDER}", 1]`);
    expect(record.redactions).toEqual({ "test-key": 3 });
    expect(JSON.stringify(record)).not.toContain(KEY.slice(4, 16));
  });

  it("has none of a secret that the prompt's edges cut", async () => {
    const cut = KEY.slice(0, 9);
    const rest = KEY.slice(9);
    const { prompt } = await released(`a = "${cut}[[${rest}"\nb = █\nc = "${cut}]]${rest}"`);
    expect(prompt.prefix).toBe(`${SECRET_PLACEHOLDER}"\nb = `);
    expect(prompt.suffix).toBe(`\nc = "${SECRET_PLACEHOLDER}`);
  });

  it("has none of a key of many lines, of which the prompt holds only the end", async () => {
    const { prompt } = await released("-----BEGIN\nabc\n[[def\nghi\nEND-----\nb = █");
    expect(prompt.prefix).toBe(`${SECRET_PLACEHOLDER}\nb = `);
  });

  it("is nothing while the cursor stands inside a secret", async () => {
    expect(await reasonFor(`a = "${KEY.slice(0, 12)}█${KEY.slice(12)}"`)).toBe("cursor-in-secret");
  });

  it("is nothing where the draft would complete a secret that the file begins", async () => {
    expect(await reasonFor(`a = "${KEY.slice(0, 12)}█"`, { draft: `${KEY.slice(12)}"` })).toBe("cursor-in-secret");
  });

  it("has no draft that holds a secret, or begins one that the file ends", async () => {
    const inDraft = await released("a = █", { draft: `"${KEY}"` });
    expect(inDraft.prompt).toMatchObject({ prefix: "a = ", draft: "" });
    expect(inDraft.record).toMatchObject({ draftKept: "holds-secret", redactions: { "test-key": 1 } });
    const across = await released(`a = █${KEY.slice(10)}"`, { draft: `"${KEY.slice(0, 10)}` });
    expect(across.prompt.draft).toBe("");
  });

  it("has no draft that holds a secret by itself, whatever the code around makes of it", async () => {
    const alone: SecretFinder = {
      async find(text) {
        const at = text.search(/(?<![a-z])secret:\w+$/);
        return at < 0 ? [] : [{ start: at, end: text.length, rule: "alone" }];
      },
    };
    const request = requestOf("a = b█(c)", { draft: "secret:abcdef" });
    const result = await release(request, { policy, finder: alone }, never);
    expect(result).toMatchObject({ prompt: { draft: "" }, record: { draftKept: "holds-secret" } });
  });

  it("has no draft with a placeholder, which an earlier answer may have copied", async () => {
    const { prompt } = await released("a = █", { draft: `"${SECRET_PLACEHOLDER}"` });
    expect(prompt.draft).toBe("");
  });

  it("has no piece of a secret where nothing but its text tells, in any part", async () => {
    const piece = KEY.slice(5, 20);
    const { prompt, record } = await released(`a = "${KEY}"\nassert x == "${piece}" █`, {
      snippets: { "src/b.py": `# was ${piece} before`, [`src/${piece}.py`]: "z" },
      draft: `"${piece}"`,
    });
    expect(JSON.stringify(prompt)).not.toContain(piece.slice(0, 12));
    expect(prompt.prefix).toBe(`a = "${SECRET_PLACEHOLDER}"\nassert x == "${SECRET_PLACEHOLDER}" `);
    expect(prompt.snippets.map((snippet) => snippet.path)).toEqual(["src/b.py", `src/${SECRET_PLACEHOLDER}.py`]);
    expect(record.redactions).toEqual({ "test-key": 1, "known-secret": 4 });
  });

  it("has no copy of a passphrase that is known elsewhere, and no part of one of more than a word", async () => {
    const phrase = "marble otter quiet lantern";
    const named: SecretFinder = {
      async find(text) {
        const at = text.indexOf(`phrase = "${phrase}`);
        return at < 0 ? [] : [{ start: at + 10, end: at + 10 + phrase.length, rule: "named" }];
      },
    };
    const picture = `phrase = "${phrase}"\nopen("otter quiet lantern", f(a, b,            c)) █`;
    const request = requestOf(picture, { snippets: { "b.py": `# it was ${phrase} before\n# a quiet lantern` } });
    const result = await release(request, { policy, finder: named }, never);
    expect(result).toMatchObject({
      prompt: {
        prefix: `phrase = "${SECRET_PLACEHOLDER}"\nopen("${SECRET_PLACEHOLDER}", f(a, b,            c)) `,
        snippets: [{ text: `# it was ${SECRET_PLACEHOLDER} before\n# a ${SECRET_PLACEHOLDER}` }],
      },
    });
  });

  it("finds a secret in the file's own name", async () => {
    const { prompt } = await released("a = █", { path: `keys/${KEY}.py` });
    expect(prompt.path).toBe(`keys/${SECRET_PLACEHOLDER}.py`);
  });

  it("is nothing where a secret lies over several names", async () => {
    const snippets = { "-----BEGIN.py": "b", "END-----.py": "c" };
    expect(await reasonFor("a = █", { snippets })).toBe("secrets-unchecked");
  });

  it("is nothing where a text could not be scanned", async () => {
    const blind: SecretFinder = {
      find: async (text) => (text.includes("hostile") ? [{ start: 0, end: text.length, rule: NOT_SCANNED }] : []),
    };
    expect(await reasonFor("a = █", { snippets: { "b.py": "hostile" } }, blind)).toBe("secrets-unchecked");
    expect(await reasonFor("a = █", { draft: "hostile" }, blind)).toBe("secrets-unchecked");
  });

  it("is looked at again after a redaction, and is nothing if secrets keep showing", async () => {
    const nested: SecretFinder = {
      async find(text) {
        const at = text.indexOf("open") >= 0 ? text.indexOf("open") : text.indexOf(`${SECRET_PLACEHOLDER}-hidden`);
        if (at < 0) return [];
        const length = text.startsWith("open", at) ? 4 : SECRET_PLACEHOLDER.length + 7;
        return [{ start: at, end: at + length, rule: "nested" }];
      },
    };
    const result = await release(requestOf("a = 'open-hidden' █"), { policy, finder: nested }, never);
    expect(result).toMatchObject({ kind: "released", prompt: { prefix: `a = '${SECRET_PLACEHOLDER}' ` } });
    const endless: SecretFinder = {
      find: async (text) => (text === "" ? [] : [{ start: 0, end: 1, rule: "endless" }]),
    };
    expect(await reasonFor("abcdef = █", {}, endless)).toBe("secrets-unchecked");
  });

  it("cannot be changed afterwards", async () => {
    const { prompt } = await released("a = █", { snippets: { "b.py": "c" } });
    expect(Object.isFrozen(prompt) && Object.isFrozen(prompt.snippets[0])).toBe(true);
  });

  it("rejects with the signal's reason once aborted", async () => {
    const controller = new AbortController();
    const slow: SecretFinder = {
      async find() {
        controller.abort(new Error("typed on"));
        return [];
      },
    };
    await expect(release(requestOf("a = █"), { policy, finder: slow }, controller.signal)).rejects.toThrow("typed on");
    await expect(release(requestOf("a = █"), { policy, finder }, controller.signal)).rejects.toThrow("typed on");
  });

  it("holds no 12 characters of any secret, wherever it stands and wherever the text is cut", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", '"', "=", "é", "𝒳", "("), maxLength: 40 });
    const part = fc.tuple(text, fc.constantFrom("", KEY, KEY.slice(3, 18)), text).map((pieces) => pieces.join(""));
    const scene = fc.record({ before: part, prefix: part, suffix: part, after: part, snippet: part, draft: part });
    const cuts = fc.record({ edge: fc.nat(20), cursor: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(scene, cuts, async (parts, { edge, cursor }) => {
        // A key across the edges: moved out of the prefix into what stays, and over the cursor.
        const before = parts.before + parts.prefix.slice(0, edge);
        const prefix = parts.prefix.slice(edge) + parts.suffix.slice(0, cursor);
        const request: ReleaseRequest = {
          file: { uri: null, path: "a.py", languageId: "python" },
          before,
          prefix,
          suffix: parts.suffix.slice(cursor),
          after: parts.after,
          snippets: [{ path: "b.py", text: parts.snippet }],
          draft: { text: parts.draft, seenPaths: [] },
        };
        const result = await release(request, { policy, finder }, never);
        const isKnown = [before + prefix + request.suffix + parts.after, parts.snippet, parts.draft].some((each) =>
          each.includes(KEY),
        );
        if (result.kind === "withheld" || !isKnown) return;
        const sent = JSON.stringify(result.prompt);
        for (let at = 0; at + 12 <= KEY.length; at++) expect(sent).not.toContain(KEY.slice(at, at + 12));
      }),
      { numRuns: 300 },
    );
  });
});
