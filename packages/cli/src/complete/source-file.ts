/** Reads the file to complete in, from disk or standard input, and says clearly why it cannot. */
import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { languageOfPath, type TextDocument } from "@nearfirst/core";
import { UsageError } from "../usage-error.js";

const LARGEST_FILE_BYTES = 100_000_000;
/** Text has no NUL byte; a binary file mostly has one early. */
const BINARY_REACH = 8_000;

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** The text without its byte order mark: line 1, column 1 is the first character after it. */
  readonly document: TextDocument;
  readonly hasByteOrderMark: boolean;
  /** For people, on standard error. */
  readonly warnings: readonly string[];
}

/** The file at `path`. Throws a `UsageError` where there is no text to complete in. */
export async function readSourceFile(path: string): Promise<SourceFile> {
  return sourceFileOf(path, await readBytes(path));
}

/** What stands on standard input, as the text of the file `path`, which need not exist. */
export async function readStandardInput(path: string): Promise<SourceFile> {
  if (process.stdin.isTTY)
    process.stderr.write(`Type or paste the text of ${path}; end it with Ctrl-D on a line of its own.\n`);
  return sourceFileOf(path, await buffer(process.stdin));
}

function sourceFileOf(path: string, bytes: Buffer): SourceFile {
  const at = bytes.subarray(0, BINARY_REACH).indexOf(0);
  if (at >= 0)
    throw new UsageError(
      `${path} is not a text file: byte ${at + 1} is NUL. If it is text in UTF-16, save it as UTF-8 first.`,
    );
  const decoded = bytes.toString("utf8");
  const hasByteOrderMark = decoded.startsWith("\uFEFF");
  const text = hasByteOrderMark ? decoded.slice(1) : decoded;
  const warnings = isUtf8(bytes)
    ? []
    : [`${path} holds bytes that are not UTF-8; they are read as "\uFFFD". Save the file as UTF-8 to be exact.`];
  const uri = pathToFileURL(resolve(path)).href;
  return {
    path: resolve(path),
    document: { uri, languageId: languageOfPath(path), text },
    hasByteOrderMark,
    warnings,
  };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const found = await stat(path);
    // A pipe may have no writer, and then never ends.
    if (found.isFIFO()) throw new UsageError(`${path} is a pipe, not a file. Pass its text with --stdin.`);
    if (found.isCharacterDevice() || found.isBlockDevice() || found.isSocket())
      throw new UsageError(`${path} is a device, not a text file.`);
    if (found.size > LARGEST_FILE_BYTES)
      throw new UsageError(`${path} has ${Math.round(found.size / 1e6)} MB; that is no source file.`);
    return await readFile(path);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
    throw new UsageError(REASONS[code]?.(path) ?? `${path} cannot be read (${code}).`);
  }
}

const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path} (looked in ${process.cwd()}). For text that is not saved, use --stdin.`,
  ENOTDIR: (path) => `There is no file ${path}: a part of the path is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder; name a file in it.`,
  EACCES: (path) => `${path} cannot be read: no permission. Check it with \`ls -l\`.`,
};
