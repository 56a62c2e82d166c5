// Checks whether this tree can be published as the version it states: npm run release -- --dry-run. It publishes nothing;
// without --dry-run it also prints the commands that do.
import { execFileSync } from "node:child_process";
import { importTypeScript, ROOT } from "./import-typescript.mjs";
import { gatherFacts } from "./release/gather-facts.mjs";

const { checkRelease, isReady, printChecks, printNext } = await importTypeScript(`
  export { checkRelease } from "./scripts/release/checks.ts";
  export { isReady, printChecks, printNext } from "./scripts/release/report.ts";
`);

// what is packed is what is built, so it is built from this tree
execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: ROOT, stdio: "inherit" });
const facts = gatherFacts();
const checks = checkRelease(facts);

console.log(printChecks(checks));
if (!isReady(checks)) process.exitCode = 1;
else if (!process.argv.includes("--dry-run")) console.log(`\n${printNext(facts.version)}`);
