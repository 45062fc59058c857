/** Sets keys in the user's configuration file. Comments, order and everything else stay as they are. */
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { readTextFile } from "../read-text-file.js";

const LARGEST_FILE_BYTES = 1_000_000;

export interface SettingChange {
  /** Steps to the key, as `["routing", "policy"]`. */
  readonly key: readonly string[];
  readonly value: string | number | boolean;
}

export interface WriteSettingOptions extends SettingChange {
  /** The user's configuration file; made, with its folder, where it is not there. */
  readonly path: string;
}

/** Throws `config-invalid` for a file that is no JSON: what would become of it cannot be told. */
export function writeSetting({ path, key, value }: WriteSettingOptions): Promise<void> {
  return writeSettings({ path, changes: [{ key, value }] });
}

export interface WriteSettingsOptions {
  /** As above. */
  readonly path: string;
  readonly changes: readonly SettingChange[];
  /** Comment for the first line of a file that is made; one line. */
  readonly heading?: string;
}

/** All of them at once or, where it throws, none. */
export async function writeSettings({ path, changes, heading }: WriteSettingsOptions): Promise<void> {
  const before = await readTextFile(path, LARGEST_FILE_BYTES).catch((thrown: NodeJS.ErrnoException) => {
    // A file in the place of a folder is found again where this one is written.
    if (thrown.code === "ENOENT" || thrown.code === "ENOTDIR") return "";
    throw new NearfirstError({
      code: "file-unreadable",
      message: `${path} cannot be read (${thrown.code}). Check its permissions.`,
      cause: thrown,
    });
  });
  // An editor on Windows may have put a byte order mark in front; JSON has none.
  const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
  const isEmpty = before.slice(mark.length).trim() === "";
  const empty = heading === undefined ? "{}\n" : `// ${heading}\n{}\n`;
  let text = isEmpty ? empty : before.slice(mark.length);
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof root !== "object" || root === null || Array.isArray(root))
    throw new NearfirstError({
      code: "config-invalid",
      message: `${path} has mistakes, so nothing was written into it. \`nearfirst config show\` says where they are.`,
    });
  for (const { key, value } of changes)
    text = applyEdits(text, modify(text, [...key], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  await replaceFile(path, mark + text);
}

/** Half a file is never seen. A link stays a link, as in folders of dot files. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const part = `${target}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const mode = await stat(target).then(
      (file) => file.mode & 0o777,
      () => 0o600,
    );
    await writeFile(part, text, { mode });
    await rename(part, target);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    throw new NearfirstError({
      code: "file-unreadable",
      message: `${target} cannot be written to. Check its permissions and those of its folder, or name another file by --config or NEARFIRST_CONFIG.`,
      cause,
    });
  }
}
