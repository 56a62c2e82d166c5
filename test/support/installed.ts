// What people install: the project is packed, and the packed file is installed in an empty folder without a network. Nothing
// of the project's own folder can help the command that then lies there.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyShared } from "./shared.ts";

const ROOT = join(import.meta.dirname, "..", "..");

export interface Installed {
  /** The packed file lies here, too. */
  readonly folder: string;
  readonly packed: string;
  readonly command: string;
}

export async function installPacked(): Promise<Installed> {
  const folder = temp();
  await copyShared("the packed file, installed", folder, packAndInstall);
  return { folder, packed: packedIn(folder), command: join(folder, "node_modules", ".bin", "iflow") };
}

async function packAndInstall(): Promise<string> {
  const [folder, cache] = [temp(), temp()];
  npm(cache, ROOT, "pack", "--ignore-scripts", "--pack-destination", folder); // dist/ was built before the first test
  mkdirSync(join(folder, "node_modules"));
  npm(cache, folder, "install", "--offline", "--prefix", folder, packedIn(folder));
  return folder;
}

const temp = (): string => mkdtempSync(join(tmpdir(), "packed-"));

const packedIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "nothing was packed");

/** With a cache of its own, and without what an npm around this test has set for itself. */
function npm(cache: string, cwd: string, ...args: string[]): void {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(kept), npm_config_cache: cache, npm_config_audit: "false" };
  execFileSync("npm", args, { cwd, env, stdio: "pipe" });
}
