/** Language servers that share one daemon: real processes with the embedded model. */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { editorsOfOneUser, LIMIT_MS } from "./user-daemon.js";

const { user, editor, completeIn } = editorsOfOneUser();

describe.runIf(existsSync("/proc/self/environ"))("one daemon a user", () => {
  it(
    "is started by the first of several editors, at the same time, and holds the one model of all",
    async () => {
      const all = await Promise.all([editor(), editor(), editor()]);
      await Promise.all(all.map((client) => client.loaded()));
      const texts = await Promise.all(all.map(async (client) => (await completeIn(client)).text));
      expect(texts[0]).toMatch(/\S/);
      expect(new Set(texts).size).toBe(1);
      // Those that came second may still be ending.
      await expect.poll(() => user().daemons()).toHaveLength(1);
      await expect.poll(() => user().engines()).toHaveLength(1);
      for (const { statuses } of all) expect(statuses.at(-1)).toMatchObject({ model: "ready", engine: "shared" });
      // Nobody else may talk to it.
      expect(statSync(user().socketPath).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(user().socketPath)).mode & 0o777).toBe(0o700);
    },
    LIMIT_MS,
  );

  it(
    "that is killed with a suggestion on screen is replaced, quietly, and the suggestion still stands",
    async () => {
      const client = await editor();
      await client.loaded();
      const { text, uri, position } = await completeIn(client);
      const [killed] = user().daemons();
      process.kill(killed as number, "SIGKILL");
      // What is on screen is typed through without a model.
      await client.type(uri, position, text.slice(0, 1));
      const typed = { ...position, character: position.character + 1 };
      const rest = await client.completeAndTell(uri, typed);
      expect(rest.list.items[0]?.insertText).toBe(text.slice(1));
      const { outcome } = await completeIn(client, "def mul(a, b):\n    return █\n\n\nprint(mul(1, 2))\n");
      expect(outcome).toMatchObject({ kind: "suggested", source: "model" });
      expect(client.messages).toEqual([]);
      expect(user().daemons()).toHaveLength(1);
      expect(user().daemons()).not.toContain(killed);
      expect(user().engines()).toHaveLength(1);
    },
    LIMIT_MS,
  );
});
