// Does a check pass with the environment that iflow gives it? Run once when a repository is set up, so that a variable it
// misses is found now and not in the middle of a feature. Only names of variables leave this file, never values.
import { READ_FILES } from "../../domain/checks/discover-checks.ts";
import type { Check } from "../../domain/config/check-names.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

export interface TriedCheck extends Check {
  readonly passed: boolean;
  /** `exit code 1` */
  readonly end: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly milliseconds: number;
  /** For one that failed: variables that are set here, that it did not see, and that it or the project names. */
  readonly unseen: readonly string[];
}

interface Trying {
  readonly ports: Ports;
  /** Names of variables that it sees (`checks.environment`). */
  readonly environment: readonly string[];
  readonly signal: AbortSignal;
  onLine(line: string): void;
}

const LIMIT_MS = 10 * 60_000;

export async function tryCheck(trying: Trying, check: Check): Promise<TriedCheck> {
  const { ports, environment, signal, onLine } = trying;
  const begun = ports.clock.now().getTime();
  const { end, exitCode, output } = await ports.checks.run(
    {
      ...{ command: check.command, step: `init/${check.name}`, environment, limitMs: LIMIT_MS, onLine },
      onSpawned: async () => undefined, // its watcher ends it if this process dies
    },
    signal,
  );
  if (end === "aborted") {
    const fix = "iflow init   (or: iflow init --no-run)";
    throw new IflowError("interrupted", `stopped while the check ${check.name} was running`, { fix });
  }
  const passed = end === "exited" && exitCode === 0;
  return {
    ...{ ...check, passed, exitCode, output, milliseconds: ports.clock.now().getTime() - begun },
    end: end === "timed-out" ? `not ended after ${LIMIT_MS / 60_000} minutes` : `exit code ${exitCode ?? "none"}`,
    unseen: passed ? [] : await namedOf(ports, ports.checks.heldBack(environment), output),
  };
}

/**
 * The variables without which the check fails, of all that are set here. Passes them to it, so a person must have agreed.
 * Undefined when it fails with all of them, too.
 */
export async function findMissing(trying: Trying, failed: TriedCheck): Promise<string[] | undefined> {
  const all = trying.ports.checks.heldBack(trying.environment);
  let runs = 0;
  const passes = async (names: readonly string[]) => {
    if (++runs > MOST_RUNS) return false; // then more is named than is needed
    return (await tryCheck({ ...trying, environment: [...trying.environment, ...names] }, failed)).passed;
  };
  if (all.length === 0 || !(await passes(all))) return undefined;
  const isLikely = failed.unseen.length > 0 && (await passes(failed.unseen));
  return narrow(isLikely ? failed.unseen : all, passes);
}

const MOST_RUNS = 20;

/** Few of these names with which it still passes, found by leaving out halves. It passes with all, and not with none. */
async function narrow(
  names: readonly string[],
  passes: (names: readonly string[]) => Promise<boolean>,
  kept: readonly string[] = [],
): Promise<string[]> {
  if (names.length <= 1) return [...names];
  const middle = Math.ceil(names.length / 2);
  const [first, second] = [names.slice(0, middle), names.slice(middle)];
  if (await passes([...kept, ...first])) return narrow(first, passes, kept);
  if (await passes([...kept, ...second])) return narrow(second, passes, kept);
  const ofFirst = await narrow(first, passes, [...kept, ...second]);
  return [...ofFirst, ...(await narrow(second, passes, [...kept, ...ofFirst]))];
}

const MORE_FILES = [
  ...[".env.example", ".env.sample", ".env.template", "README.md", "CONTRIBUTING.md"],
  ...["docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"],
];

/** Those that the output or one of the project's files has as a word. */
async function namedOf({ tree }: Ports, names: readonly string[], output: string): Promise<string[]> {
  const files = await Promise.all([...READ_FILES, ...MORE_FILES].map((file) => tree.read(file).catch(() => undefined)));
  const words = new Set([output, ...files].flatMap((text) => text?.match(/\w+/g) ?? []));
  return names.filter((name) => words.has(name));
}
