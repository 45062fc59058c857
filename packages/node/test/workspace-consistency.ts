/** For tests: an index that follows changes against one that is made anew. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { uriOfPath } from "../src/workspace/file-uri.js";
import { WorkspaceIndex } from "../src/workspace/workspace-index.js";
import { temporaryWorkspace } from "./temporary-workspace.js";

const PATHS = ["a.py", "b.py", "lib/a.py", "lib/deep/b.py", "out/c.py"];
const WORDS = ["stock", "price", "user", "order"];

const path = fc.constantFrom(...PATHS);
const text = fc.array(fc.constantFrom(...WORDS, "\n", "\n\n"), { maxLength: 12 }).map((words) => words.join(" "));
const change = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path, text }),
  fc.record({ kind: fc.constant("remove" as const), path: fc.constantFrom(...PATHS, "lib", "lib/deep") }),
  fc.record({
    kind: fc.constant("move" as const),
    path: fc.constantFrom("lib", "out", "a.py"),
    to: fc.constantFrom("moved", "b.py"),
  }),
  fc.record({ kind: fc.constant("edit" as const), path, text }),
  fc.record({ kind: fc.constant("close" as const), path }),
  fc.record({ kind: fc.constant("ignore" as const), text: fc.constantFrom("", "out/\n", "*.py\n!a.py\n", "lib/*\n") }),
);

export interface ConsistencyOptions {
  readonly numRuns: number;
}

/** After any changes, the index is the one that a fresh start would make. */
export async function checkConsistency(options: ConsistencyOptions): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      const workspace = await temporaryWorkspace({ "a.py": "stock", "lib/a.py": "price", "out/c.py": "order" });
      const open = new Map<string, string>();
      const options = { folders: [workspace.root], watch: "off", searchLimitMs: 10_000 } as const;
      const index = new WorkspaceIndex(options);
      const uriOf = (name: string) => uriOfPath(workspace.at(name));
      for (const each of changes) {
        const touched: string[] = [];
        if (each.kind === "edit") {
          open.set(each.path, each.text);
          index.setOpenDocument(uriOf(each.path), each.text, "python");
        } else if (each.kind === "close") {
          open.delete(each.path);
          index.closeDocument(uriOf(each.path));
        } else if (each.kind === "write" || each.kind === "ignore") {
          const name = each.kind === "write" ? each.path : ".gitignore";
          touched.push(name);
          await mkdir(dirname(workspace.at(name)), { recursive: true }).catch(() => undefined);
          await writeFile(workspace.at(name), each.text).catch(() => undefined);
        } else if (each.kind === "remove") {
          touched.push(each.path);
          await rm(workspace.at(each.path), { recursive: true, force: true });
        } else {
          touched.push(each.path, each.to);
          await rename(workspace.at(each.path), workspace.at(each.to)).catch(() => undefined);
        }
        // Half of the changes are told while others are still on their way.
        const told = index.refresh(touched.map((name) => workspace.at(name)));
        if (changes.length % 2 === 0) await told;
      }
      await index.flush();
      await index.refresh(PATHS.map((name) => workspace.at(name)));
      await expect.poll(() => index.status().state).toBe("ready");

      const fresh = new WorkspaceIndex(options);
      for (const [name, content] of open) fresh.setOpenDocument(uriOf(name), content, "python");
      await fresh.ready;
      await fresh.flush();
      try {
        expect(await everything(index)).toEqual(await everything(fresh));
      } finally {
        await Promise.all([index.close(), fresh.close(), workspace.remove()]);
      }
    }),
    { ...options, endOnFailure: true },
  );
}

async function everything(index: WorkspaceIndex) {
  const { signal } = new AbortController();
  const search = (word: string) =>
    index.search({ text: word, uri: "untitled:1", languageId: "python", limit: 50 }, signal);
  return [index.status().files, index.status().snippets, ...(await Promise.all(WORDS.map(search)))];
}
