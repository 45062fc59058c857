import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { schemaAt } from "./expected-words.js";
import { keysOf, userJsonSchema, workspaceJsonSchema } from "./json-schema.js";
import { withSettingsList } from "./settings-list.js";

const committed = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

describe("the JSON schemas of the configuration", () => {
  it("are committed as they are; `npm run schema` writes them", () => {
    expect(committed("config.schema.json")).toEqual(userJsonSchema());
    expect(committed("workspace-config.schema.json")).toEqual(workspaceJsonSchema());
  });

  it("are what docs/configuration.md says", () => {
    const page = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");
    expect(page).toContain("- **`trigger.delayMs`** (a whole number from 0 to 5000; default `150`)");
    expect(withSettingsList(page)).toBe(page);
  });

  it("describe every key of the user's file, with a default", () => {
    const schema = userJsonSchema();
    for (const key of keysOf(schema).filter((each) => each !== "$schema")) {
      const at = schemaAt(schema, key.split("."));
      expect(at?.description, key).toMatch(/\w/);
      expect(at?.default, key).toBeDefined();
    }
  });

  it("allow a workspace only keys that the user has too", () => {
    const known = keysOf(userJsonSchema());
    for (const key of keysOf(workspaceJsonSchema())) expect(known).toContain(key);
  });
});
