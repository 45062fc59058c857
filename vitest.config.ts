import { defineConfig } from "vitest/config";

// Packages resolve to their sources here; what runs as a process of its own (engine, CLI) is the build in dist/.
export default defineConfig({
  resolve: { conditions: ["nearfirst-source"] },
  ssr: { resolve: { conditions: ["nearfirst-source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "bench/src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "**/node_modules/**"],
    setupFiles: ["tests/fixed-seed.ts"],
    maxWorkers: 2,
    // When a test is taken to hang. Programs are started and models loaded, which takes its time on a slow or busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
