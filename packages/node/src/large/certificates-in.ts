import { NearfirstError } from "@nearfirst/core";
import { readTextFile } from "../read-text-file.js";

const MOST_CERTIFICATE_BYTES = 1_000_000;

/** The certificates of a file, in PEM. `setting`: which key names the file, for messages. Throws `config-invalid`. */
export async function certificatesIn(path: string, setting: "large.ca" | "download.ca"): Promise<string> {
  const text = await readTextFile(path, MOST_CERTIFICATE_BYTES).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? cause.code : "unknown error";
    throw invalid(`The certificate file ${path} ("${setting}") cannot be read (${code}).`, cause);
  });
  if (!text.includes("-----BEGIN CERTIFICATE-----"))
    throw invalid(`The file ${path} ("${setting}") holds no certificate in PEM ("-----BEGIN CERTIFICATE-----").`);
  return text;
}

function invalid(message: string, cause?: unknown): NearfirstError {
  return new NearfirstError({ code: "config-invalid", message, cause });
}
