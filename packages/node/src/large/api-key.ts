/** The key of a large model's server: from an environment variable or a file, never from the configuration itself. */
import { NearfirstError } from "@nearfirst/core";
import { readTextFile } from "../read-text-file.js";

/** Longer than any key. */
const MOST_BYTES = 16_384;

export interface KeySource {
  /** Name of the variable; empty for none. */
  readonly keyEnvironment: string;
  /** Path; empty for none. */
  readonly keyFile: string;
}

/** What the two are called where they are given: settings, unless a command has options of its own. */
export interface KeyNames {
  readonly environment: string;
  readonly file: string;
}

const SETTINGS: KeyNames = { environment: '"large.keyEnvironment"', file: '"large.keyFile"' };

/** Null where no key is configured. Throws `config-invalid` for one that is and cannot be had; quotes none. */
export async function readApiKey(
  { keyEnvironment, keyFile }: KeySource,
  env: NodeJS.ProcessEnv,
  names: KeyNames = SETTINGS,
): Promise<string | null> {
  if (keyEnvironment !== "" && keyFile !== "")
    throw invalid(`Both ${names.environment} and ${names.file} are set. Keep one.`);
  if (keyEnvironment !== "") {
    const key = env[keyEnvironment];
    if (key === undefined || key.trim() === "")
      throw invalid(
        `The environment variable ${keyEnvironment} (${names.environment}) is not set here. Set it where Nearfirst is started, or use ${names.file}.`,
      );
    return usable(key, `the environment variable ${keyEnvironment}`);
  }
  if (keyFile === "") return null;
  const text = await readTextFile(keyFile, MOST_BYTES).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? cause.code : "unknown error";
    const why = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
    throw invalid(`The key file ${keyFile} (${names.file}) ${why}.`, cause);
  });
  return usable(text, `the file ${keyFile}`);
}

/** One line of visible characters: anything else is no key, and could not stand in a header. */
function usable(text: string, where: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw invalid(`What stands in ${where} is no key: a key is one line of visible characters without spaces.`);
  return key;
}

function invalid(message: string, cause?: unknown): NearfirstError {
  return new NearfirstError({ code: "config-invalid", message, cause });
}
