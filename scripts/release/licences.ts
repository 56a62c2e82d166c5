// Our own licence, and those of the packages that are distributed with iflow.
import { type Check, type Facts, firstFew } from "./facts.ts";

/** Each asks for no more than to be named and included. */
const ALLOWED = new Set([
  ...["MIT", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0"],
  ...["BlueOak-1.0.0", "CC0-1.0", "Unlicense", "PSF-2.0", "Python-2.0"],
]);

export function checkOwnLicence({ license, licenseText }: Facts): Check {
  const name = "licence";
  if (licenseText === undefined) return { name, found: "no LICENSE", fix: "add the file" };
  if (licenseText.startsWith(`${license} License`)) return { name, found: license };
  return { name, found: `LICENSE is not the ${license} licence`, fix: "make LICENSE and package.json agree" };
}

export function checkLicences({ licences, carried }: Facts): Check {
  const name = "packages";
  const all = [...Object.entries(licences), ...Object.entries(carried)];
  const refused = all.filter(([, licence]) => licence === undefined || !isAllowed(licence));
  if (refused.length === 0) return { name, found: `${all.length}, each with an allowed licence` };
  return {
    name,
    found: firstFew(refused.map(([one, licence]) => `${one}: ${licence ?? "no licence stated"}`)),
    fix: "replace the package, or read the licence and allow it in scripts/release/licences.ts",
  };
}

/** `(MIT OR GPL-3.0)` leaves the choice to us; `MIT AND GPL-3.0` does not. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => ALLOWED.has(licence.trim())));
}

/** Bundled code loses the licence files beside it, so their texts travel in a file of their own. */
export function checkThirdParty({ thirdParty, bundled }: Facts): Check {
  const name = "third parties";
  if (thirdParty === undefined) return { name, found: "no dist/THIRD-PARTY.txt", fix: "npm run build" };
  const titles = new Set(thirdParty.split("\n").map((line) => line.replace(/ \S+$/, "")));
  const unnamed = bundled.filter((one) => !titles.has(one));
  if (unnamed.length === 0) return { name, found: `all bundled packages are named (${bundled.length})` };
  return { name, found: `dist/THIRD-PARTY.txt leaves out ${firstFew(unnamed)}`, fix: "npm run build" };
}
