import { z } from "zod";
import type { JsonSchema } from "./expected-words.js";
import { settingsSchema, workspaceSettingsSchema } from "./settings.js";

/** Made once: it takes longer than reading a file by it. */
let userSchema: JsonSchema | null = null;
let workspaceSchema: JsonSchema | null = null;

/** The JSON schema of the user's configuration file; `config.schema.json` is this, written by `npm run schema`. */
export function userJsonSchema(): JsonSchema {
  userSchema ??= z.toJSONSchema(settingsSchema, { io: "input" }) as JsonSchema;
  return userSchema;
}

/** The JSON schema of a workspace's `.nearfirst.json`; `workspace-config.schema.json` is this. */
export function workspaceJsonSchema(): JsonSchema {
  workspaceSchema ??= z.toJSONSchema(workspaceSettingsSchema, { io: "input" }) as JsonSchema;
  return workspaceSchema;
}

/** Every key as a dotted path, groups after their members' prefix: `trigger.delayMs`. */
export function keysOf(schema: JsonSchema, prefix = ""): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    value.properties === undefined ? [prefix + key] : [prefix + key, ...keysOf(value, `${prefix}${key}.`)],
  );
}
