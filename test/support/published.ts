// A bare repository as the remote, and a stub of the `gh` program.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workplace } from "./iflow.ts";
import { tempFolder } from "./temp-repo.ts";

/** Keeps what it was told; an open pull request is listed from then on. */
const GH = `#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
case "$1 $2" in
  "pr list") if [ -f "$here/body" ]; then echo '[{"url":"https://example.invalid/pull/7"}]'; else echo '[]'; fi ;;
  "pr create") [ -f "$here/broken" ] && { echo "gh auth login" >&2; exit 4; }
    cat > "$here/body"; echo "https://example.invalid/pull/7" ;;
esac
`;

export interface Published {
  readonly place: Workplace;
  readonly remote: string;
  readonly tools: string;
  finish(...args: string[]): ReturnType<Workplace["iflow"]>;
}

export async function withRemote(place: Workplace): Promise<Published> {
  const folder = await tempFolder();
  const [remote, tools] = [join(folder, "remote.git"), join(folder, "tools")];
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
  place.git("remote", "add", "origin", remote);
  place.git("push", "--quiet", "--set-upstream", "origin", "main");
  await mkdir(tools);
  await writeFile(join(tools, "gh"), GH);
  await chmod(join(tools, "gh"), 0o755);
  const env = { PATH: `${tools}:${process.env.PATH}` };
  return { place, remote, tools, finish: (...args) => place.iflowWith({ env }, ...args) };
}
