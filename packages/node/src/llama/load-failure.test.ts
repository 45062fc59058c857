import { describe, expect, it } from "vitest";
import { loadFailure } from "./load-failure.js";

// Messages as node-llama-cpp 3.22.1 and llama.cpp give them.
describe("loadFailure", () => {
  it.each([
    ["A context size of 16777216 is too large for the available RAM", []],
    ["Insufficient memory", []],
    ["Failed to load model", ["llama_model_load: error loading model: unable to allocate CPU buffer: std::bad_alloc"]],
    [
      "Failed to create context",
      ["ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 8796093022208"],
    ],
  ])("tells a lack of memory from other failures: %s", (message, complaints) => {
    expect(loadFailure("m.gguf", new Error(message), complaints)).toMatchObject({
      code: "out-of-memory",
      message: expect.stringContaining("Choose a smaller model, a smaller context or fewer sequences."),
    });
  });

  it("names an architecture that is not supported", () => {
    const complaint =
      "llama_model_load: error loading model: error loading model architecture: unknown model architecture: 'x1'";
    expect(loadFailure("m.gguf", new Error("Failed to load model"), [complaint])).toMatchObject({
      code: "model-corrupt",
      message: expect.stringMatching(/`x1`.*another model/),
    });
  });

  it("keeps what the library said of anything else", () => {
    const failure = loadFailure("m.gguf", new Error("Invalid GGUF magic"), ["  ", "bad header\n"]);
    expect(failure.message).toBe(
      "m.gguf is not a model that llama.cpp can load (Invalid GGUF magic; bad header). Fetch it again.",
    );
  });
});
