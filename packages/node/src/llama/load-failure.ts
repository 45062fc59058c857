import { NearfirstError } from "@nearfirst/core";

const OUT_OF_MEMORY = /insufficient|memory|bad_alloc|failed to allocate|too large for the available/i;

/** Why a model could not be loaded, in words: from the library's error and what llama.cpp printed meanwhile. */
export function loadFailure(modelPath: string, cause: unknown, complaints: readonly string[]): NearfirstError {
  const printed = complaints.map((complaint) => complaint.trim()).filter((complaint) => complaint !== "");
  const detail = [messageOf(cause), ...printed].join("; ");
  if (OUT_OF_MEMORY.test(detail))
    return new NearfirstError({
      code: "out-of-memory",
      message: `${modelPath} does not fit into memory (${detail}). Choose a smaller model, a smaller context or fewer sequences.`,
      cause,
    });
  const architecture = /unknown model architecture: '([^']*)'/.exec(detail)?.[1];
  if (architecture !== undefined)
    return new NearfirstError({
      code: "model-corrupt",
      message: `${modelPath} holds a model of the kind \`${architecture}\`, which this version of llama.cpp cannot run. Choose another model with \`nearfirst models list\`.`,
      cause,
    });
  return new NearfirstError({
    code: "model-corrupt",
    message: `${modelPath} is not a model that llama.cpp can load (${detail}). Fetch it again.`,
    cause,
  });
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
