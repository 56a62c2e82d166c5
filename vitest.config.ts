import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Decisions in which every branch is tested. */
const EVERY_BRANCH = [
  "src/domain/review/review-loop.ts",
  "src/domain/review/verdict.ts",
  "src/domain/dispatch/dispatch-plan.ts",
  "src/domain/dispatch/dispatch-cost.ts",
  "src/domain/prompts/prompt.ts",
];
// a gate on a file that has moved would hold nothing, and say nothing
for (const file of EVERY_BRANCH) if (!existsSync(file)) throw new Error(`there is no ${file} to measure`);

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
        ...Object.fromEntries(EVERY_BRANCH.map((file) => [file, { branches: 100 }])),
      },
    },
  },
});
