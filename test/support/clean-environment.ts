// Every test file starts here: no key, no login and no setting of the developer reaches a test.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { takeCpuSeconds } from "./cpu-time.ts";

// biome-ignore lint/correctness/noEmptyPattern: vitest asks for the pattern
afterAll(({}, file) => {
  file.meta.cpuSeconds = takeCpuSeconds();
});

for (const name of Object.keys(process.env)) {
  if (/^(ANTHROPIC|CLAUDE|OPENAI|IFLOW|GIT)_/.test(name)) delete process.env[name];
}
// Certificates are for the outside world, which no test reaches; reading them makes every start of node cost twice as much.
delete process.env.NODE_EXTRA_CA_CERTS;

const ownPrograms = join(import.meta.dirname, "..", ".program", "bin"); // `iflow`, as people have it
const path = process.env.PATH ?? "";

const home = mkdtempSync(join(tmpdir(), "home-"));

Object.assign(process.env, {
  HOME: home,
  PATH: path.startsWith(ownPrograms) ? path : `${ownPrograms}:${path}`,
  XDG_CONFIG_HOME: join(home, "config"),
  XDG_DATA_HOME: join(home, "data"),
  // a file of our own: a stray `git config --global`, run as root, would replace /dev/null itself
  GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
  GIT_CONFIG_NOSYSTEM: "1",
  NO_COLOR: "1",
  // most stories have nothing to test; those about the question say otherwise
  IFLOW_CHECKS_NONE: "true",
});
