import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.js";

export default mergeConfig(
  defineConfig({ ...base, test: { ...base.test, include: [], exclude: ["**/node_modules/**"] } }),
  defineConfig({
    test: {
      include: ["**/*.slow.test.ts"],
      testTimeout: 600_000,
      fileParallelism: false,
    },
  }),
);
