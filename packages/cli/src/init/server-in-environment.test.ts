import { describe, expect, it } from "vitest";
import { serverInEnvironment } from "./server-in-environment.js";

describe("a server in the environment", () => {
  it("is the one that OpenAI's tools would ask, with the name of the key's variable and not the key", () => {
    const env = { OPENAI_BASE_URL: "https://gpu.internal/v1/", OPENAI_API_KEY: "sk-1" };
    expect(serverInEnvironment(env)).toEqual({
      variable: "OPENAI_BASE_URL",
      url: "https://gpu.internal/v1",
      host: "gpu.internal",
      kind: "openai",
      keyEnvironment: "OPENAI_API_KEY",
    });
    expect(serverInEnvironment({ OPENAI_API_BASE: "http://gpu:8000/v1" })).toMatchObject({ keyEnvironment: "" });
  });

  it("is Ollama on another machine, however its address is written", () => {
    for (const OLLAMA_HOST of ["gpu", "gpu:11434", "http://gpu:11434/"])
      expect(serverInEnvironment({ OLLAMA_HOST })).toMatchObject({ kind: "ollama", url: "http://gpu:11434" });
    expect(serverInEnvironment({ OLLAMA_HOST: "https://gpu" })).toMatchObject({ url: "https://gpu" });
  });

  it("is none where nothing is named, where Ollama only says how it listens here, or where the address holds a secret", () => {
    expect(serverInEnvironment({ OPENAI_API_KEY: "sk-1" })).toBeNull();
    for (const OLLAMA_HOST of ["", "127.0.0.1", "0.0.0.0:11434", "localhost:9", "[::1]", "http://[::]:11434"])
      expect([OLLAMA_HOST, serverInEnvironment({ OLLAMA_HOST })]).toEqual([OLLAMA_HOST, null]);
    for (const OPENAI_BASE_URL of ["https://me:secret@gpu/v1", "https://gpu/v1?key=1", "gpu", "ftp://gpu/v1"])
      expect([OPENAI_BASE_URL, serverInEnvironment({ OPENAI_BASE_URL })]).toEqual([OPENAI_BASE_URL, null]);
  });
});
