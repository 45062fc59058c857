/** How the server process ends, and that nothing stays behind. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import { describe, expect, it, vi } from "vitest";
import { ErrorCodes } from "vscode-languageserver/node";
import { LspClient } from "./lsp-client.js";

const executable = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

describe("the end", () => {
  const enginesOf = (pid: number | undefined) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  const isLinux = existsSync("/proc/self/task");

  it("after shutdown and exit has code 0; requests in between are refused", async () => {
    const other = await LspClient.start();
    await other.connection.sendRequest("shutdown");
    await expect(other.complete("file:///a.py", { line: 0, character: 0 })).rejects.toMatchObject({
      code: ErrorCodes.InvalidRequest,
    });
    await other.connection.sendNotification("exit");
    expect(await other.exited).toBe(0);
  });

  it("by exit without shutdown, or when the input closes, has code 1", async () => {
    const one = await LspClient.start();
    await one.connection.sendNotification("exit");
    const two = await LspClient.start();
    two.process.stdin.end();
    expect(await Promise.all([one.exited, two.exited])).toEqual([1, 1]);
  });

  it.each([
    ["dies", true],
    ["reads no more", false],
  ])("by a client that %s with requests on their way is quiet", async (_, isInputClosed) => {
    const other = await LspClient.start();
    await other.open("file:///a.py", "x = 1\ny = ");
    let complaints = "";
    other.process.stderr.on("data", (data) => (complaints += data));
    const allTold = new Promise((closed) => other.process.stderr.on("close", closed));
    for (let times = 0; times < 5; times++)
      other.complete("file:///a.py", { line: 1, character: 4 }).catch(() => undefined);
    other.process.stdout.destroy();
    if (isInputClosed) other.process.stdin.destroy();
    expect(await other.exited).toBe(1);
    await allTold;
    expect(complaints).toBe("");
  });

  it.runIf(isLinux)("by SIGTERM ends the engine's process too", async () => {
    const other = await LspClient.start();
    await other.loaded();
    const engines = enginesOf(other.process.pid);
    expect(engines).toHaveLength(1);
    other.process.kill("SIGTERM");
    expect(await other.exited).toBe(128 + 15);
    await expect.poll(() => engines.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 10_000 }).toEqual([]);
  });

  it.runIf(isLinux)("by SIGKILL leaves no engine behind", async () => {
    const other = await LspClient.start();
    await other.loaded();
    const engines = enginesOf(other.process.pid);
    other.process.kill("SIGKILL");
    await other.exited;
    await expect.poll(() => engines.filter((pid) => existsSync(`/proc/${pid}`)), { timeout: 10_000 }).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("a person who starts the server at a terminal", () => {
  it("is told what it waits for, and how to end it", async () => {
    const terminal = spawnInTerminal(process.execPath, [executable, "lsp"], { env: { ...process.env } });
    let shown = "";
    terminal.onData((piece) => {
      shown += piece;
    });
    // As a shell tells it, whether the signal came before the program's own handler was there or after.
    const ended = new Promise<number>((resolve) =>
      terminal.onExit(({ exitCode, signal }) =>
        resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal),
      ),
    );
    await vi.waitUntil(() => shown.includes("Ctrl-C ends it"), 20_000);
    terminal.write("\x03");
    expect(await ended).toBe(130);
  });
});
