/** A workspace of real files with secrets planted into them, and of files that must not leave at all. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type PlantedSecret,
  plantedSecret,
  type Random,
  SECRET_KINDS,
} from "../../../packages/node/src/testing/planted-secrets.js";
import { readCorpus } from "../corpus.js";

export interface PlantedFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
  /** Where its secrets stand; none in a file that stays anyway. */
  readonly secrets: readonly { readonly start: number; readonly end: number }[];
}

export interface PlantedWorkspace {
  /** Files that may leave without their secrets. */
  readonly open: readonly PlantedFile[];
  /** Ignored, dot-env and local-only files: none of their lines may leave. */
  readonly kept: readonly PlantedFile[];
  readonly secrets: readonly PlantedSecret[];
  /** The patterns of `privacy.localOnly.paths`. */
  readonly localOnlyPaths: readonly string[];
}

const KEPT_PATHS = [
  "generated/client.py",
  "generated/deep/models.py",
  "settings.local.py",
  "deep/private/notes.py",
  ".env",
  ".env.production",
  "conf/prod.env",
  "conf/server.key",
  "plans/next.py",
  "deep/plans/later.py",
];
const IGNORE_FILES = { ".gitignore": "generated/\n*.local.py\n", "deep/.nearfirstignore": "private/\n" };
const SECRETS_A_FILE = 5;
const LINES_A_KEPT_FILE = 120;

/** Writes the workspace into `folder`. */
export function plantWorkspace(folder: string, random: Random): PlantedWorkspace {
  const secrets: PlantedSecret[] = [];
  const open = readCorpus().map(({ path, text }): PlantedFile => {
    const lines = text.split("\n");
    const planted = Array.from({ length: SECRETS_A_FILE }, (_, at) =>
      plantedSecret(SECRET_KINDS[(secrets.length + at) % SECRET_KINDS.length] as string, random),
    );
    secrets.push(...planted);
    // Before some line each, so that the code around is any.
    for (const { code } of planted) lines.splice(Math.floor(random() * lines.length), 0, code);
    const whole = lines.join("\n");
    return { path: `src/${path}`, text: whole, secrets: planted.flatMap((secret) => placesOf(whole, secret)) };
  });
  const kept = KEPT_PATHS.map((path): PlantedFile => {
    const lines = Array.from({ length: LINES_A_KEPT_FILE }, () => keptLine(random));
    return { path, text: lines.join("\n"), secrets: [] };
  });
  for (const { path, text } of [...open, ...kept]) write(folder, path, text);
  for (const [path, text] of Object.entries(IGNORE_FILES)) write(folder, path, text);
  return { open, kept, secrets, localOnlyPaths: ["plans/"] };
}

/** A line of code like no other: its name is drawn. */
function keptLine(random: Random): string {
  const word = () => Array.from({ length: 14 }, () => "abcdefghijklmnopqrstuvwxyz"[Math.floor(random() * 26)]).join("");
  return `${word()} = ${word()}(${word()})`;
}

function placesOf(text: string, { secret, code }: PlantedSecret): { start: number; end: number }[] {
  const at = text.indexOf(code);
  const lines = secret.split("\n");
  const first = text.indexOf(lines[0] as string, at);
  const last = lines.at(-1) as string;
  return at < 0 || first < 0 ? [] : [{ start: first, end: text.indexOf(last, first) + last.length }];
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
