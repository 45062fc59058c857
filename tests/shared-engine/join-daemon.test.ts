/** Who finds, starts and leaves a daemon: real sockets, and no model. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Joined, joinDaemon } from "../../packages/cli/src/shared-engine/join-daemon.js";
import { isNewer } from "../../packages/cli/src/shared-engine/protocol.js";
import { POLLED, serveEngine, socketPath } from "./served-engine.js";

const never = () => Promise.reject(new Error("this test starts none"));

/** Leaves with the test. */
function left(joined: Joined): Joined {
  if (joined.kind === "joined") onTestFinished(() => joined.daemon.close());
  return joined;
}

const reasonOf = (joined: Joined) => (joined.kind === "alone" ? joined.reason : "");

describe("a daemon", () => {
  it("of the same version is joined", async () => {
    const path = socketPath();
    await serveEngine(path);
    expect(left(await joinDaemon({ path, version: "1.2.3", start: never })).kind).toBe("joined");
  });

  it("is started where there is none, and one of several that start at the same time serves all", async () => {
    const path = socketPath();
    const served: (Awaited<ReturnType<typeof serveEngine>> | null)[] = [];
    const start = async () => {
      const server = await serveEngine(path);
      served.push(server);
      return { exited: server === null ? Promise.resolve(0) : new Promise<number>(() => undefined) };
    };
    const all = await Promise.all(Array.from({ length: 8 }, () => joinDaemon({ path, version: "1.2.3", start })));
    expect(all.map((joined) => left(joined).kind)).toEqual(Array(8).fill("joined"));
    const [server, ...others] = served.filter((each) => each !== null);
    expect(others).toEqual([]);
    expect(server?.server.clients).toBe(8);
  });

  it("that left its socket behind when it was killed is replaced", async () => {
    const path = socketPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const listen = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", listen]);
    expect(existsSync(path)).toBe(true);
    const start = vi.fn(async () => {
      await serveEngine(path);
      return { exited: new Promise<number>(() => undefined) };
    });
    expect(left(await joinDaemon({ path, version: "1.2.3", start })).kind).toBe("joined");
    expect(start).toHaveBeenCalledTimes(1);
  });

  it.skipIf(process.platform === "win32")("is joined in no folder that others may enter", async () => {
    const path = socketPath();
    await serveEngine(path);
    chmodSync(dirname(path), 0o777);
    expect(left(await joinDaemon({ path, version: "1.2.3", start: never })).kind).toBe("joined");
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
  });

  // Only root can give a file to somebody else.
  it.skipIf(process.getuid?.() !== 0)("of somebody else is told nothing", async () => {
    for (const foreign of [dirname, (path: string) => path]) {
      const path = socketPath();
      const served = await serveEngine(path);
      chownSync(foreign(path), 65_534, 65_534);
      expect(reasonOf(await joinDaemon({ path, version: "1.2.3", start: never }))).toContain("somebody else");
      expect(served?.server.clients).toBe(0);
    }
  });

  it("is done without where a folder is in its socket's place, and the folder stays", async () => {
    const path = socketPath();
    const kept = join(path, "kept");
    mkdirSync(kept, { recursive: true });
    const start = vi.fn(never);
    expect(reasonOf(await joinDaemon({ path, version: "1", start }))).toContain("Move it away");
    expect(start).not.toHaveBeenCalled();
    await expect(serveEngine(path)).rejects.toThrow("Move it away");
    expect(existsSync(kept)).toBe(true);
  });

  it("that cannot be started is done without, with the reason", async () => {
    const path = socketPath();
    const exits = async () => ({ exited: Promise.resolve(1) });
    expect(reasonOf(await joinDaemon({ path, version: "1", start: exits }))).toContain(
      "ended as soon as it was started",
    );
    expect(reasonOf(await joinDaemon({ path, version: "1", start: never }))).toContain("cannot be started");
  });
});

describe("a daemon of another version", () => {
  /** Serves an old version; a new one is started in its place. */
  async function old(path: string, retires: "when-unused" | "never" = "when-unused") {
    const ended = vi.fn();
    const served = await serveEngine(path, { version: "1.2.3", retires, onIdle: ended });
    const start = vi.fn(async () => {
      await serveEngine(path, { version: "1.10.0" });
      return { exited: new Promise<number>(() => undefined) };
    });
    return { served, ended, start };
  }

  it("makes room for a newer one where nobody else uses it", async () => {
    const path = socketPath();
    const { ended, start } = await old(path);
    expect(left(await joinDaemon({ path, version: "1.10.0", start })).kind).toBe("joined");
    expect(start).toHaveBeenCalledTimes(1);
    await expect.poll(() => ended.mock.calls.length, POLLED).toBeGreaterThan(0);
  });

  it("stays for those who use it, whom the newer one names, and ends once they are gone", async () => {
    const path = socketPath();
    const { ended, start } = await old(path);
    const other = left(await joinDaemon({ path, version: "1.2.3", start }));
    const reason = reasonOf(await joinDaemon({ path, version: "1.10.0", start }));
    expect(reason).toMatch(/it is version 1\.2\.3, and this is 1\.10\.0; other editors use it: restart them/);
    expect(start).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
    if (other.kind === "joined") other.daemon.close();
    await expect.poll(() => ended.mock.calls.length, POLLED).toBe(1);
  });

  it("that somebody started by hand is never ended", async () => {
    const path = socketPath();
    const { ended, start } = await old(path, "never");
    expect(reasonOf(await joinDaemon({ path, version: "1.10.0", start }))).toContain("1.2.3");
    expect(ended).not.toHaveBeenCalled();
  });

  it("that is newer is left alone, and the older one told what to do", async () => {
    const path = socketPath();
    await serveEngine(path, { version: "2.0.0" });
    expect(reasonOf(await joinDaemon({ path, version: "1.10.0", start: never }))).toContain("update Nearfirst");
  });

  it.each([
    ["1.2.3", "1.2.3", false],
    ["1.10.0", "1.9.9", true],
    ["1.9.9", "1.10.0", false],
    ["2.0.0", "1.99.99", true],
    ["1.0.0-beta.2", "0.9.0", true],
    ["nonsense", "1.0.0", false],
  ])("%s is newer than %s: %s", (one, other, expected) => expect(isNewer(one, other)).toBe(expected));
});
