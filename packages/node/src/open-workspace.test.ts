import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "./config/settings.js";
import { openWorkspace } from "./open-workspace.js";

describe("the runtime's workspace", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "nearfirst-workspace-"));
    mkdirSync(join(folder, "private"));
    writeFileSync(join(folder, "a.py"), "def frobnicate(gadget):\n    return gadget\n");
    writeFileSync(join(folder, "private", "b.py"), "def frobnicate(widget):\n    return widget\n");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("finds snippets of the other files that are not ignored, however many of those would rank higher", async () => {
    for (let at = 0; at < 10; at++) writeFileSync(join(folder, "private", `${at}.py`), "frobnicate(frobnicate())\n");
    const settings = { ...DEFAULT_SETTINGS, ignore: ["private/"] };
    const workspace = openWorkspace({ folders: [folder], settings, watch: "off" });
    await workspace.ready;
    const uri = pathToFileURL(join(folder, "c.py")).href;
    const query = { text: "frobnicate(", uri, languageId: "python", limit: 8 };
    const snippets = await workspace.search(query, new AbortController().signal);
    expect(snippets.map(({ path }) => path)).toEqual(["a.py"]);
    await workspace.close();
  });
});
