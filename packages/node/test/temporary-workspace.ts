/** For tests: a real folder with real files, made from a literal. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface TemporaryWorkspace {
  readonly root: string;
  at(path: string): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  remove(): Promise<void>;
}

export async function temporaryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nearfirst ünï [test] ")));
  const workspace: TemporaryWorkspace = {
    root,
    at: (path) => join(root, path),
    write: async (more) => {
      for (const [path, content] of Object.entries(more)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
      }
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await workspace.write(files);
  return workspace;
}
