/** Language servers that share one daemon, where one of them, or the daemon, does not behave. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAIN } from "./lsp-client.js";
import { editorsOfOneUser, LIMIT_MS } from "./user-daemon.js";

const { user, editor, clients, completeIn } = editorsOfOneUser();

describe("one daemon a user", () => {
  it(
    "that is stopped and answers nothing is left alone for a model of the editor's own",
    async () => {
      await (await editor()).loaded();
      const [daemon] = user().daemons();
      process.kill(daemon as number, "SIGSTOP");
      const client = await editor();
      await client.loaded();
      expect((await completeIn(client)).outcome.kind).toBe("suggested");
      expect(client.statuses.at(-1)).toMatchObject({ model: "ready", engine: "own" });
      expect(client.messages.join()).toContain("it does not answer");
    },
    LIMIT_MS,
  );

  it(
    "that is stopped while an editor uses it gives way to a model of that editor's own in seconds",
    async () => {
      const askedAt = performance.now();
      const client = await editor();
      await client.loaded();
      const loadingMs = performance.now() - askedAt;
      expect((await completeIn(client)).outcome.kind).toBe("suggested");
      const [daemon] = user().daemons();
      process.kill(daemon as number, "SIGSTOP");
      const startedAt = performance.now();
      expect((await completeIn(client)).outcome.kind).toBe("suggested");
      // Eleven seconds, and a model that loads.
      expect(performance.now() - startedAt).toBeLessThan(12_500 + 2 * loadingMs);
    },
    LIMIT_MS,
  );

  it(
    "serves each client the model of its own configuration",
    async () => {
      const one = await editor();
      const other = await editor({ contextTokens: 512 });
      await Promise.all([one.loaded(), other.loaded()]);
      expect((await completeIn(one)).outcome.kind).toBe("suggested");
      expect((await completeIn(other)).outcome.kind).toBe("suggested");
      expect(user().daemons()).toHaveLength(1);
      expect(user().engines()).toHaveLength(2);
      const missing = await editor({ model: "no-such-model" });
      await expect.poll(() => missing.statuses.at(-1)?.model, { timeout: 60_000 }).toBe("failed");
      expect((await completeIn(one)).outcome.kind).toBe("suggested");
    },
    LIMIT_MS,
  );

  it(
    "ends the requests of a client that goes away, and serves the others",
    async () => {
      const [leaving, staying] = await Promise.all([editor(), editor()]);
      await Promise.all([leaving.loaded(), staying.loaded()]);
      await leaving.open("file:///long.py", `${"value = 1\n".repeat(2_000)}other = `);
      leaving.complete("file:///long.py", { line: 2_000, character: 8 }).catch(() => undefined);
      leaving.process.kill("SIGKILL");
      expect((await completeIn(staying)).outcome.kind).toBe("suggested");
    },
    LIMIT_MS,
  );

  it(
    "keeps two editors apart that have one file open, each with text of its own",
    async () => {
      const all = await Promise.all([editor(), editor()]);
      await Promise.all(all.map((client) => client.loaded()));
      const uri = "file:///project/both.py";
      const names = ["first_number", "second_number"];
      for (const [at, client] of all.entries())
        await client.open(uri, `${names[at]} = 1\nprint(${names[at]?.slice(0, 3)}`);
      const texts = await Promise.all(
        all.map(async (client) => {
          const { items } = await client.complete(uri, { line: 1, character: 9 });
          return String(items[0]?.insertText);
        }),
      );
      expect(texts[0]).not.toContain("ond_number");
      expect(texts[1]).not.toContain("st_number");
      expect(user().engines()).toHaveLength(1);
    },
    LIMIT_MS,
  );

  it.each([["before"], ["after"]])(
    "is `nearfirst serve` too, or its model is: started %s the editor",
    async (when) => {
      const open = async () => (await editor()).loaded();
      if (when === "after") await open();
      const serve = spawn(process.execPath, [MAIN, "serve", "--port", "0"], { env: { ...process.env, ...user().env } });
      try {
        const url = await new Promise<string>((resolve) => {
          let printed = "";
          serve.stdout.on("data", (piece) => {
            printed += piece;
            const found = /at (http:\S+)/.exec(printed)?.[1];
            if (found !== undefined) resolve(found);
          });
        });
        if (when === "before") await open();
        expect(user().engines()).toHaveLength(1);
        expect(user().daemons()).toHaveLength(when === "before" ? 0 : 1);
        const token = readFileSync(
          join(String(user().env["XDG_STATE_HOME"]), "nearfirst", "serve-token"),
          "utf8",
        ).trim();
        const reply = await fetch(`${url}/v1/completions`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ prompt: "def add(a, b):\n    return ", suffix: "\n", language: "python" }),
        });
        expect(await reply.json()).toMatchObject({ nearfirst: { outcome: "suggested", tier: "local" } });
      } finally {
        serve.kill("SIGKILL");
      }
      // An editor that was there goes on.
      for (const client of clients()) expect((await completeIn(client)).outcome.kind).toBe("suggested");
    },
    LIMIT_MS,
  );
});
