import { defineConfig } from "vitest/config";

// Packages resolve to their sources here; what runs as a process of its own (engine, CLI) is the build in dist/.
export default defineConfig({
  resolve: { conditions: ["nearfirst-source"] },
  ssr: { resolve: { conditions: ["nearfirst-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/node_modules/**"],
    maxWorkers: 2,
    testTimeout: 30_000,
    // A model is loaded in some hooks, which takes its time on a busy machine.
    hookTimeout: 60_000,
  },
});
