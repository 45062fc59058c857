/** `nearfirst init`: the first run without a terminal, Ctrl-C, and where it must write nothing. The rest is in the slow tests. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { FirstRun, KEYS, SLOW_MS } from "./first-run.js";

describe("nearfirst init", () => {
  it(
    "writes a configuration, completes once, says how to go on, and has nothing to do the second time",
    async () => {
      const here = new FirstRun();
      const first = await here.init("--yes");
      expect([first.code, first.err]).toEqual([0, ""]);
      expect(first.out).toMatch(/^machine .* of memory/m);
      expect(first.out).toMatch(/print_summary\(⟦path\)⟧/);
      expect(first.out).toContain("`nearfirst lsp`");
      expect(here.settings).toEqual({ model: "default" });
      const text = here.text;
      expect(text).toMatch(/^\/\/ .*nearfirst config show/);
      const second = await here.init("--yes");
      expect([second.code, second.out]).toEqual([0, expect.stringContaining("is as it should be already")]);
      expect(here.text).toBe(text);
    },
    SLOW_MS,
  );

  it(
    "leaves nothing behind after Ctrl-C at a question",
    async () => {
      const here = new FirstRun();
      const user = here.person();
      await user.answers("Which model completes on this machine?", KEYS.interrupt);
      expect(await user.end()).toBe(130);
      expect(user.screen).toContain("Measuring nearfirst-embedded for a few seconds");
      expect(user.screen).toContain("Nothing was written.");
      expect(existsSync(here.home)).toBe(false);
    },
    SLOW_MS,
  );
});

describe("nearfirst init that cannot go on", () => {
  it("writes nothing without a terminal to ask on", async () => {
    const here = new FirstRun();
    const { code, err } = await here.init();
    expect([code, err, existsSync(here.home)]).toEqual([2, expect.stringContaining("nearfirst init --yes"), false]);
  });

  it(
    "writes nothing into a configuration with mistakes, for a model that is not there, or where it may not write",
    async () => {
      const here = new FirstRun();
      here.configure('{ "maxToken": 3 }');
      expect(await here.init("--yes")).toMatchObject({ code: 1, err: expect.stringContaining("maxToken") });
      expect(here.text).toBe('{ "maxToken": 3 }');
      here.configure("{}");
      expect(await here.init("--yes", "--model", "nobody")).toMatchObject({
        code: 1,
        err: expect.stringContaining('No model named "nobody"'),
      });
      expect(here.text).toBe("{}");
      // What root may write to all the same stands in the way as a file.
      rmSync(dirname(here.configFile), { recursive: true });
      writeFileSync(dirname(here.configFile), "");
      expect(await here.init("--yes")).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^Failed: .*config\.json.*--config/),
      });
    },
    SLOW_MS,
  );
});
