/** What changes between the reading of a folder and the beginning of the watch on it. */
import { rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type TemporaryWorkspace, temporaryWorkspace } from "../../test/temporary-workspace.js";
import { IndexedWorkspace } from "./indexed-workspace.js";

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Crawled and watched; `change` is made once all has been read, before the watcher has looked at anything. */
async function changedBeforeWatch(files: Readonly<Record<string, string>>, change: (at: TemporaryWorkspace) => void) {
  const folder = await temporaryWorkspace(files);
  let hasChanged = false;
  let crawls = 0;
  const workspace: IndexedWorkspace = await IndexedWorkspace.open(
    { folders: [folder.root], ignore: [], watch: "on", watchDebounceMs: 10, maxFiles: 100, maxCharacters: 1_000_000 },
    () => {
      if (workspace.status().watching !== "starting") return;
      crawls++;
      if (!hasChanged) change(folder);
      hasChanged = true;
    },
  );
  ended.push(folder.remove, () => workspace.close());
  await workspace.crawl();
  expect(hasChanged).toBe(true);
  await vi.waitUntil(() => workspace.status().watching === "on", { timeout: 20_000 });
  const paths = async () => {
    const found = await workspace.search({ text: "gadget", uri: "untitled:1", languageId: "python", limit: 50 });
    return found.map(({ path }) => path).sort();
  };
  return { paths, crawls: () => crawls };
}

describe("an ignore file that, before watching begins,", () => {
  const files = { "a.py": "gadget = 1\n", "secret.py": "gadget = 2\n" };

  it("appears, counts", async () => {
    const { paths } = await changedBeforeWatch(files, ({ at }) => writeFileSync(at(".gitignore"), "secret.py\n"));
    await expect.poll(paths, { timeout: 20_000 }).toEqual(["a.py"]);
  });

  it("changes, counts as it is now", async () => {
    const { paths } = await changedBeforeWatch({ ...files, ".ignore": "a.py\n" }, ({ at }) =>
      writeFileSync(at(".ignore"), "secret.py\n"),
    );
    await expect.poll(paths, { timeout: 20_000 }).toEqual(["a.py"]);
  });

  it("is deleted, counts no more", async () => {
    const { paths } = await changedBeforeWatch({ ...files, ".gitignore": "secret.py\n" }, ({ at }) =>
      rmSync(at(".gitignore")),
    );
    await expect.poll(paths, { timeout: 20_000 }).toEqual(["a.py", "secret.py"]);
  });

  it("stays as it was, makes nothing be read twice", async () => {
    const { paths, crawls } = await changedBeforeWatch({ ...files, ".gitignore": "secret.py\n" }, () => undefined);
    await new Promise((done) => setTimeout(done, 200));
    expect(crawls()).toBe(1);
    expect(await paths()).toEqual(["a.py"]);
  });
});
