import { expect, it } from "vitest";
import { engineEnvironment } from "./engine-environment.js";

it("hands the engine what its libraries need, and no secrets", () => {
  const own = {
    PATH: "/usr/bin",
    HOME: "/home/me",
    TMPDIR: "/var/tmp",
    LD_LIBRARY_PATH: "/opt/cuda",
    CUDA_VISIBLE_DEVICES: "0",
    ELECTRON_RUN_AS_NODE: "1",
    NODE_OPTIONS: "--inspect",
    OPENAI_API_KEY: "secret",
    AWS_SECRET_ACCESS_KEY: "secret",
    HTTPS_PROXY: "http://user:secret@proxy",
  };
  expect(Object.keys(engineEnvironment(own)).sort()).toEqual(
    ["CUDA_VISIBLE_DEVICES", "ELECTRON_RUN_AS_NODE", "HOME", "LD_LIBRARY_PATH", "PATH", "TMPDIR"].sort(),
  );
});
