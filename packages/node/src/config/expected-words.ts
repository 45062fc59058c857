/** Says in words what a key of the configuration accepts, and what was found there. */

/** The parts of a JSON schema that Zod makes for our settings. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly default?: unknown;
  readonly description?: string;
}

/** The schema of the value at `path`; undefined where there is none. */
export function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  for (const step of path) {
    if (at === undefined) return undefined;
    const { additionalProperties, items, properties }: JsonSchema = at;
    const any = typeof additionalProperties === "object" ? additionalProperties : undefined;
    if (typeof step === "number") at = items;
    else at = properties !== undefined && Object.hasOwn(properties, step) ? properties[step] : any;
  }
  return at;
}

/** For example "a whole number from 1 to 512". */
export function expectedWords(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(expectedWords).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  switch (schema.type) {
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number${rangeWords(schema)}`;
    case "number":
      return `a number${rangeWords(schema)}`;
    case "string":
      return (schema.minLength ?? 0) > 0 ? "a text that is not empty" : "a text";
    case "array":
      return `a list [...] of which each entry is ${schema.items === undefined ? "anything" : expectedWords(schema.items)}`;
    case "object":
      return "an object {...}";
    default:
      return "something else";
  }
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

const LONGEST_QUOTED_TEXT = 40;

/** For example `the text "64"`. */
export function foundWords(value: unknown): string {
  if (typeof value === "string")
    return value.length > LONGEST_QUOTED_TEXT
      ? `a text of ${value.length} characters`
      : `the text ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
