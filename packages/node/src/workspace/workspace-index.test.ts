import { rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type TemporaryWorkspace, temporaryWorkspace } from "../../test/temporary-workspace.js";
import { uriOfPath } from "./file-uri.js";
import type { IndexStatus } from "./index-protocol.js";
import { WorkspaceIndex, type WorkspaceIndexOptions } from "./workspace-index.js";

const opened: (WorkspaceIndex | TemporaryWorkspace)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await ("close" in each ? each.close() : each.remove());
});

async function workspaceOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<TemporaryWorkspace> {
  const workspace = await temporaryWorkspace(files);
  opened.push(workspace);
  return workspace;
}

type Options = Omit<Partial<WorkspaceIndexOptions>, "folders">;

async function indexOf(folders: readonly string[], options: Options = {}): Promise<WorkspaceIndex> {
  const index = new WorkspaceIndex({ folders, watch: "off", searchLimitMs: 5_000, ...options });
  opened.push(index);
  await index.ready;
  return index;
}

async function watchedIndexOf(folders: readonly string[], options: Options = {}): Promise<WorkspaceIndex> {
  const index = await indexOf(folders, { watch: "on", ...options });
  await vi.waitFor(() => expect(index.status().watching).toBe("on"), { timeout: 10_000 });
  return index;
}

const never = new AbortController().signal;

/** Paths of the snippets that hold a word, in the order of path. */
async function pathsWith(index: WorkspaceIndex, text: string, from = "untitled:1", languageId = "python") {
  const found = await index.search({ text, uri: from, languageId, limit: 50 }, never);
  return [...new Set(found.map((snippet) => snippet.path))].sort();
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

describe("the workspace index", () => {
  it("finds snippets of the other files, and none of the file at the cursor", async () => {
    const workspace = await workspaceOf({
      "shop/stock.py": "import os\n\n\ndef add_stock(item):\n    return item\n",
      "main.py": "from shop import stock\n",
      "notes.txt": "stock",
    });
    const index = await indexOf([workspace.root]);
    expect(index.status()).toMatchObject({ state: "ready", reason: null, files: 2, notices: [] });
    const query = { text: "stock", uri: uriOfPath(workspace.at("main.py")), languageId: "python", limit: 8 };
    const [snippet, ...others] = await index.search(query, never);
    expect(others).toEqual([]);
    expect(snippet).toMatchObject({
      path: "shop/stock.py",
      startLine: 3,
      text: "def add_stock(item):\n    return item",
    });
    expect(await pathsWith(index, "stock", uriOfPath(workspace.at("shop/stock.py")))).toEqual(["main.py"]);
    // Another spelling of the same URI, as some editors send it.
    const encoded = uriOfPath(workspace.at("main.py")).replaceAll("[", "%5B").replaceAll("]", "%5D");
    expect(await pathsWith(index, "stock", encoded)).toEqual(["shop/stock.py"]);
  });

  it("says how far it is", async () => {
    const workspace = await workspaceOf(
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`d${at % 20}/f${at}.py`, `stock = ${at}\n`])),
    );
    const seen: IndexStatus[] = [];
    const index = await indexOf([workspace.root], { onStatus: (status) => seen.push(status) });
    expect(index.status()).toMatchObject({ state: "ready", files: 2_000, filesDone: 2_000, filesTotal: 2_000 });
    expect(seen.at(-1)?.state).toBe("ready");
    expect(seen.some(({ state }) => state === "indexing")).toBe(true);
    const done = seen.map(({ filesDone }) => filesDone);
    expect(done).toEqual([...done].sort((one, other) => one - other));
    expect(await pathsWith(index, "1234")).toEqual(["d14/f1234.py"]);
  });

  it("honours ignore files, and reads no secrets, no installed code, no data", async () => {
    const workspace = await workspaceOf({
      ".gitignore": "generated/\n",
      "sub/.nearfirstignore": "private.py\n",
      "a.py": "stock a",
      "generated/b.py": "stock b",
      "sub/private.py": "stock c",
      "sub/public.py": "stock d",
      "node_modules/x/c.py": "stock e",
      ".env.py": "stock f",
      "binary.py": Uint8Array.of(0x73, 0x74, 0x6f, 0x63, 0x6b, 0x0a, 0),
      "large.py": "stock = 1\n\n".repeat(1_000_000),
      "minified.py": `stock = [${"1,".repeat(5_000)}]`,
      "latin1.py": Buffer.from("stock = 'größe'", "latin1"),
    });
    const index = await indexOf([workspace.root]);
    expect(await pathsWith(index, "stock")).toEqual(["a.py", "latin1.py", "sub/public.py"]);
  });

  it("never leaves the workspace through a symbolic link, nor runs in circles", async () => {
    const outside = await workspaceOf({ "secret.py": "stock outside", "dir/secret.py": "stock outside" });
    const workspace = await workspaceOf({ "a.py": "stock inside", "sub/b.py": "stock inside too" });
    await symlink(outside.at("secret.py"), workspace.at("file.py"));
    await symlink(outside.at("dir"), workspace.at("dir"));
    await symlink(workspace.root, workspace.at("sub/loop"));
    await symlink(workspace.at("nothing.py"), workspace.at("dangling.py"));
    await symlink(workspace.at("self.py"), workspace.at("self.py"));
    await workspace.write({ "directory.py/c.py": "stock within" });
    const index = await watchedIndexOf([workspace.root]);
    const inside = ["a.py", "directory.py/c.py", "sub/b.py"];
    expect(await pathsWith(index, "stock")).toEqual(inside);
    await index.refresh([workspace.at("file.py"), workspace.at("dir/secret.py"), workspace.at("dir"), outside.root]);
    expect(await pathsWith(index, "stock")).toEqual(inside);
    // An editor that has a file open through the link does not bring it in either.
    index.setOpenDocument(uriOfPath(workspace.at("dir/secret.py")), "stock outside", "python");
    index.setOpenDocument(uriOfPath(outside.at("secret.py")), "stock outside", "python");
    await index.flush();
    expect(await pathsWith(index, "stock")).toEqual(inside);
  });

  it("works in a folder that is opened through a symbolic link", async () => {
    const workspace = await workspaceOf({ "real/a.py": "stock", "real/b.py": "stock" });
    await symlink(workspace.at("real"), workspace.at("link"));
    const index = await indexOf([workspace.at("link")]);
    expect(await pathsWith(index, "stock", uriOfPath(workspace.at("link/a.py")))).toEqual(["b.py"]);
    index.setOpenDocument(uriOfPath(workspace.at("link/b.py")), "price", "python");
    await index.flush();
    expect(await pathsWith(index, "stock")).toEqual(["a.py"]);
  });

  it("lets unsaved buffers win over the file on disk, until they are closed", async () => {
    const workspace = await workspaceOf({ "a.py": "disk", ".gitignore": "ignored.py\n", "ignored.py": "" });
    const index = await indexOf([workspace.root], { editDebounceMs: 30 });
    const uri = uriOfPath(workspace.at("a.py"));
    index.setOpenDocument(uri, "first", "python");
    index.setOpenDocument(uri, "second", "python");
    await eventually(async () => expect(await pathsWith(index, "second")).toEqual(["a.py"]));
    expect(await pathsWith(index, "first")).toEqual([]);
    await writeFile(workspace.at("a.py"), "elsewhere");
    await index.refresh([workspace.at("a.py")]);
    expect(await pathsWith(index, "elsewhere")).toEqual([]);
    expect(await pathsWith(index, "second")).toEqual(["a.py"]);
    index.closeDocument(uri);
    await index.flush();
    expect(await pathsWith(index, "second")).toEqual([]);
    expect(await pathsWith(index, "elsewhere")).toEqual(["a.py"]);
    // New files that are not saved yet are found; ignored, binary and huge ones are not.
    for (const name of ["new.py", "ignored.py"])
      index.setOpenDocument(uriOfPath(workspace.at(name)), "unsaved", "python");
    index.setOpenDocument(uriOfPath(workspace.at("binary.py")), "unsaved\0", "python");
    index.setOpenDocument(uriOfPath(workspace.at("huge.py")), "unsaved\n\n".repeat(1_000_000), "python");
    await index.flush();
    expect(await pathsWith(index, "unsaved")).toEqual(["new.py"]);
    index.closeDocument(uriOfPath(workspace.at("new.py")));
    await index.flush();
    expect(await pathsWith(index, "unsaved")).toEqual([]);
  });

  it("changes its revision with its content, and only then", async () => {
    const workspace = await workspaceOf({ "a.py": "one", "b.py": "two" });
    const index = await indexOf([workspace.root]);
    const before = index.revision;
    await index.refresh([workspace.at("nothing.py"), workspace.at("notes.txt"), workspace.at("b.py"), workspace.root]);
    index.setOpenDocument(uriOfPath(workspace.at("a.py")), "one", "python");
    await index.flush();
    index.closeDocument(uriOfPath(workspace.at("a.py")));
    await index.flush();
    await pathsWith(index, "one");
    expect(index.revision).toBe(before);
    await writeFile(workspace.at("a.py"), "three");
    await index.refresh([workspace.at("a.py")]);
    expect(index.revision).toBeGreaterThan(before);
  });

  it("follows files that are written, changed, renamed and deleted, and folders too", async () => {
    const workspace = await workspaceOf({ "a.py": "alpha", "sub/b.py": "beta", "sub/c.py": "gamma" });
    const index = await watchedIndexOf([workspace.root]);
    await workspace.write({ "new/deep/d.py": "delta" });
    await eventually(async () => expect(await pathsWith(index, "delta")).toEqual(["new/deep/d.py"]));
    await writeFile(workspace.at("a.py"), "epsilon");
    await eventually(async () => expect(await pathsWith(index, "epsilon")).toEqual(["a.py"]));
    await rename(workspace.at("a.py"), workspace.at("z.py"));
    await eventually(async () => expect(await pathsWith(index, "epsilon")).toEqual(["z.py"]));
    await unlink(workspace.at("z.py"));
    await eventually(async () => expect(await pathsWith(index, "epsilon")).toEqual([]));
    await rename(workspace.at("sub"), workspace.at("renamed"));
    await eventually(async () =>
      expect(await pathsWith(index, "beta gamma")).toEqual(["renamed/b.py", "renamed/c.py"]),
    );
    await rm(workspace.at("renamed"), { recursive: true });
    await eventually(async () => expect(await pathsWith(index, "beta gamma")).toEqual([]));
    expect(index.status()).toMatchObject({ files: 1, state: "ready" });
  });

  it("crawls anew when an ignore file appears, changes or goes", async () => {
    const workspace = await workspaceOf({ "a.py": "stock a", "sub/b.py": "stock b" });
    const index = await watchedIndexOf([workspace.root]);
    await workspace.write({ "sub/.gitignore": "b.py\n" });
    await eventually(async () => expect(await pathsWith(index, "stock")).toEqual(["a.py"]));
    await vi.waitFor(() => expect(index.status().watching).toBe("on"), { timeout: 10_000 });
    await unlink(workspace.at("sub/.gitignore"));
    await eventually(async () => expect(await pathsWith(index, "stock")).toEqual(["a.py", "sub/b.py"]));
  });

  it("is told of changes by others where it does not watch", async () => {
    const workspace = await workspaceOf({ "a.py": "alpha", "sub/b.py": "beta", ".gitignore": "" });
    const index = await indexOf([workspace.root]);
    await workspace.write({ "new/c.py": "gamma c", "new/d.py": "gamma d" });
    await index.refresh([workspace.at("new")]);
    expect(await pathsWith(index, "gamma")).toEqual(["new/c.py", "new/d.py"]);
    await rm(workspace.at("sub"), { recursive: true });
    await index.refresh([workspace.at("sub")]);
    expect(await pathsWith(index, "beta")).toEqual([]);
    await writeFile(workspace.at(".gitignore"), "new/\n");
    await index.refresh([workspace.at(".gitignore")]);
    expect(await pathsWith(index, "alpha gamma")).toEqual(["a.py"]);
    await index.refresh([workspace.at("new/c.py"), workspace.at("new")]);
    expect(await pathsWith(index, "gamma")).toEqual([]);
  });

  it("names the folder where there are several, and a missing one in its status", async () => {
    const one = await workspaceOf({ "a.py": "stock", "inner/b.py": "stock" });
    const other = await workspaceOf({ "a.py": "stock" });
    const index = await indexOf([one.root, one.at("inner"), other.root, one.at("nowhere")]);
    const expected = [`${basename(one.root)}/a.py`, "inner/b.py", `${basename(other.root)}/a.py`].sort();
    // The same text is given once.
    await one.write({ "a.py": "stock one", "inner/b.py": "stock inner" });
    await index.refresh([one.at("a.py"), one.at("inner/b.py")]);
    expect(await pathsWith(index, "stock")).toEqual(expected);
    expect(index.status().notices).toEqual([expect.stringContaining("nowhere")]);
  });

  it("stops at the number of files that the settings allow, and says so", async () => {
    const workspace = await workspaceOf({
      "a.py": "stock",
      "b.py": "stock 2",
      "c.py": "stock 3",
      "sub/d.py": "stock 4",
    });
    const index = await indexOf([workspace.root], { maxFiles: 2 });
    expect(await pathsWith(index, "stock")).toEqual(["a.py", "b.py"]);
    expect(index.status()).toMatchObject({ files: 2, notices: [expect.stringContaining("retrieval.maxFiles")] });
    const watched = await indexOf([workspace.root], { maxFiles: 2, watch: "on" });
    expect(watched.status()).toMatchObject({
      watching: "off",
      notices: [expect.stringContaining("retrieval.maxFiles"), expect.stringContaining("not followed")],
    });
    const small = await indexOf([workspace.root], { maxCharacters: 12 });
    expect(small.status()).toMatchObject({ files: 2, notices: [expect.stringContaining("left out")] });
  });

  it("rejects an aborted search with the signal's reason, at once", async () => {
    const workspace = await workspaceOf({ "a.py": "stock" });
    const index = await indexOf([workspace.root]);
    const query = { text: "stock", uri: "untitled:1", languageId: "python", limit: 8 };
    await expect(index.search(query, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
    const controller = new AbortController();
    const search = index.search(query, controller.signal);
    controller.abort(new Error("during"));
    await expect(search).rejects.toThrow("during");
    expect(await pathsWith(index, "stock")).toEqual(["a.py"]);
  });

  it("gives no snippets before it is ready, after it is closed, and without folders", async () => {
    const workspace = await workspaceOf({ "a.py": "stock" });
    const starting = new WorkspaceIndex({ folders: [workspace.root], watch: "off", searchLimitMs: 1 });
    opened.push(starting);
    expect(starting.status().state).toBe("starting");
    expect(await pathsWith(starting, "stock")).toEqual([]);
    await starting.close();
    await starting.ready;
    expect(starting.status().state).toBe("closed");
    expect(await pathsWith(starting, "stock")).toEqual([]);
    starting.setOpenDocument("untitled:1", "x", "python");
    await starting.flush();
    const without = await indexOf([]);
    expect(await pathsWith(without, "stock")).toEqual([]);
  });
});

describe("a worker that fails", () => {
  it("is started again, and gets the editor's buffers again", async () => {
    const scripts = await workspaceOf({
      // Fails at the first start, and is the real worker from the second on.
      "flaky.mjs": `
        import { existsSync, writeFileSync } from "node:fs";
        const mark = new URL("./started", import.meta.url);
        if (!existsSync(mark)) { writeFileSync(mark, ""); throw new Error("broken start"); }
        await import(${JSON.stringify(import.meta.resolve("@nearfirst/node/index-worker"))});
      `,
    });
    const workspace = await workspaceOf({ "a.py": "disk" });
    const seen: IndexStatus[] = [];
    const index = new WorkspaceIndex({
      folders: [workspace.root],
      watch: "off",
      workerScript: scripts.at("flaky.mjs"),
      restartDelayMs: 10,
      searchLimitMs: 5_000,
      onStatus: (status) => seen.push(status),
    });
    opened.push(index);
    index.setOpenDocument(uriOfPath(workspace.at("a.py")), "edited", "python");
    await index.ready;
    expect(seen.find((status) => status.state === "degraded")?.reason).toContain("broken start");
    expect(index.status().state).toBe("ready");
    await eventually(async () => expect(await pathsWith(index, "edited")).toEqual(["a.py"]));
  });

  it("prints nothing into this process's output", async () => {
    const scripts = await workspaceOf({
      "loud.mjs": `
        console.log("printed by the worker");
        console.error("printed by the worker");
        await import(${JSON.stringify(import.meta.resolve("@nearfirst/node/index-worker"))});
      `,
    });
    const printed: string[] = [];
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((text) => printed.push(String(text)) > 0);
    const index = new WorkspaceIndex({ folders: [scripts.root], watch: "off", workerScript: scripts.at("loud.mjs") });
    opened.push(index);
    await index.ready;
    await index.close();
    vi.restoreAllMocks();
    expect(index.status().state).toBe("closed");
    expect(printed.filter((text) => text.includes("printed by the worker"))).toEqual([]);
  });

  it("is given up after some starts: searches give nothing, and the status says why", async () => {
    const scripts = await workspaceOf({ "broken.mjs": "throw new Error('always broken')" });
    for (const script of ["broken.mjs", "missing.mjs"]) {
      const index = new WorkspaceIndex({
        folders: [scripts.root],
        workerScript: scripts.at(script),
        restartDelayMs: 1,
      });
      opened.push(index);
      await index.ready;
      expect(index.status()).toMatchObject({ state: "degraded", reason: expect.stringContaining("nearfirst doctor") });
      expect(await pathsWith(index, "stock")).toEqual([]);
      await index.refresh([scripts.root]);
      expect(await index.memory()).toBeNull();
    }
  });
});

describe("a workspace folder that is deleted", () => {
  it("leaves nothing behind, not even a buffer that was ignored, and is followed again once it is back", async () => {
    const workspace = await workspaceOf({ ".gitignore": "secret.py\n", "a.py": "gadget = 1\n" });
    const index = await watchedIndexOf([workspace.root]);
    index.setOpenDocument(uriOfPath(workspace.at("secret.py")), "gadget = 'secret'", "python");
    await index.flush();
    await rm(workspace.root, { recursive: true });
    await eventually(async () => expect(await pathsWith(index, "gadget")).toEqual([]));
    await workspace.write({ ".gitignore": "secret.py\n", "b.py": "gadget = 2\n" });
    await eventually(async () => expect(await pathsWith(index, "gadget")).toEqual(["b.py"]));
    await eventually(async () => expect(index.status().watching).toBe("on"));
    await workspace.write({ "deep/c.py": "gadget = 3\n" });
    await eventually(async () => expect(await pathsWith(index, "gadget")).toEqual(["b.py", "deep/c.py"]));
  });
});
