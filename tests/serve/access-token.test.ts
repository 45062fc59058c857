import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { accessToken, accessTokenPath } from "../../packages/cli/src/serve/access-token.js";

function stateFolder(): string {
  const root = mkdtempSync(join(tmpdir(), "nearfirst-token-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return join(root, "state");
}

describe("the daemon's token", () => {
  it("is made once and stays, in a file that only its owner reads", async () => {
    const folder = stateFolder();
    const token = await accessToken(folder);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await accessToken(folder)).toBe(token);
    expect(readFileSync(accessTokenPath(folder), "utf8").trim()).toBe(token);
    expect(statSync(accessTokenPath(folder)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["serve-token"]);
  });

  it("is the same for processes that make it at the same time", async () => {
    const folder = stateFolder();
    const tokens = await Promise.all(Array.from({ length: 16 }, () => accessToken(folder)));
    expect(new Set(tokens).size).toBe(1);
  });

  it("is replaced where others could have read it, and where the file holds none", async () => {
    const folder = stateFolder();
    const first = await accessToken(folder);
    chmodSync(accessTokenPath(folder), 0o644);
    const second = await accessToken(folder);
    expect(second).not.toBe(first);
    expect(statSync(accessTokenPath(folder)).mode & 0o777).toBe(0o600);
    writeFileSync(accessTokenPath(folder), "short");
    expect(await accessToken(folder)).toMatch(/^[\w-]{43}$/);
  });

  it("that can be neither read nor written is an error that says what to do", async () => {
    const folder = stateFolder();
    writeFileSync(folder, "a file where the folder should be");
    await expect(accessToken(folder)).rejects.toMatchObject({ message: expect.stringContaining("XDG_STATE_HOME") });
  });
});
