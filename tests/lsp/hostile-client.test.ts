/** Clients that break the protocol, or do not read what they are sent. */
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { serveStdio } from "../../packages/cli/src/lsp/stdio-server.js";

const framed = (message: object) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};
/** Answered without a model: the server was not initialized. */
const request = (id: number) =>
  framed({ id, method: "textDocument/inlineCompletion", params: { textDocument: { uri: "file:///a.py" } } });
const open = async () => {
  throw new Error("No model is needed here.");
};

function serve(output: Writable) {
  const input = new PassThrough();
  return { input, ended: serveStdio({ input, output, open, version: "0" }) };
}

describe("a client that", () => {
  it.each([
    ["sends no header", "hello\r\n\r\n{}"],
    ["sends a header without a length", "Content-Type: x\r\n\r\n{}"],
    ["sends a length that is no number", "Content-Length: many\r\n\r\n{}"],
    ["sends a length that is too short", 'Content-Length: 3\r\n\r\n{"jsonrpc":"2.0"}'],
    ["sends a negative length", "Content-Length: -5\r\n\r\n{}"],
  ])("%s ends the server instead of leaving it deaf", async (_, bytes) => {
    const { input, ended } = serve(new PassThrough().resume());
    input.write(bytes);
    for (let id = 1; id <= 10; id++) input.write(request(id));
    expect(await ended).toBe(1);
  });

  it("sends a message that is no JSON is answered all the same", async () => {
    let received = "";
    const output = new PassThrough().on("data", (data) => (received += data));
    const { input, ended } = serve(output);
    input.write(`Content-Length: 5\r\n\r\n{]{]{${request(7)}`);
    await expect.poll(() => received).toContain('"id":7');
    input.end();
    expect(await ended).toBe(1);
  });

  it("does not read is not read either, and gets every answer once it does", async () => {
    let isReading = false;
    let received = "";
    const held: (() => void)[] = [];
    const output = new Writable({
      highWaterMark: 1_000,
      write(chunk, _, done) {
        received += chunk;
        if (isReading) done();
        else held.push(done);
      },
    });
    const { input, ended } = serve(output);
    let count = 0;
    while (!input.isPaused() && count < 5_000) {
      input.write(request(++count));
      await new Promise(setImmediate);
    }
    for (let more = 0; more < 1_000; more++) input.write(request(++count));
    await new Promise(setImmediate);
    expect(input.readableLength).toBeGreaterThan(0);
    isReading = true;
    for (const done of held) done();
    await expect.poll(() => received.match(/"id":\d+/g)?.length, { timeout: 20_000 }).toBe(count);
    input.end();
    expect(await ended).toBe(1);
  });

  it.each([
    ["closes what it sends, and then what it reads", true],
    ["closes what it reads alone", false],
  ])("%s while it is written to ends the server, quietly", async (_, isInputClosed) => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const held: ((error: Error) => void)[] = [];
    const output = new Writable({ write: (_chunk, _encoding, done) => void held.push(done) });
    const { input, ended } = serve(output);
    for (let id = 1; id <= 5; id++) input.write(request(id));
    await expect.poll(() => held).toHaveLength(1);
    if (isInputClosed) await new Promise((closed) => input.on("close", closed).destroy());
    held[0]?.(new Error("write EPIPE"));
    expect(await ended).toBe(1);
    await new Promise(setImmediate);
    expect(complain.mock.calls).toEqual([]);
    complain.mockRestore();
  });
});
