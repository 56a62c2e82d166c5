// Matrices of moments: all of them take many minutes, so `npm test` plays one moment in 24, other ones every hour. The
// seed is printed at the end of a run; IFLOW_TEST_SEED repeats it, IFLOW_TEST_ALL=1 (`npm run test:all`) plays everything.
export interface Matrix {
  readonly seed: number;
  readonly all: boolean;
}

const ONE_IN = 24;
const HOUR = 3_600_000;

export function matrixOf(env: NodeJS.ProcessEnv, now: number): Matrix {
  const { IFLOW_TEST_SEED: seed, IFLOW_TEST_ALL: all } = env;
  return { seed: seed ? Number(seed) : Math.floor(now / HOUR), all: all === "1" };
}

/** At least one of them; a day of seeds plays them all. */
export function partOf<T>(items: readonly T[], { seed, all }: Matrix): T[] {
  if (all) return [...items];
  const size = Math.min(ONE_IN, items.length);
  return items.filter((_, index) => {
    const block = Math.floor(index / ONE_IN);
    // each block a step on, or one seed would take the same kind of moment everywhere
    return index % ONE_IN === (seed + block) % size;
  });
}

export function describeMatrix({ seed, all }: Matrix): string {
  if (all) return "kill matrices: every moment";
  return `kill matrices: one moment in ${ONE_IN}, seed ${seed} (repeat with IFLOW_TEST_SEED=${seed}, all with npm run test:all)`;
}
