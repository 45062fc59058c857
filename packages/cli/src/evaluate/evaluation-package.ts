import { UsageError } from "../usage-error.js";

export type EvaluationPackage = typeof import("@nearfirst/eval");

/** It is in the repository and in no published package. Throws a `UsageError` where it is not there. */
export async function evaluationPackage(): Promise<EvaluationPackage> {
  try {
    return await import("@nearfirst/eval");
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND")) throw thrown;
    throw new UsageError("Benchmarks are run in a clone of the repository; `nearfirst eval` is not in the package.");
  }
}
