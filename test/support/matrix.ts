// Matrices of moments and tables of variants: all of them take many minutes, so `npm test` plays one moment in twelve and of
// some tables one row in two or three, other ones every hour. The seed is printed at the end of a run; IFLOW_TEST_SEED
// repeats it, IFLOW_TEST_ALL=1 (`npm run test:all`) plays everything.
export interface Matrix {
  readonly seed: number;
  readonly all: boolean;
}

const ONE_IN = 12;
const HOUR = 3_600_000;
const HOURS_OF_DAY = 24;

export function matrixOf(env: NodeJS.ProcessEnv, now: number): Matrix {
  const { IFLOW_TEST_SEED: seed, IFLOW_TEST_ALL: all } = env;
  return { seed: seed ? parseSeed(seed) : seedOf(Math.floor(now / HOUR)), all: all === "1" };
}

/** With a seed that is no number, no moment would be played and every matrix would pass. */
function parseSeed(seed: string): number {
  if (!/^\d{1,15}$/.test(seed)) throw new Error(`IFLOW_TEST_SEED=${seed}: a seed is a whole number from 0`);
  return Number(seed);
}

/** A day is 29 further, a prime, so tests that run at nine every morning also play different moments. */
function seedOf(hours: number): number {
  return hours + 5 * Math.floor(hours / HOURS_OF_DAY);
}

/** At least one of them; as many seeds in a row as `oneIn` says play them all. */
export function partOf<T>(items: readonly T[], { seed, all }: Matrix, oneIn = ONE_IN): T[] {
  if (all) return [...items];
  const size = Math.min(oneIn, items.length);
  return items.filter((_, index) => {
    const block = Math.floor(index / oneIn);
    // each block a step on, or one seed would take the same kind of moment everywhere
    return index % oneIn === (seed + block) % size;
  });
}

export function describeMatrix({ seed, all }: Matrix): string {
  if (all) return "matrices: all";
  return `matrices: one in ${ONE_IN} or as their files say, seed ${seed} (repeat with IFLOW_TEST_SEED=${seed}, all with npm run test:all)`;
}
