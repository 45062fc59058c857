/** The index of the workspace's other files: whether it works, and what it leaves out. */
import { setTimeout as delay } from "node:timers/promises";
import { type Settings, WorkspaceIndex } from "@nearfirst/node";
import { type Check, ok, problem, warning } from "./check.js";
import { reinstall } from "./mend.js";

/** A larger workspace takes longer; doctor says how far it came. */
const LIMIT_MS = 5_000;

export async function checkIndex({ ignore, retrieval }: Settings, folder: string, limitMs = LIMIT_MS): Promise<Check> {
  if (!retrieval.enabled) return ok("index", "context from other files is turned off");
  const index = new WorkspaceIndex({ folders: [folder], ignore, maxFiles: retrieval.maxFiles, watch: "off" });
  const late = new AbortController();
  try {
    await Promise.race([index.ready, delay(limitMs, undefined, { signal: late.signal })]);
    const { state, reason, files, notices } = index.status();
    if (reason !== null) return problem("index", reason, reinstall());
    const words = `${files} source files of ${folder} give context`;
    if (state !== "ready")
      return warning(
        "index",
        `${words} so far; reading them takes more than ${limitMs / 1000} s`,
        'Name what is no source of yours in an ignore file: `echo "FOLDER/" >> .nearfirstignore`.',
      );
    const [notice, ...more] = notices;
    return notice === undefined
      ? ok("index", words)
      : warning(
          "index",
          `${words}. ${[notice, ...more].join(" ")}`,
          'Completions work with what is there; `nearfirst config show` has "retrieval.maxFiles", and an ignore file keeps folders out: `echo "FOLDER/" >> .nearfirstignore`.',
        );
  } finally {
    late.abort();
    await index.close();
  }
}
