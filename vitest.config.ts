import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { IN_TURN, type Turn } from "./test/support/in-turn.ts";
import { matrixOf, partOf } from "./test/support/matrix.ts";

/** Decisions in which every branch is tested. */
const EVERY_BRANCH = [
  "src/domain/review/review-loop.ts",
  "src/domain/review/verdict.ts",
  "src/domain/dispatch/dispatch-plan.ts",
  "src/domain/dispatch/dispatch-cost.ts",
  "src/domain/dispatch/lean-fixer.ts",
  "src/domain/prompts/prompt.ts",
];
// a gate on what has moved would hold nothing, and say nothing
for (const path of ["src/domain", ...EVERY_BRANCH])
  if (!existsSync(join(import.meta.dirname, path))) throw new Error(`there is no ${path} to measure`);

const matrix = matrixOf(process.env, Date.now());

/** A kind of tests with what it should cost, in CPU-seconds; the table at the end of a run compares. */
interface Kind {
  readonly include: readonly string[];
  readonly budget: number;
  /** What only this kind needs before its first file. */
  readonly setUp?: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  /** One decision or one text at a time; a few start git or node to compare with. */
  unit: {
    include: ["src/{domain,frontends}/**/*.test.ts", "test/*.test.ts", "test/support/**/*.test.ts"],
    budget: 30,
  },
  /** Real git, files and processes, one adapter or use case at a time. */
  adapters: { include: ["src/{adapters,app}/**/*.test.ts", "test/replay/*.test.ts"], budget: 85 },
  /** Commands from their words to their exit code, in the process of the test. */
  stories: { include: sampledFiles("test/stories", IN_TURN.stories), budget: 330 },
  /** The built command: signals, kills, several at once, every command once. */
  binary: { include: sampledFiles("test/binary", IN_TURN.binary), budget: 120 },
  /** The real Claude client: its contract, its main story and the hostile set; in turn half of the rest, and one long story. */
  agents: { include: sampledFiles("test/agents", IN_TURN.agents), budget: 80 },
  /** The page of `iflow ui` in a real browser. */
  browser: { include: sampledFiles("test/browser", IN_TURN.browser), budget: 60 },
  /** Team mode on a real PostgreSQL. */
  team: { include: ["test/team/**/*.test.ts"], budget: 60, setUp: ["test/support/postgres.ts"] },
};

/** A file that is in no part is always played, and so is one that is asked for by name. */
function sampledFiles(folder: string, parts: readonly Turn[]): string[] {
  const asked = process.argv.slice(2);
  const left = parts.flatMap(({ oneIn, of }) => {
    const played = partOf(of, matrix, oneIn);
    return of.filter((name) => !played.includes(name) && !asked.some((word) => word.includes(name)));
  });
  // listed one by one: vitest leaves these patterns out of the coverage, and a negated one would leave out everything else
  const files = readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"));
  const unknown = parts.flatMap(({ of }) => of).filter((name) => !files.includes(`${name}.test.ts`));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(", ")} in ${folder} to take a part of`);
  return files.filter((name) => !left.includes(name.replace(".test.ts", ""))).map((name) => `${folder}/${name}`);
}

function project(name: string, { include, setUp = [] }: Kind): TestProjectConfiguration {
  return {
    test: {
      name,
      include: [...include],
      globalSetup: [...setUp],
      setupFiles: ["test/support/clean-environment.ts"],
      testTimeout: 180_000,
      hookTimeout: 180_000,
      // a worker plays one file after the other and keeps what it has loaded; clean-environment.ts begins anew for each
      isolate: false,
      provide: { matrix },
      server: { deps: { external: [/\/test\/\.program\//] } },
    },
  };
}

export default defineConfig({
  test: {
    projects: Object.entries(KINDS).map(([name, kind]) => project(name, kind)),
    globalSetup: ["test/support/build-once.ts", "test/support/shared-folder.ts"],
    maxWorkers: 2 * Math.min(availableParallelism(), 4), // a worker often waits for git and agents
    reporters: [
      "default",
      ["json", { outputFile: "coverage/tests.json" }],
      [
        "./test/support/budget-reporter.ts",
        { budgets: Object.fromEntries(Object.entries(KINDS).map(([name, { budget }]) => [name, budget])), matrix },
      ],
    ],
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
