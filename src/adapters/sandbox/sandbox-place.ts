// What there is to protect and to hide around a working tree on this machine, looked up anew for each command: a folder
// of secrets may have been made since the last one.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import type { HiddenPlace, SandboxPlace } from "./sandbox-arguments.ts";
import { HOME_SECRETS, LEADING_OUT, MOVED_SECRETS, SECRET_NAME, SYSTEM_SECRETS } from "./secret-places.ts";

export interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Git's own folders; they need not be in the tree. */
  readonly git:
    | { readonly gitDir: string; readonly commonDir: string; readonly submodules?: readonly string[] }
    | undefined;
  readonly network: boolean;
}

type Places = Pick<SandboxPlace, "tree" | "readOnly" | "hidden" | "temp" | "network" | "unset">;

const TEMP = ["/tmp", "/var/tmp"];
/** Sockets of services: docker, dbus, ssh agents, databases. */
const SERVICES = "/run";

export function lookAround({ root, env, git, network }: Surroundings): Places {
  const tree = realpathSync(root);
  const gitFolders = git ? [git.gitDir, git.commonDir] : [];
  const submodules = (git?.submodules ?? []).map((path) => gitOf(join(tree, path)));
  const own = [join(tree, ".git"), ...gitFolders, ...submodules, join(tree, CONFIG_FILE)].flatMap(resolved);
  const temp = TEMP.flatMap(resolved);
  const records = git ? [join(git.commonDir, "iflow")] : [];
  const hidden = [SERVICES, ...secretsOf(env), ...records].flatMap(hiddenPlace);
  const covered = [...temp, "/dev", ...hidden.map(({ path }) => path)];
  const shown = [env.HOME, ...pathFolders(env.PATH), ...(network ? resolved("/etc/resolv.conf") : [])].filter(
    (path) => path !== undefined && exists(path) && covered.some((folder) => path.startsWith(`${folder}/`)),
  );
  const readOnly = unique([...(shown as string[]), ...own]).filter((path) => path !== tree);
  return {
    ...{ tree, temp, network, readOnly },
    hidden: hidden.filter(({ path }) => path !== tree && !readOnly.includes(path)),
    unset: Object.keys(env)
      .filter((name) => LEADING_OUT.test(name) || SECRET_NAME.test(name))
      .sort(),
  };
}

/**
 * What git reads when it looks into a submodule, as `git status` does: settings there name programs. The whole folder
 * where there is none yet, or a link, which a command could replace.
 */
function gitOf(folder: string): string {
  const file = join(folder, ".git");
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined || stats.isSymbolicLink() ? folder : file;
}

/** Why this tree cannot be held; undefined when it can. */
export function explainTree(root: string): string | undefined {
  const tree = realpathSync(root);
  if (tree === "/") return "the working tree is the whole file system";
  const stats = lstatSync(join(tree, ".git"), { throwIfNoEntry: false });
  // a link could be replaced by a folder with other hooks; nothing can be mounted on a link
  return stats?.isSymbolicLink() ? ".git is a symbolic link, which a command could replace" : undefined;
}

function secretsOf(env: Surroundings["env"]): string[] {
  const { HOME: home = "/", XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, DOCKER_HOST = "" } = env;
  const moved = MOVED_SECRETS.flatMap((name) => env[name]?.split(delimiter) ?? []);
  const bases = { ".config/": XDG_CONFIG_HOME, ".local/state/": XDG_STATE_HOME, ".local/share/": XDG_DATA_HOME };
  const rebased = Object.entries(bases).flatMap(([usual, base]) =>
    base
      ? HOME_SECRETS.filter((path) => path.startsWith(usual)).map((path) => join(base, path.slice(usual.length)))
      : [],
  );
  const docker = DOCKER_HOST.startsWith("unix://") ? [DOCKER_HOST.slice("unix://".length)] : [];
  const places = [...HOME_SECRETS.map((path) => join(home, path)), ...SYSTEM_SECRETS, ...moved, ...rebased, ...docker];
  return places.filter(isAbsolute);
}

function pathFolders(path = ""): string[] {
  return path.split(delimiter).filter(isAbsolute);
}

function hiddenPlace(path: string): HiddenPlace[] {
  const [real] = resolved(path);
  if (real === undefined || real === "/") return [];
  return [{ path: real, kind: statSync(real).isDirectory() ? "folder" : "file" }];
}

/** Nothing when it is not there or may not be reached by this user, who then cannot read it either. */
function resolved(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function exists(path: string): boolean {
  return resolved(path).length > 0;
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
