import { describe, expect, it } from "vitest";
import { startCheckingServer } from "./checking-server.js";

const leaksIn = (text: string) => (text.includes('the "secret"') ? ["the secret"] : []);

async function sent(body: unknown, headers: Record<string, string> = {}): Promise<readonly string[]> {
  const server = await startCheckingServer(leaksIn);
  try {
    await fetch(`http://127.0.0.1:${server.port}/`, { method: "POST", body: JSON.stringify(body), headers });
    expect(server.requests).toBe(1);
    expect(server.bytes).toBe(JSON.stringify(body).length);
    return server.leaks;
  } finally {
    await server.close();
  }
}

describe("the server that checks what arrives", () => {
  it("sees a leak behind JSON's escapes, at any depth, in a key, and in a header", async () => {
    expect(await sent({ a: { b: ['x the "secret" y'] } })).toEqual(["the secret"]);
    expect(await sent({ 'the "secret"': 1 })).toEqual(["the secret"]);
    expect(await sent({}, { "x-note": 'the "secret"' })).toEqual(["the secret"]);
  });

  it("sees none where there is none", async () => {
    expect(await sent({ a: "the secret" })).toEqual([]);
  });
});
