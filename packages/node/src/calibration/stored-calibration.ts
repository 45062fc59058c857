/** `calibration.json`: the thresholds that `nearfirst calibrate` found, for which pair of models, and how. */
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { NearfirstError } from "@nearfirst/core";
import { z } from "zod";
import { readTextFile } from "../read-text-file.js";

const share = z.number().min(0).max(1);
const ms = z.number().nonnegative();

const point = z.object({ threshold: share, rightShare: share, escalatedShare: share, meanMs: ms, p95Ms: ms });

const storedCalibration = z.object({
  version: z.literal(1),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The routing policy, and the score that it compares with its threshold. */
  policy: z.literal("nearfirst"),
  score: z.enum(["geometricMean", "arithmeticMean"]),
  /** Below it the large model is asked; in [0, 1]. */
  threshold: share,
  /** The same for single languages, by LSP language identifier. */
  languages: z.record(z.string(), share),
  provenance: z.object({
    /** Version of Nearfirst. */
    nearfirst: z.string(),
    source: z.object({
      kind: z.enum(["workspace", "history", "tasks"]),
      /** The folder or the file. */
      path: z.string(),
      /** Tasks that both models answered. */
      tasks: z.int().positive(),
    }),
    /** Of the sample of holes; null for tasks from a file. */
    seed: z.int().nonnegative().nullable(),
    objective: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("quality") }),
      z.object({ kind: z.literal("escalated"), mostShare: share }),
      z.object({ kind: z.literal("latency"), mostP95Ms: ms }),
    ]),
    local: z.object({ name: z.string(), identity: z.string() }),
    large: z.object({ name: z.string() }),
    /** What the threshold came to on the tasks. */
    point,
    /** What others would have come to, from nothing escalated to everything; older files have none. */
    curve: z.array(point).default([]),
  }),
});

export type StoredCalibration = z.infer<typeof storedCalibration>;

const MOST_BYTES = 1_000_000;

/** Beside the user's configuration. */
export function calibrationPath(configPath: string): string {
  return join(dirname(configPath), "calibration.json");
}

/** Null where there is none. Rejects with `config-invalid` for a file that is there and is no calibration. */
export async function readCalibration(path: string): Promise<StoredCalibration | null> {
  let text: string;
  try {
    text = await readTextFile(path, MOST_BYTES);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "unknown error";
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw invalid(path, `it cannot be read (${code})`, cause);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, "it is no JSON", cause);
  }
  const { data, error } = storedCalibration.safeParse(value);
  if (data !== undefined) return data;
  const where = error.issues.map((issue) => `"${issue.path.join(".")}": ${issue.message}`);
  throw invalid(path, where.slice(0, 3).join("; "), error);
}

/** All of it or nothing: whoever reads meanwhile finds the old file or the new one. */
export async function writeCalibration(path: string, calibration: StoredCalibration): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${randomUUID()}`;
  try {
    await writeFile(part, `${JSON.stringify(storedCalibration.parse(calibration), null, 2)}\n`, { mode: 0o600 });
    await rename(part, path);
  } catch (thrown) {
    await rm(part, { force: true });
    throw thrown;
  }
}

export interface CalibratedFor {
  /** `identityOf` the local model's profile. */
  readonly localIdentity: string;
  /** `LargeModel.name`. */
  readonly largeName: string;
  readonly languageId: string;
}

/** In [0, 1]; null where the calibration was made for another pair of models, whose confidence means something else. */
export function thresholdFor(
  { threshold, languages, provenance }: StoredCalibration,
  { localIdentity, largeName, languageId }: CalibratedFor,
): number | null {
  const { local, large } = provenance;
  if (local.identity !== localIdentity || large.name !== largeName) return null;
  return Object.hasOwn(languages, languageId) ? (languages[languageId] ?? null) : threshold;
}

function invalid(path: string, detail: string, cause: unknown): NearfirstError {
  return new NearfirstError({
    code: "config-invalid",
    message: `The calibration ${path} cannot be used: ${detail}. Run \`nearfirst calibrate\` again, or delete the file for the default threshold.`,
    cause,
  });
}
