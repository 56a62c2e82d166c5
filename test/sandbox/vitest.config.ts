import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/sandbox/*.check.ts"],
    setupFiles: ["test/support/clean-environment.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
