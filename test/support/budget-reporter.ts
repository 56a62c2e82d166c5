// The table at the end of a run: what each kind of test cost against what it should cost. CPU-seconds, because wall time
// says more about the machine's other work than about the tests. Told, never asserted.
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { describeMatrix, type Matrix } from "./matrix.ts";

declare module "vitest" {
  interface TaskMeta {
    cpuSeconds?: number;
  }
}

export interface BudgetOptions {
  /** CPU-seconds by project. */
  readonly budgets: Readonly<Record<string, number>>;
  readonly matrix: Matrix;
}

const SLOWEST = 5;

export default class BudgetReporter implements Reporter {
  readonly #options: BudgetOptions;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Gates over no file at all are passed by vitest; a run that has measured nothing has failed. */
  onCoverage(coverage: unknown): void {
    const { files } = coverage as { files(): readonly string[] }; // a map of istanbul, which vitest does not type
    if (files.call(coverage).length > 0) return;
    process.stdout.write("\n no file was measured: the coverage gates have checked nothing\n");
    process.exitCode = 1;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { budgets, matrix } = this.#options;
    const rows = Object.keys(budgets).flatMap((name) => {
      const own = modules.filter(({ project }) => project.name === name);
      return own.length === 0 ? [] : [row(name, own.length, testsOf(own), secondsOf(own), budgets[name] ?? 0)];
    });
    const slowest = modules.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST);
    const lines = [
      "CPU-seconds of the workers and of the processes they waited for",
      ["".padEnd(10), ...["files", "tests", "spent", "budget"].map((word) => word.padStart(7))].join(" "),
      ...rows,
      row("all", modules.length, testsOf(modules), secondsOf(modules), sum(Object.values(budgets))),
      "slowest files",
      ...slowest.map(
        (module) => `${seconds(module).toFixed(1).padStart(8)}  ${relative(process.cwd(), module.moduleId)}`,
      ),
      describeMatrix(matrix),
    ];
    process.stdout.write(`\n${lines.map((line) => ` ${line}\n`).join("")}\n`);
  }
}

function row(name: string, files: number, tests: number, spent: number, budget: number): string {
  const cells = [files, tests, spent.toFixed(1), budget].map((cell) => String(cell).padStart(7));
  return [name.padEnd(10), ...cells].join(" ");
}

const seconds = (module: TestModule): number => module.meta().cpuSeconds ?? 0;
const secondsOf = (modules: readonly TestModule[]): number => sum(modules.map(seconds));
const testsOf = (modules: readonly TestModule[]): number =>
  sum(modules.map(({ children }) => [...children.allTests()].length));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
