/** The last measurement of `nearfirst models list --measure`, kept so that a list can tell speeds without measuring again. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { stateFolder } from "../state-folder.js";

const schema = z.object({
  version: z.literal(1),
  /** Name of the model that was measured. */
  model: z.string(),
  fileBytes: z.number().positive(),
  readPerSecond: z.number().nonnegative(),
  generatedPerSecond: z.number().positive(),
  /** Threads and graphics card it ran with; with others it says nothing. */
  threads: z.union([z.literal("auto"), z.number()]),
  gpu: z.union([z.literal("auto"), z.literal(false)]),
  measuredAt: z.string(),
});

export type KeptSpeed = z.infer<typeof schema>;

function keptSpeedPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(stateFolder(env), "speed.json");
}

/** Null where nothing was measured, or with other settings. */
export async function readKeptSpeed(
  settings: Pick<KeptSpeed, "threads" | "gpu">,
  path: string = keptSpeedPath(),
): Promise<KeptSpeed | null> {
  try {
    const kept = schema.parse(JSON.parse(await readFile(path, "utf8")));
    return kept.threads === settings.threads && kept.gpu === settings.gpu ? kept : null;
  } catch {
    return null;
  }
}

/** Never rejects: it is measured again where it cannot be kept. */
export async function keepSpeed(kept: KeptSpeed, path: string = keptSpeedPath()): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.${process.pid}.new`;
    await writeFile(part, `${JSON.stringify(kept)}\n`);
    await rename(part, path);
  } catch {
    // A read-only home.
  }
}
