import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { withCommandReference } from "./command-reference.js";

const page = readFileSync(fileURLToPath(new URL("../../../docs/commands.md", import.meta.url)), "utf8");

describe("docs/commands.md", () => {
  it("has every command's help as it is; `npm run schema` writes it", () => {
    expect(page).toBe(withCommandReference(page));
    expect(page).toContain("## nearfirst models pull\n");
  });
});
