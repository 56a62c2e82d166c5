// A share with its 95 % interval. Rounds of one loop, and loops of one feature, are alike, so whole features are drawn
// again (a bootstrap with a fixed seed). Where nothing was lost that draws nothing either and would promise zero; so the
// interval is never narrower than Wilson's, which takes every case as a draw of its own.
import { createRandom } from "../economy/words.ts";

export interface Part {
  readonly part: number;
  readonly whole: number;
}

export interface Share extends Part {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const DRAWS = 2_000;
const SEED = "convergence";

/** One part for each feature. */
export function shareOf(features: readonly Part[]): Share {
  const total = sumOf(features);
  const drawn = drawnShares(features);
  const wilson = wilsonOf(total);
  const low = Math.min(wilson.low, drawn[Math.floor(0.025 * drawn.length)] ?? 0);
  const high = Math.max(wilson.high, drawn[Math.ceil(0.975 * drawn.length) - 1] ?? 1);
  return { ...total, share: ratio(total), low, high };
}

function drawnShares(features: readonly Part[]): number[] {
  const random = createRandom(SEED);
  const shares: number[] = [];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let [part, whole] = [0, 0];
    for (let count = 0; count < features.length; count += 1) {
      const one = features[Math.floor(random() * features.length)];
      part += one?.part ?? 0;
      whole += one?.whole ?? 0;
    }
    if (whole > 0) shares.push(part / whole);
  }
  return shares.sort((a, b) => a - b);
}

function wilsonOf({ part, whole }: Part): { readonly low: number; readonly high: number } {
  if (whole === 0) return { low: 0, high: 1 };
  const [z, share] = [1.96, part / whole];
  const middle = (share + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole);
  const half = (z / (1 + z ** 2 / whole)) * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

function sumOf(parts: readonly Part[]): Part {
  return {
    part: parts.reduce((sum, { part }) => sum + part, 0),
    whole: parts.reduce((sum, { whole }) => sum + whole, 0),
  };
}

const ratio = ({ part, whole }: Part): number => (whole === 0 ? 0 : part / whole);
