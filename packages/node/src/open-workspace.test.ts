import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type TemporaryWorkspace, temporaryWorkspace } from "../test/temporary-workspace.js";
import { DEFAULT_SETTINGS, type Settings } from "./config/settings.js";
import { openWorkspace, type RuntimeWorkspace } from "./open-workspace.js";
import { uriOfPath } from "./workspace/file-uri.js";

let made: TemporaryWorkspace[] = [];
let opened: RuntimeWorkspace | null = null;
afterEach(async () => {
  await opened?.close();
  await Promise.all(made.map((each) => each.remove()));
  made = [];
});

/** Opens folders with these files; `notices` grows while they are read. */
async function open(folders: readonly Record<string, string>[], settings: Partial<Settings> = {}) {
  for (const files of folders) made.push(await temporaryWorkspace(files));
  const notices: string[] = [];
  const roots = [...made.map(({ root }) => root)];
  const workspace = openWorkspace({
    folders: roots,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    watch: "off",
    onNotice: (notice) => notices.push(notice),
  });
  opened = workspace;
  await workspace.ready;
  const paths = async () => {
    const query = {
      text: "frobnicate(",
      uri: uriOfPath(join(roots[0] as string, "x.py")),
      languageId: "python",
      limit: 8,
    };
    return (await workspace.search(query, new AbortController().signal)).map(({ path }) => path).sort();
  };
  return { workspace, notices, paths };
}

describe("the runtime's workspace", () => {
  it("takes nothing from files that the settings ignore, and as much as ever from the others", async () => {
    const ignored = Array.from({ length: 20 }, (_, at) => [`private/b${at}.py`, `frobnicate(${at})\n`]);
    const files = {
      "a.py": "frobnicate = 1\n",
      "other/private.py": "frobnicate = 2\n",
      ...Object.fromEntries(ignored),
    };
    const { workspace, paths } = await open([files], { ignore: ["private/"] });
    expect(await paths()).toEqual(["a.py", "other/private.py"]);
    expect(workspace.status().files).toBe(2);
  });

  it("reads the patterns from each folder's root, with what they take back themselves", async () => {
    const files = {
      "a.py": "frobnicate = 1\n",
      "sub/a.py": "frobnicate = 2\n",
      "keep_b.py": "frobnicate = 3\n",
      "b.py": "frobnicate = 4\n",
    };
    const { paths } = await open([files, files], { ignore: ["/a.py", "*b.py", "!keep_b.py"] });
    const folders = (await paths()).map((path) => path.slice(path.indexOf("/") + 1));
    expect(new Set(folders)).toEqual(new Set(["keep_b.py", "sub/a.py"]));
  });

  it("no ignore file of the workspace takes back what the user ignores", async () => {
    const { paths } = await open([{ ".gitignore": "!secret.py\n", "secret.py": "frobnicate = 1\n" }], {
      ignore: ["secret.py"],
    });
    expect(await paths()).toEqual([]);
  });

  it("says once what it leaves out, and what to do", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}.py`, "frobnicate\n"]));
    const { notices, workspace } = await open([files], { retrieval: { enabled: true, maxFiles: 5 } });
    workspace.setOpenDocument({
      uri: uriOfPath((made[0] as TemporaryWorkspace).at("f1.py")),
      languageId: "python",
      text: "frobnicate(2)",
    });
    await expect.poll(() => workspace.revision, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(notices).toEqual([expect.stringContaining("retrieval.maxFiles")]);
  });

  it("says nothing where nothing is left out", async () => {
    expect((await open([{ "a.py": "frobnicate\n" }])).notices).toEqual([]);
  });
});
