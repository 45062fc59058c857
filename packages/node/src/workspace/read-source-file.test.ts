import { mkdir, symlink } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TemporaryWorkspace, temporaryWorkspace } from "../../test/temporary-workspace.js";
import { MAX_FILE_BYTES, readSourceFile } from "./read-source-file.js";

describe("reading source files", () => {
  let workspace: TemporaryWorkspace;
  beforeEach(async () => {
    workspace = await temporaryWorkspace();
  });
  afterEach(() => workspace.remove());

  const textOf = async (content: string | Uint8Array) => {
    await workspace.write({ "a.py": content });
    return (await readSourceFile(workspace.at("a.py")))?.text;
  };

  it("decodes UTF-8, drops a byte order mark, and keeps an empty file", async () => {
    expect(await textOf("größe = '🚀'\r\n")).toBe("größe = '🚀'\r\n");
    expect(await textOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x78))).toBe("x");
    expect(await textOf("")).toBe("");
  });

  it("decodes UTF-16 with a byte order mark, and else Latin-1", async () => {
    expect(await textOf(Uint8Array.of(0xff, 0xfe, 0x78, 0, 0xe4, 0))).toBe("xä");
    expect(await textOf(Uint8Array.of(0x78, 0x20, 0x3d, 0x20, 0xe4))).toBe("x = ä");
  });

  it("has no text for binary data and for a file above 1 MB", async () => {
    expect(await textOf(Uint8Array.of(0x78, 0, 0x79))).toBeNull();
    expect(await textOf("x".repeat(MAX_FILE_BYTES + 1))).toBeNull();
    expect(await textOf("x".repeat(MAX_FILE_BYTES))).toHaveLength(MAX_FILE_BYTES);
  });

  it("is null for a directory, a dangling link, a link, and nothing", async () => {
    await workspace.write({ "real.py": "x = 1" });
    await mkdir(workspace.at("directory.py"));
    await symlink(workspace.at("nowhere.py"), workspace.at("dangling.py"));
    await symlink(workspace.at("real.py"), workspace.at("link.py"));
    for (const name of ["directory.py", "dangling.py", "link.py", "nothing.py"])
      expect(await readSourceFile(workspace.at(name)), name).toBeNull();
  });
});
