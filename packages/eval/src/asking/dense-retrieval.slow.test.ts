/** Retrieval by the real sentence model, as `scripts/install-minilm.sh` makes it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.js";
import { DenseIndex } from "../embeddings/dense-index.js";
import { openSentenceModel } from "../embeddings/sentence-model.js";

const modelPath = fileURLToPath(new URL("../../../../.servers/minilm/all-MiniLM-L6-v2.gguf", import.meta.url));
const isInstalled = existsSync(modelPath);

if (!isInstalled) console.warn("\nSKIPPED: no test ran with all-MiniLM-L6-v2. Run scripts/install-minilm.sh.\n");

it.runIf(process.env["CI"] !== undefined)("all-MiniLM-L6-v2 is there where the whole check runs", () => {
  expect(isInstalled, "scripts/install-minilm.sh makes it").toBe(true);
});

describe.skipIf(!isInstalled)("a search by meaning", () => {
  it("finds code about the same thing in other words, and takes texts of any length", async () => {
    const root = temporaryFolder({
      "mail.py": "def send_letter(recipient, body):\n    postman.deliver(recipient, body)\n",
      "shapes.py": "def area(width, height):\n    return width * height\n",
      "data.py": `VALUES = [${Array.from({ length: 900 }, (_, at) => at % 7).join(", ")}]\n`,
      "empty.py": "\n",
    });
    const embedder = await openSentenceModel(modelPath, 1);
    try {
      const { signal } = new AbortController();
      const index = await DenseIndex.of({ root, languageId: "python", embedder, signal });
      const bestOf = async (text: string) => (await index.search({ text, limit: 3, exceptPath: "" }))[0]?.path;
      expect(await bestOf("# notify the customer by e-mail\nemail.message(to=customer, text=")).toBe("mail.py");
      expect(await bestOf("surface_of_rectangle = ")).toBe("shapes.py");
      expect(await bestOf(`${"word ".repeat(2_000)}\nsurface of a rectangle ${"rectangle area ".repeat(100)}`)).toBe(
        "shapes.py",
      );
      expect(await bestOf("")).toBeDefined();
    } finally {
      await embedder.close();
    }
  }, 120_000);
});
