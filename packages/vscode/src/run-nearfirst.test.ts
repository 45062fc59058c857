/** With real processes. */
import { describe, expect, it } from "vitest";
import { runNearfirst } from "./run-nearfirst.js";

const node = (script: string) => ({
  origin: "path" as const,
  file: process.execPath,
  command: process.execPath,
  args: ["-e", script, "--"],
  env: { NEARFIRST_TEST: "on top" },
});

describe("running another command", () => {
  it("gives back what it printed, and its exit code", async () => {
    const script =
      "console.log(process.argv.slice(1).join(), process.env.NEARFIRST_TEST); console.error('why'); process.exit(3)";
    expect(await runNearfirst(node(script), ["models", "list"])).toEqual({
      exitCode: 3,
      out: "models,list on top\n",
      err: "why\n",
    });
  });

  it("says so where it cannot be started", async () => {
    const gone = { ...node(""), command: "/nowhere/nearfirst" };
    expect(await runNearfirst(gone, [])).toMatchObject({
      exitCode: null,
      err: expect.stringMatching(/nowhere.*ENOENT/),
    });
  });

  it("does not wait for ever, and says so", async () => {
    const stuck = node("setInterval(() => undefined, 1000)");
    const { exitCode, err } = await runNearfirst(stuck, ["models", "list"], { limitMs: 500 });
    expect([exitCode, err]).toEqual([null, "nearfirst models list did not end within 0.5 seconds.\n"]);
  });
});
