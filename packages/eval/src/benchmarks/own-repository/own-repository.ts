/** Your own repository: holes in the lines of its files, as `nearfirst calibrate` cuts them. */
import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import { DEFAULT_SETTINGS, pathOfUri, sampleHoles, type WorkspaceSource, workspaceSources } from "@nearfirst/node";
import type { RepositoryBenchmark } from "../benchmark.js";
import { taskOfHole } from "../hole-in-repository.js";

/** Where no --limit says otherwise. */
const HOLES = 200;

export const OWN_REPOSITORY: RepositoryBenchmark = {
  kind: "repositories",
  name: "own-repository",
  judgedBy: "exact",
  folderIs: "your repository",
  async readTasks(root, { limit = HOLES, seed, languages, signal }) {
    const settings = DEFAULT_SETTINGS;
    const files = await workspaceSources({ workspaceFolder: root, folder: root, settings, languages: [], signal });
    const wanted = files.filter(({ languageId }) => languages.length === 0 || languages.includes(languageId));
    const holes = await sampleHoles(wanted, { most: limit, seed, signal });
    const tasks = holes.map(({ uri, languageId, text, hole, stopMode }) => {
      const path = relative(root, pathOfUri(uri) ?? "")
        .split(sep)
        .join("/");
      const id = `${path}@${hole.start}`;
      return taskOfHole({ id, cluster: path, place: { root, path }, languageId, text, ...hole, stopMode });
    });
    return { tasks, isDrawn: true, sha256: await digestOf(files, signal) };
  },
};

/** Of all files that the index may take context from. */
async function digestOf(files: readonly WorkspaceSource[], signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    signal.throwIfAborted();
    hash.update(`\0${file.path}\0${(await file.read())?.text ?? ""}`);
  }
  return hash.digest("hex");
}
