/** Hostile programs, run for real: contained, and counted as failed. By every sandbox that this machine has. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bubblewrapCommand } from "./bubblewrap.js";
import { SANDBOXES, whyNot } from "./open-sandbox.js";
import { judgePython, PYTHON_LIMITS } from "./python-program.js";
import type { Sandbox } from "./sandbox.js";
import { unshareCommand } from "./unshare.js";
import type { Verdict } from "./verdict.js";

const { signal } = new AbortController();
const missing = new Map<string, string>();
for (const sandbox of SANDBOXES) {
  const reason = existsSync("/usr/bin/python3") ? await whyNot(sandbox, signal) : "there is no /usr/bin/python3";
  if (reason !== null) missing.set(sandbox.name, reason);
}
if (missing.size === SANDBOXES.length) {
  const words = [...missing].map((each) => each.join(": ")).join("; ");
  console.warn(`SKIPPED: no sandbox can be tested here (${words}).`);
  it.skip("there is no sandbox here", () => undefined);
}

/** `return` in its place, and a check that knows what is right. */
const program = (line: string) => `
def add(a, b):
${line.replaceAll(/^/gm, "    ")}

def check(candidate):
    assert candidate(1, 2) == 3
    assert candidate(2, 2) == 4

check(add)
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nearfirst-sandbox-"));
  writeFileSync(join(folder, "secret.txt"), "the harness' own");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(SANDBOXES.filter(({ name }) => !missing.has(name)))("in a sandbox by $name", (sandbox: Sandbox) => {
  const judge = (line: string) => judgePython(program(line), { sandbox }, signal);
  const judgeSoon = (line: string) =>
    judgePython(program(line), { sandbox, limits: { ...PYTHON_LIMITS, cpuSeconds: 1, wallMs: 4_000 } }, signal);

  /** What the program finds out, told by the kind of error that it raises. */
  const askedInside = async (statements: string): Promise<string | null> => (await judge(statements)).error;

  it("a right program passes, a wrong one fails", async () => {
    expect(await judge("return a + b")).toMatchObject({ kind: "passed" });
    expect(await judge("return a * b")).toMatchObject({ kind: "failed", error: "AssertionError" });
    expect(await judge("return a +")).toMatchObject({ kind: "failed", error: "SyntaxError" });
  });

  it.each<[string, string, readonly Verdict["kind"][]]>([
    ["a fork bomb", "import os\nwhile True:\n    os.fork()", ["failed", "unproven"]],
    [
      "a bomb of threads",
      "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(9,)).start()",
      ["failed"],
    ],
    ["an endless loop", "while True:\n    pass", ["time-limit"]],
    ["an endless sleep", "import time\ntime.sleep(1000)", ["time-limit"]],
    ["a memory bomb", "return len(bytearray(8 * 2**30)) + 3", ["failed"]],
    ["a memory bomb in small steps", "x = []\nwhile True:\n    x.append(' ' * 2**20)", ["failed"]],
    ["a recursion without end", "return add(a, b)", ["failed", "unproven"]],
    [
      "deleting everything",
      "import shutil\nfor each in ['/usr', '/etc', '/work', '/']:\n    shutil.rmtree(each)",
      ["failed"],
    ],
    ["exit 0 before the tests", "import sys\nsys.exit(0)", ["failed"]],
    ["exit 0 without a trace", "import os\nos._exit(0)", ["unproven"]],
    ["killing itself", "import os\nos.kill(os.getpid(), 9)\nreturn 0", ["unproven", "failed"]],
    ["killing all that it sees", "import os\nos.kill(-1, 9)\nreturn 0", ["unproven", "failed"]],
    ["huge output", "while True:\n    print('x' * 10**6)", ["output-limit"]],
    [
      "ignoring the signals that end a program",
      "import signal\nfor each in (15, 2, 1, 24):\n    signal.signal(each, signal.SIG_IGN)\nwhile True:\n    pass",
      ["time-limit"],
    ],
    ["files larger than its folder", "f = open('/work/x', 'wb')\nwhile True:\n    f.write(b'x' * 2**20)", ["failed"]],
    [
      "printing a success",
      "print('passed')\nprint('returned ' + '0' * 32)\nimport os\nos.write(3, b'returned ' + b'0' * 32)\nos._exit(0)",
      ["unproven"],
    ],
    [
      "stealing the proof from the runner and writing it itself",
      "import sys, os\nframe = sys._getframe()\nwhile 'proof' not in frame.f_locals:\n    frame = frame.f_back\nos.write(3, ('returned ' + frame.f_locals['proof']).encode())\nos._exit(0)",
      ["forged"],
    ],
  ])("%s is contained and fails", async (_, line, kinds) => {
    // On a busy machine whatever takes long may meet the limit of time first.
    expect([...kinds, "time-limit"]).toContain((await judgeSoon(line)).kind);
  });

  it("nothing that the user has can be read, nothing of the machine written", async () => {
    const secret = JSON.stringify(join(folder, "secret.txt"));
    expect(await askedInside(`open(${secret})`)).toBe("FileNotFoundError");
    expect(await askedInside("open('/etc/passwd')")).toBe("FileNotFoundError");
    for (const path of ["/x", "/usr/x", "/dev/x", "/usr/bin/python3"])
      expect(await askedInside(`open('${path}', 'w')`), path).toMatch(/^(OSError|PermissionError)$/);
    expect(readFileSync(join(folder, "secret.txt"), "utf8")).toBe("the harness' own");
    expect(await judge("open('/work/x', 'w').write('mine')\nreturn a + b")).toMatchObject({ kind: "passed" });
  });

  it("what one program wrote another does not see", async () => {
    await judge("open('/work/left', 'w').write('x')\nreturn a + b");
    expect(await askedInside("open('/work/left')")).toBe("FileNotFoundError");
  });

  it("no process of the machine is seen or can be traced", async () => {
    expect(await askedInside(`import os\nos.kill(${process.pid}, 0)`)).toBe("ProcessLookupError");
    expect(await askedInside("import os\nos.listdir('/proc/1')")).toBe("FileNotFoundError");
  });

  it("there is no network, not even to this machine", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const connect = `import socket\nsocket.create_connection(('127.0.0.1', ${address.port}), 2)`;
    expect(await askedInside(connect)).toMatch(/^(OSError|ConnectionRefusedError)$/);
    server.close();
  });

  it("it has no privilege, and no way to one", async () => {
    const call = (name: string) =>
      `import ctypes\nif ctypes.CDLL(None, use_errno=True).${name} != 0:\n    raise PermissionError()\nreturn 0`;
    expect(await askedInside(call("mount(b'x', b'/work', b'tmpfs', 0, None)"))).toBe("PermissionError");
    expect(await askedInside(call("setgroups(0, None)"))).toBe("PermissionError");
  });

  it("a program that goes on in the background is ended with it", async () => {
    const startedAt = performance.now();
    const line = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(600)\nreturn a + b";
    expect(await judge(line)).toMatchObject({ kind: "passed" });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it("a tree whose harness was killed ends by itself", async () => {
    const commandOf = sandbox.name === "unshare" ? unshareCommand : bubblewrapCommand;
    const limits = { ...PYTHON_LIMITS, wallMs: 500 };
    const [name = "", ...args] = commandOf({ command: ["/usr/bin/sleep", "1000"], input: "", limits });
    const child = spawn(name, args, { stdio: "ignore", detached: true });
    expect(await new Promise((resolve) => child.on("close", resolve))).not.toBe(0);
  });

  it("a run that is stopped takes its program with it", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    const judged = judgePython(program("import time\ntime.sleep(1000)"), { sandbox }, controller.signal);
    await expect(judged).rejects.toThrow("aborted");
  });
});
