/** Large tier down, slow, wrong or hostile: each fault has its typed reason, whatever the kind of server. */
import dns from "node:dns";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { NearfirstError } from "@nearfirst/core";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ALL_KINDS, adapterFor, KINDS, type Kind, largeRequestAt, replyOf } from "../../test/large-kinds.js";
import { type Answer, listening, localServer } from "../../test/local-server.js";

const KEY = "sk-very-secret-1234567890";
const CODE = "password_of_the_database";
/** Has nothing to do with the statement that the stop rule would end. */
const request = () => largeRequestAt(`def f(a):\n    return ${CODE} + █\n`);

/** The fault of one request, after the promise that nothing secret stands in its words. */
async function faultOf(kind: Kind, url: string, timeoutMs = 20_000): Promise<NearfirstError> {
  const adapter = await adapterFor(kind, url, { timeoutMs, keyEnvironment: "KEY", env: { KEY } });
  const fault = await adapter.generate(request(), new AbortController().signal).then(
    (generation) => {
      throw new Error(`it answered ${JSON.stringify(generation.text)}`);
    },
    (thrown: unknown) => thrown,
  );
  expect(fault).toBeInstanceOf(NearfirstError);
  const error = fault as NearfirstError;
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(KEY);
  expect(error.message).not.toContain(CODE);
  expect(String(error.cause)).not.toContain(KEY.slice(0, 8));
  expect(error.message).toMatch(/127\.0\.0\.1:\d+/);
  return error;
}

/** A server that fails with a status, and repeats all that it was sent. */
const status =
  (code: number): Answer =>
  (response, { body, headers }) =>
    response
      .writeHead(code, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message: "no", body, headers } }));

const headed = (kind: Kind) => ({ "content-type": KINDS[kind].contentType });

type Case = [name: string, code: string, words: RegExp, answer: (kind: Kind) => Answer];

const CASES: readonly Case[] = [
  ["400", "large-rejected", /rejects the request \(400\)/, () => status(400)],
  ["401", "large-refused", /keyEnvironment/, () => status(401)],
  ["403", "large-refused", /\(403\)/, () => status(403)],
  ["404", "large-not-found", /large\.url/, () => status(404)],
  ["413", "large-rejected", /smaller context/, () => status(413)],
  ["429", "large-busy", /too many requests/, () => status(429)],
  [
    "an error that comes as an answer, and repeats the key",
    "large-failed",
    /failed while it answered/,
    (kind) =>
      (response, { headers }) => {
        const value = JSON.stringify({ error: { message: `no ${headers.authorization}` } });
        response
          .writeHead(200, headed(kind))
          .end(/event-stream/.test(KINDS[kind].contentType) ? `data: ${value}\n\n` : value);
      },
  ],
  [
    "a long error with the key at the end of what is kept",
    "large-rejected",
    /rejects the request/,
    () =>
      (response, { headers }) =>
        response.writeHead(400).end(`${"x".repeat(1_980)} ${headers.authorization}`),
  ],
  ["500", "large-failed", /local completions go on/, () => status(500)],
  ["503", "large-failed", /\(503\)/, () => status(503)],
  [
    "a redirect to another machine",
    "large-malformed",
    /redirect \(307\)/,
    () => (response) => response.writeHead(307, { location: "http://evil.example/v1" }).end(),
  ],
  [
    "a login page",
    "large-malformed",
    /web page/,
    () => (response) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Sign in</html>"),
  ],
  [
    "a page that says it is no page",
    "large-malformed",
    /web page|half a reply|no JSON/,
    (kind) => (response) => response.writeHead(200, headed(kind)).end("<!doctype html>\n<p>Sign in</p>\n\n"),
  ],
  [
    "no JSON",
    "large-malformed",
    /no JSON|half a reply/,
    (kind) => (response) => response.writeHead(200, headed(kind)).end("data: all is well\n\nall is well\n"),
  ],
  [
    "JSON with other fields",
    "large-malformed",
    /fields/,
    (kind) => (response) => {
      const value = JSON.stringify({ greeting: "hello" });
      response
        .writeHead(200, headed(kind))
        .end(/event-stream/.test(KINDS[kind].contentType) ? `data: ${value}\n\n` : value);
    },
  ],
  [
    "text that is not UTF-8",
    "large-malformed",
    /not UTF-8/,
    (kind) => (response) => {
      const [before = "", after = ""] = replyOf(kind, "§").split("§");
      response.writeHead(200, headed(kind));
      response.end(Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(after)]));
    },
  ],
  [
    "half a reply, with the connection cut",
    "large-malformed",
    /half a reply/,
    (kind) => (response) => {
      const whole = replyOf(kind, "a + b");
      response.writeHead(200, { ...headed(kind), "content-length": String(whole.length) });
      response.write(whole.slice(0, whole.length / 3));
      setTimeout(() => response.destroy(), 20);
    },
  ],
  [
    "half a reply, ended politely",
    "large-malformed",
    /half a reply|no JSON/,
    (kind) => (response) => {
      const { piece, end } = KINDS[kind];
      response.writeHead(200, headed(kind)).end(piece?.("a + b") ?? end("stop", "a + b").slice(0, 40));
    },
  ],
  [
    "headers without an end",
    "large-malformed",
    /no HTTP/,
    (kind) => (response) => response.writeHead(200, { ...headed(kind), "x-long": "y".repeat(200_000) }).end(),
  ],
  [
    "10 MB in one piece",
    "large-too-long",
    /not read/,
    (kind) => (response) => {
      response.writeHead(200, headed(kind));
      response.write(`data: {"choices":[{"text":"`);
      response.end("x".repeat(10_000_000));
    },
  ],
  [
    "an endless stream of nothing",
    "large-too-long",
    /not read/,
    (kind) => (response) => {
      response.writeHead(200, headed(kind));
      const nothing = /event-stream/.test(KINDS[kind].contentType) ? ": still here\n" : " \n";
      const more = () => {
        while (!response.destroyed && response.write(nothing.repeat(500)));
      };
      response.on("drain", more);
      more();
    },
  ],
  [
    "an endless answer",
    "large-too-long",
    /not read/,
    (kind) => (response) => {
      response.writeHead(200, headed(kind));
      let count = 0;
      // Never the same again, so that the rule about repetition does not end it.
      const text = () => Array.from({ length: 40 }, () => `${(count++).toString(36)} + `).join("");
      const more = () => {
        while (!response.destroyed && response.write(KINDS[kind].piece?.(text()) ?? text()));
      };
      response.on("drain", more);
      more();
    },
  ],
  [
    "a connection that is reset",
    "large-unreachable",
    /closed the connection/,
    () => (response) => {
      response.socket?.resetAndDestroy();
    },
  ],
  [
    "a connection that is closed without a word",
    "large-unreachable",
    /closed the connection/,
    () => (response) => {
      response.socket?.destroy();
    },
  ],
];

describe.each(ALL_KINDS)("a server of kind %s that sends", (kind) => {
  it.each(CASES)("%s ends in %s", async (_name, code, words, answer) => {
    const server = await localServer(answer(kind));
    const fault = await faultOf(kind, server.url);
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(words);
    expect(server.requests.map((each) => each.path)).toEqual([KINDS[kind].path]);
  });

  it.each<[string, (kind: Kind) => Answer]>([
    ["nothing at all", () => () => undefined],
    [
      "headers and nothing more",
      () => (response) => {
        response.writeHead(200, headed(kind)).flushHeaders();
      },
    ],
    [
      "a sign of life now and then",
      () => (response) => {
        response.writeHead(200, headed(kind));
        const beat = setInterval(() => response.write(KINDS[kind].piece === null ? " " : "\n"), 20);
        response.on("close", () => clearInterval(beat));
      },
    ],
  ])("%s ends when time is up, and its connection is closed", async (_name, answer) => {
    const server = await localServer(answer(kind));
    const fault = await faultOf(kind, server.url, 400);
    expect(fault).toMatchObject({ code: "large-timeout", isRetryable: true });
    expect(fault.message).toMatch(/within 400 ms.*large\.timeoutMs/);
    await server.allClosed();
  });
});

it("a web page is not waited for: its connection is closed, whether or not it ends", async () => {
  const server = await localServer((response) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<html>Sign in");
  });
  expect((await faultOf("openai", server.url)).message).toContain("web page");
  await server.allClosed();
});

describe.each(ALL_KINDS)("a broken server of kind %s", (kind) => {
  it("ends in an answer or in a typed fault, whatever bytes it sends", async () => {
    const whole = Buffer.from(replyOf(kind, "größe(a,\n  b)"));
    const damage = fc.record({
      at: fc.nat({ max: whole.length }),
      remove: fc.nat({ max: 12 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
          .constantFrom("null", "[", '"', "\n\n", '{"error":{"message":[]}}', "1e999", "data: ", "-")
          .map((text) => Buffer.from(text)),
      ),
    });
    let bytes: Buffer = whole;
    const server = await localServer((response) => response.writeHead(200, headed(kind)).end(bytes));
    const adapter = await adapterFor(kind, server.url, { timeoutMs: 60_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { maxLength: 4 }), async (damages) => {
        bytes = whole;
        for (const { at, remove, insert } of damages)
          bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);
        const ended = await adapter.generate(request(), new AbortController().signal).then(
          ({ text }) => typeof text,
          (thrown) => (thrown instanceof NearfirstError ? thrown.code : String(thrown)),
        );
        expect(ended).toMatch(/^(string|large-malformed|large-failed)$/);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a server that is not there", () => {
  it("is named, with what to do", async () => {
    const port = await new Promise<number>((resolve) => {
      const taken = createTcpServer();
      taken.listen(0, "127.0.0.1", () => {
        const { port: free } = taken.address() as AddressInfo;
        taken.close(() => resolve(free));
      });
    });
    const fault = await faultOf("openai", `http://127.0.0.1:${port}/v1`);
    expect(fault).toMatchObject({ code: "large-unreachable", isRetryable: true });
    expect(fault.message).toMatch(/Nothing listens there: start the server/);
  });

  it.each([
    ["ENOTFOUND", "No machine has that name"],
    ["EAI_AGAIN", "Its name could not be looked up"],
  ])("is told from one whose name cannot be found (%s)", async (code, words) => {
    // What a resolver says is another from network to network.
    const lookUp = vi
      .spyOn(dns, "lookup")
      .mockImplementation(((_name: string, _options: object, told: (e: Error) => void) =>
        told(Object.assign(new Error(code), { code }))) as never);
    onTestFinished(() => lookUp.mockRestore());
    const adapter = await adapterFor("openai", "http://no-such-host.invalid:8000/v1", { timeoutMs: 20_000 });
    await expect(adapter.generate(request(), new AbortController().signal)).rejects.toMatchObject({
      code: "large-unreachable",
      message: expect.stringContaining(
        `The large model's server no-such-host.invalid:8000 cannot be reached. ${words}`,
      ),
    });
    expect(lookUp.mock.calls[0]?.[0]).toBe("no-such-host.invalid");
  });

  it("is told from something that speaks another protocol", async () => {
    const chatter = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("220 mail.example ESMTP\r\n"));
    });
    const { url } = await listening(chatter as never);
    expect(await faultOf("openai", url)).toMatchObject({ code: "large-malformed" });
    expect(await faultOf("openai", url.replace("http:", "https:"))).toMatchObject({
      code: "large-unreachable",
      message: expect.stringContaining("does not speak TLS"),
    });
    onTestFinished(() => void chatter.close());
  });
});
