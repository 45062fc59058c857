/** The workspace's other files, saved and unsaved, in the real server's prompts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { cursorOf, LspClient } from "./lsp-client.js";

it("takes context from a file that was never saved, declines what is ignored, and takes none when the buffer is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nearfirst-workspace-"));
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, ".nearfirst.json"), '{ "ignore": ["secrets/"] }');
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const client = await LspClient.start({
    initialize: { workspaceFolders: [{ name: "work", uri: pathToFileURL(folder).href }] },
  });
  try {
    await client.loaded();
    await client.open(
      uriOf("prices.py"),
      "def discounted_price(price, discount):\n    return price * (1 - discount)\n",
    );
    /** How many snippets a request in a new file has. */
    let files = 0;
    const snippets = async () => {
      const uri = uriOf(`shop${files++}.py`);
      const { text, position } = cursorOf("import prices\n\ndiscount = 0.1\nprice = 3\ntotal = discounted_price(█\n");
      await client.open(uri, text);
      const { outcome } = await client.completeAndTell(uri, position);
      await client.close(uri);
      return outcome.snippets;
    };
    await expect.poll(snippets, { timeout: 15_000, interval: 200 }).toBe(1);
    await client.close(uriOf("prices.py"));
    await expect.poll(snippets, { timeout: 15_000, interval: 200 }).toBe(0);

    await client.open(uriOf("secrets/keys.py"), "key = 1\nother = ");
    const { outcome } = await client.completeAndTell(uriOf("secrets/keys.py"), { line: 1, character: 8 });
    expect(outcome).toMatchObject({ kind: "skipped", reason: "file-ignored" });
  } finally {
    expect(await client.stop()).toBe(0);
    rmSync(folder, { recursive: true });
  }
});
