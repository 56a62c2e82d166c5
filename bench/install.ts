// What installing costs: the packed project beside an empty package, both `npm install --global` into a folder of their own, in turn.
// Usage: node scripts/bench.mjs install [--json] [--rounds 5]   (in the folder of the package, after npm run build)
// Cold is with an empty npm cache, warm is the same once more. Seconds are this machine's and its network's; the
// difference to the empty package is what counts.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "./start/median.ts";

const MB = 1_000_000;
const GOAL = { packedMb: 2.5, installedMb: 20, secondsMore: 3 };

interface Install {
  readonly cold: number;
  readonly warm: number;
  readonly installedMb: number;
  readonly packages: number;
}

const { values } = parseArgs({ options: { json: { type: "boolean" }, rounds: { type: "string", default: "5" } } });
const folder = mkdtempSync(join(tmpdir(), "iflow-bench-install-"));
try {
  const packed = { empty: pack(emptyPackage()), iflow: pack(process.cwd()) };
  const installs: Record<keyof typeof packed, Install[]> = { empty: [], iflow: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const name of ["empty", "iflow"] as const) installs[name].push(install(packed[name], `${name}-${round}`));
  }
  const row = (name: keyof typeof packed) => {
    const { installedMb = 0, packages = 0 } = installs[name][0] ?? {};
    const [cold, warm] = (["cold", "warm"] as const).map((key) => median(installs[name].map((one) => one[key])));
    return {
      name,
      packedMb: lstatSync(packed[name]).size / MB,
      installedMb,
      packages,
      cold: cold ?? 0,
      warm: warm ?? 0,
    };
  };
  const [empty, iflow] = [row("empty"), row("iflow")];
  const more = { cold: iflow.cold - empty.cold, warm: iflow.warm - empty.warm };
  if (values.json)
    console.log(JSON.stringify({ rounds: Number(values.rounds), empty, iflow, more, goal: GOAL }, null, 2));
  else print([empty, iflow], more);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function emptyPackage(): string {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const manifest = { name: "empty-package", version: "1.0.0", bin: "main.js" };
  writeFileSync(join(empty, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(empty, "main.js"), "#!/usr/bin/env node\n");
  return empty;
}

function pack(project: string): string {
  const target = mkdtempSync(join(folder, "packed-"));
  npm(project, "pack", "--ignore-scripts", "--pack-destination", target);
  return join(target, readdirSync(target)[0] ?? "");
}

function install(packed: string, name: string): Install {
  const cache = join(folder, `${name}-cache`);
  const time = (prefix: string) => {
    const begun = process.hrtime.bigint();
    npm(folder, "install", "--global", "--prefix", prefix, "--cache", cache, packed);
    return Number(process.hrtime.bigint() - begun) / 1e9;
  };
  const [first, second] = [join(folder, `${name}-cold`), join(folder, `${name}-warm`)];
  const [cold, warm] = [time(first), time(second)];
  const files = readdirSync(first, { recursive: true, encoding: "utf8" });
  const installedMb = files.reduce((sum, file) => sum + 512 * (lstatSync(join(first, file)).blocks ?? 0), 0) / MB; // as du counts
  const packages = files.filter((file) => /node_modules\/(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file)).length;
  for (const made of [first, second, cache]) rmSync(made, { recursive: true, force: true });
  return { cold, warm, installedMb, packages };
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", [...args, "--no-audit", "--no-fund"], { cwd, stdio: "pipe" });
}

interface Row extends Install {
  readonly name: string;
  readonly packedMb: number;
}

function print(rows: readonly Row[], more: { readonly cold: number; readonly warm: number }): void {
  const line = (name: string, ...cells: string[]) =>
    `${name.padEnd(24)}${cells.map((cell) => cell.padStart(14)).join("")}`;
  console.log(line("", "packed MB", "installed MB", "packages", "cold s", "warm s"));
  for (const { name, packedMb, installedMb, packages, cold, warm } of rows) {
    console.log(
      line(name, packedMb.toFixed(2), installedMb.toFixed(1), String(packages), cold.toFixed(2), warm.toFixed(2)),
    );
  }
  console.log(line("iflow takes more", "", "", "", more.cold.toFixed(2), more.warm.toFixed(2)));
  const { packedMb, installedMb, secondsMore } = GOAL;
  console.log(line("goal, at most", String(packedMb), String(installedMb), "", `+${secondsMore}`, `+${secondsMore}`));
}
