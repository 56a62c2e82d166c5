// What `npm pack` would put into the package, against what belongs there.
import { type Check, type Facts, firstFew, type PackedFile } from "./facts.ts";

/** In bytes, as people install it. */
export const LARGEST = 2_500_000;
const ENTRY = "dist/main.js";

export function checkPackedSize({ packed: { size } }: Facts): Check {
  const name = "packed size";
  const found = `${megabytes(size)} of at most ${megabytes(LARGEST)}`;
  return size < LARGEST ? { name, found } : { name, found, fix: "see what grew: npm pack --dry-run" };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function checkPackedFiles({ packed }: Facts): Check {
  const name = "packed files";
  const odd = oddFiles(packed);
  if (odd.length === 0) return { name, found: `${packed.files.length}, exactly those intended` };
  return { name, found: firstFew(odd), fix: 'correct "files" in package.json, or the build' };
}

/** One line for each file that is there and should not be, or is missing. */
function oddFiles({ files, tracked, built }: PackedFile): string[] {
  const intended = new Set([ENTRY, ...tracked, ...built].filter((file) => isProduct(file)));
  return [
    ...files.filter((file) => !intended.has(file)).map((file) => `${file} does not belong`),
    ...[...intended].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
  ];
}

/** Tests and source maps never are, not even when git or the build has them in a packed folder. */
function isProduct(file: string): boolean {
  if (/\.map$|\.test\./.test(file)) return false;
  return !file.startsWith("dist/") || /\.(?:js|css|html|svg)$/.test(file) || file === "dist/THIRD-PARTY.txt";
}
