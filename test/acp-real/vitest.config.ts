import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/acp-real/*.check.ts"],
    globalSetup: ["test/support/build-once.ts", "test/support/shared-folder.ts"],
    setupFiles: ["test/support/clean-environment.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    server: { deps: { external: [/\/test\/\.program\//] } },
  },
});
