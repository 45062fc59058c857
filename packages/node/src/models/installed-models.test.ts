import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findModel, listModels, type ModelFolders, modelFolders } from "./installed-models.js";

let root: string;
let folders: ModelFolders;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nearfirst-models-"));
  folders = { embedded: [join(root, "package"), join(root, "repository")], user: join(root, "user"), ollama: [] };
  for (const name of ["repository", "user"]) mkdirSync(join(root, name));
});
afterEach(() => rmSync(root, { recursive: true }));

/** As much of a model as is looked at: magic, version 3, no tensors, no metadata. */
const HEADER = Buffer.concat([Buffer.from("GGUF"), Buffer.from([3]), Buffer.alloc(19)]);

const model = (folder: string, file: string, card?: string) => {
  writeFileSync(join(root, folder, `${file}.gguf`), HEADER);
  if (card !== undefined) writeFileSync(join(root, folder, `${file}.md`), card);
};
const names = async () => (await listModels(folders)).map(({ name, origin }) => `${origin} ${name}`);

describe("the installed models", () => {
  it("are the embedded ones, then the user's, with the names of their cards", async () => {
    model("repository", "tiny-q8_0", "---\nname: tiny\nlanguages: [python]\n---\n");
    model("user", "big");
    writeFileSync(join(root, "user", "notes.txt"), "");
    expect(await names()).toEqual(["embedded tiny", "user big"]);
  });

  it("are none where the folders are missing or empty", async () => {
    rmSync(folders.user, { recursive: true });
    expect(await names()).toEqual([]);
  });

  it("include the one that ships with this repository, whose card has its checksum", async () => {
    const [shipped] = await listModels(modelFolders({ XDG_DATA_HOME: root }));
    expect(shipped).toMatchObject({ origin: "embedded", problem: null });
    const files = shipped?.card?.files ?? {};
    expect(Object.entries(files).find(([name]) => shipped?.path.endsWith(name))?.[1]).toMatchObject({
      size: shipped?.fileBytes,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("are not used without a card that is there and cannot be read", async () => {
    model("user", "odd");
    mkdirSync(join(root, "user", "odd.md"));
    await expect(findModel("odd", folders)).rejects.toMatchObject({
      code: "model-corrupt",
      message: expect.stringMatching(/card .*odd\.md cannot be read \(EISDIR\)/),
    });
  });

  it("are listed with a broken card, and not used", async () => {
    model("user", "odd", "no front matter");
    const [odd] = await listModels(folders);
    expect(odd).toMatchObject({ name: "odd", problem: expect.stringContaining("no valid front matter") });
    await expect(findModel("odd", folders)).rejects.toMatchObject({ code: "model-corrupt" });
  });
});

describe("a damaged model file", () => {
  const refusal = async (content: Uint8Array | string) => {
    writeFileSync(join(root, "damaged.gguf"), content);
    return findModel(join(root, "damaged.gguf"), folders).then(
      () => "accepted",
      (error: Error) => error.message.replace(/^.*can be loaded: /, ""),
    );
  };

  it("is refused at once, in words", async () => {
    expect(await refusal("")).toBe("it is empty. Fetch it again.");
    expect(await refusal("<!DOCTYPE html>")).toBe("it is not in the GGUF format. Fetch it again.");
    expect(await refusal("GGUF")).toBe("it is damaged. Fetch it again.");
    expect(await refusal("GGUF but not really what it says")).toMatch(/of a GGUF version that is not known/);
    const manyEntries = Buffer.from(HEADER);
    manyEntries.writeBigUInt64LE(2n ** 60n, 16);
    expect(await refusal(manyEntries)).toBe("it is damaged. Fetch it again.");
    expect(await refusal(HEADER)).toBe("accepted");
  });
});

describe("the model that a setting names", () => {
  beforeEach(() => {
    model("repository", "tiny-q8_0", "---\nname: tiny\n---\n");
    model("user", "qwen-coder");
  });

  it("is the embedded one by default, else the one of that name", async () => {
    expect((await findModel("default", folders)).name).toBe("tiny");
    expect((await findModel("qwen-coder", folders)).origin).toBe("user");
  });

  it("is a file where it looks like a path", async () => {
    const path = join(root, "user", "qwen-coder.gguf");
    expect(await findModel(path, folders)).toMatchObject({ path, origin: "path", name: "qwen-coder" });
    const missing = findModel(join(root, "none.gguf"), folders);
    await expect(missing).rejects.toMatchObject({
      code: "model-missing",
      message: expect.stringContaining("none.gguf"),
    });
    await expect(findModel(`${root}/user`, folders)).rejects.toMatchObject({ code: "model-missing" });
  });

  it("is missing with the nearest name, or with where the embedded one should be", async () => {
    await expect(findModel("qwen-code", folders)).rejects.toThrow('did you mean "qwen-coder"?');
    await expect(findModel("something-else", folders)).rejects.toThrow("`nearfirst models list`");
    const empty = { ...folders, embedded: [join(root, "package")] };
    await expect(findModel("default", empty)).rejects.toThrow("The embedded model is missing");
  });
});
