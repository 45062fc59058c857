/** Reads the text of a configuration file: JSON with comments, every mistake named with its place. */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { z } from "zod";
import { nearest } from "../nearest.js";
import { expectedWords, foundWords, type JsonSchema, schemaAt } from "./expected-words.js";
import { keysOf, userJsonSchema, workspaceJsonSchema } from "./json-schema.js";
import { type Settings, settingsSchema, type WorkspaceSettings, workspaceSettingsSchema } from "./settings.js";

/** `user`: the user's own file; `workspace`: a workspace's `.nearfirst.json`, which may only take away. */
export type ConfigRole = "user" | "workspace";

export interface ConfigProblem {
  readonly role: ConfigRole;
  readonly file: string;
  /** One-based; 0 where the file as a whole is meant. */
  readonly line: number;
  /** One-based, in UTF-16 units; 0 where the file as a whole is meant. */
  readonly column: number;
  /** Dotted path of the key, null where the text is no JSON or the file could not be read. */
  readonly key: string | null;
  /** What is wrong and what is right, in words. */
  readonly message: string;
}

export interface ParsedConfig<Value> {
  /** What is valid in the file; a key with a problem is left out. */
  readonly value: Value;
  /** The keys that the file sets, as dotted paths. */
  readonly keys: readonly string[];
  readonly problems: readonly ConfigProblem[];
}

/** The user's settings in `text`, with defaults for what it does not say. */
export function parseUserConfig(text: string, file: string): ParsedConfig<Settings> {
  return parseConfig({ text, file, role: "user", schema: settingsSchema, jsonSchema: userJsonSchema() });
}

/** What the workspace's file `text` takes away. */
export function parseWorkspaceConfig(text: string, file: string): ParsedConfig<WorkspaceSettings> {
  const jsonSchema = workspaceJsonSchema();
  return parseConfig({ text, file, role: "workspace", schema: workspaceSettingsSchema, jsonSchema });
}

interface ConfigText<Schema> {
  readonly text: string;
  readonly file: string;
  readonly role: ConfigRole;
  readonly schema: Schema;
  readonly jsonSchema: JsonSchema;
}

type Path = readonly (string | number)[];

/** A file with more is no configuration; telling of each would take time that grows with their square. */
const MOST_MISTAKES = 100;

function parseConfig<Schema extends z.ZodType>(config: ConfigText<Schema>): ParsedConfig<z.output<Schema>> {
  try {
    return parsed(config);
  } catch (thrown) {
    // The parser and the schema call themselves for each level.
    if (!(thrown instanceof RangeError)) throw thrown;
    return nothingOf(config, "The file is nested too deeply for a configuration.");
  }
}

function tooMany(count: number): string {
  return `The file has ${count} mistakes: it is no configuration.`;
}

/** The defaults, where a file as a whole is of no use. */
function nothingOf<Schema extends z.ZodType>(
  { file, role, schema }: ConfigText<Schema>,
  message: string,
): ParsedConfig<z.output<Schema>> {
  return { value: schema.parse({}), keys: [], problems: [{ role, file, line: 0, column: 0, key: null, message }] };
}

function parsed<Schema extends z.ZodType>(config: ConfigText<Schema>): ParsedConfig<z.output<Schema>> {
  const { file, role, schema } = config;
  // A byte order mark is no part of the JSON; columns count without it, as editors show them.
  const text = config.text.replace(/^\uFEFF/, "");
  const problems: ConfigProblem[] = [];
  const report = (offset: number, key: string | null, message: string) =>
    problems.push({ role, file, ...placeOf(text, offset), key, message });

  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [firstError] = errors;
  if (firstError !== undefined && text.trim() !== "")
    report(firstError.offset, null, `This is no valid JSON: ${syntaxWords(firstError)}.`);
  const root = tree?.type === "object" ? tree : undefined;
  if (tree !== undefined && root === undefined && firstError === undefined)
    report(tree.offset, null, `The configuration is an object {...}, not ${foundWords(getNodeValue(tree))}.`);
  const repeated = root === undefined ? [] : repeatedKeys(root);
  if (repeated.length > MOST_MISTAKES) return nothingOf(config, tooMany(repeated.length));
  for (const twice of repeated)
    report(
      twice.offset,
      twice.value,
      `The key "${twice.value}" is here for the second time; only the last one counts.`,
    );

  const found: unknown = root === undefined ? {} : getNodeValue(root);
  const wrong: Path[] = [];
  const issues = schema.safeParse(found).error?.issues ?? [];
  const mistakes = issues.reduce((sum, each) => sum + (each.code === "unrecognized_keys" ? each.keys.length : 1), 0);
  if (problems.length + mistakes > MOST_MISTAKES) return nothingOf(config, tooMany(problems.length + mistakes));
  for (const issue of issues) {
    const path = issue.path.filter((step) => typeof step !== "symbol");
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) {
        wrong.push([...path, key]);
        report(keyOffset(root, [...path, key]), dotted([...path, key]), unknownKeyWords([...path, key], config));
      }
    else if (!wrong.some((known) => dotted(known) === dotted(path))) {
      wrong.push(path);
      const node = root && findNodeAtLocation(root, [...path]);
      const value: unknown = node === undefined ? undefined : getNodeValue(node);
      const expected = schemaAt(config.jsonSchema, path);
      const message =
        issue.code === "invalid_format" || expected === undefined
          ? `"${dotted(path)}": ${issue.message}.`
          : `"${dotted(path)}" must be ${expectedWords(expected)}, not ${foundWords(value)}.${meantWords(value, expected)}`;
      report(node?.offset ?? 0, dotted(path), message);
    }
  }
  const valid = schema.safeParse(without(found, wrong));
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  return { value: valid.success ? valid.data : schema.parse({}), keys: leavesOf(without(found, wrong)), problems };
}

function syntaxWords({ error }: ParseError): string {
  const words = printParseErrorCode(error).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.trim();
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - (before.lastIndexOf("\n") + 1) + 1 };
}

function keyOffset(root: Node | undefined, path: Path): number {
  return (root && findNodeAtLocation(root, [...path]))?.parent?.offset ?? 0;
}

function dotted(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? step : `${text}.${step}`;
  }, "");
}

function unknownKeyWords(path: Path, { role, jsonSchema }: ConfigText<unknown>): string {
  const key = dotted(path);
  if (role === "workspace" && schemaAt(userJsonSchema(), path) !== undefined)
    return `"${key}" can be set in the user's own configuration only: a workspace may only take something away. It has no effect here.`;
  const parent = path.slice(0, -1);
  const siblings = Object.keys(schemaAt(jsonSchema, parent)?.properties ?? {});
  const last = String(path.at(-1));
  const elsewhere = keysOf(jsonSchema);
  const guess =
    nearest(last, siblings)?.replace(/^/, parent.length === 0 ? "" : `${dotted(parent)}.`) ??
    elsewhere.find((each) => each === last || each.endsWith(`.${last}`)) ??
    nearest(key, elsewhere);
  return guess === null
    ? `There is no key "${key}". The keys here are ${siblings.join(", ")}.`
    : `There is no key "${key}"; did you mean "${guess}"?`;
}

function meantWords(value: unknown, expected: JsonSchema): string {
  const texts = (expected.enum ?? expected.anyOf?.map((each) => each.const) ?? []).filter(
    (each) => typeof each === "string",
  );
  const guess = typeof value === "string" ? nearest(value, texts) : null;
  return guess === null ? "" : ` Did you mean "${guess}"?`;
}

/** Property names that an object holds more than once, as nodes of the later ones. */
function repeatedKeys(node: Node): Node[] {
  const names = new Set<string>();
  return (node.children ?? []).flatMap((property) => {
    const [name, value] = property.children ?? [];
    if (name === undefined) return [];
    const isRepeated = names.has(name.value);
    names.add(name.value);
    return [...(isRepeated ? [name] : []), ...(value?.type === "object" ? repeatedKeys(value) : [])];
  });
}

/** A copy of `value` without what lies at `paths`. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value;
  const inside = (step: string | number) =>
    paths.filter((path) => String(path[0]) === String(step) && path.length > 1).map((path) => path.slice(1));
  const isGone = (step: string | number) => paths.some((path) => path.length === 1 && String(path[0]) === String(step));
  if (Array.isArray(value))
    return value.flatMap((item: unknown, at) => (isGone(at) ? [] : [without(item, inside(at))]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
      isGone(key) ? [] : [[key, without(item, inside(key))]],
    ),
  );
}

function leavesOf(value: unknown, prefix = ""): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, prefix === "" ? key : `${prefix}.${key}`));
}
