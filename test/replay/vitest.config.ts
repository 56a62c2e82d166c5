import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/replay/*.check.ts"],
    setupFiles: ["test/support/clean-environment.ts"],
    globalSetup: ["test/support/build-once.ts", "test/support/shared-folder.ts"],
    testTimeout: 180_000,
    maxWorkers: 1,
  },
});
