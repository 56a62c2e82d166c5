import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/support/clean-environment.ts"],
    globalSetup: ["test/support/build-once.ts"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 3,
    reporters: ["default", ["json", { outputFile: "coverage/tests.json" }]],
    coverage: {
      provider: "v8",
      include: ["src/domain/**/*.ts"],
      reporter: ["text-summary"],
      thresholds: {
        branches: 95,
        "src/domain/{review-loop,dispatch-plan,dispatch-cost,verdict,prompt}.ts": { branches: 100 },
      },
    },
  },
});
