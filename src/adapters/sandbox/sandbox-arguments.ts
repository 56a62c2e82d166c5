// From a place to the command line of bubblewrap. Pure. Everything is read-only, then hidden, then shown again, path by
// path: the deeper path wins, so the order of a list never decides what a command may reach.

export interface SandboxPlace {
  /** Absolute path of the program, and the options this version of it knows. */
  readonly bwrap: string;
  readonly options: ReadonlySet<string>;
  /** The working tree: the only place outside of temp folders that may be written. */
  readonly tree: string;
  /** Inside or outside of the tree; shown wherever they are. */
  readonly readOnly: readonly string[];
  readonly hidden: readonly HiddenPlace[];
  /** Folders for temp files, each private to one command. */
  readonly temp: readonly string[];
  readonly network: boolean;
  /** Names of variables that the command must not see. */
  readonly unset: readonly string[];
  /** Of each temp folder. */
  readonly tempBytes: number;
  /** Where the kernel can bound them for this user; undefined where only the watch does. */
  readonly threads: number | undefined;
}

export interface HiddenPlace {
  readonly path: string;
  readonly kind: "folder" | "file";
}

/** No user, process, message queue, host name or cgroup of the outside; no terminal; no rights; no longer than us. */
const ALONE = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--new-session", "--die-with-parent", "--cap-drop", "ALL"],
];

/** Root owns these files, so it could write them without any right. */
const KERNEL_SETTINGS = ["sys", "sysrq-trigger", "irq", "bus", "fs", "scsi", "acpi", "mtrr"];

/** Caches that tools must write. Empty each time: one that lasted could carry something out to the next build. */
const CACHES = { GOCACHE: "/tmp/.cache/go-build", PIP_CACHE_DIR: "/tmp/.cache/pip", npm_config_logs_max: "0" };

/** Bounds threads where the kernel can, takes a back seat, and becomes the command. */
const INSIDE =
  '[ "$0" = 0 ] || ulimit -u "$0" 2>/dev/null || ulimit -p "$0"; renice -n 5 -p $$ >/dev/null 2>&1; exec "$@"';

export function sandboxArguments(place: SandboxPlace, command: readonly string[]): string[] {
  const { options, network, tree } = place;
  return [
    place.bwrap,
    ...ALONE,
    ...(options.has("--disable-userns") ? ["--disable-userns"] : []),
    ...(network ? [] : ["--unshare-net"]),
    ...mounts(place).flatMap(({ words }) => words),
    ...place.hidden.flatMap(({ path, kind }) => (kind === "folder" ? ["--remount-ro", path] : [])),
    ...["--remount-ro", "/dev"],
    ...place.unset.flatMap((name) => ["--unsetenv", name]),
    ...Object.entries({ TMPDIR: "/tmp", ...CACHES }).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", tree, "--", "/bin/sh", "-c", INSIDE, String(place.threads ?? 0), ...command],
  ];
}

interface Mount {
  readonly path: string;
  readonly words: readonly string[];
}

function mounts(place: SandboxPlace): Mount[] {
  const temp = (path: string): Mount => ({ path, words: [...sized(place), "--tmpfs", path] });
  const readOnly = (path: string): Mount => ({ path, words: ["--ro-bind", path, path] });
  const all: Mount[] = [
    readOnly("/"),
    { path: "/dev", words: ["--dev", "/dev"] },
    { path: "/proc", words: ["--proc", "/proc"] },
    ...KERNEL_SETTINGS.map((name) => `/proc/${name}`).map((path) => ({ path, words: ["--ro-bind-try", path, path] })),
    ...["/dev/shm", ...place.temp].map(temp),
    ...place.hidden.map(hide),
    { path: place.tree, words: ["--bind", place.tree, place.tree] },
    ...pinned(place).map((path) => ({ path, words: ["--bind", path, path] })),
    ...place.readOnly.map(readOnly),
  ];
  return all.sort((one, other) => depth(one.path) - depth(other.path)); // stable: of two for one path the later wins
}

/**
 * Folders of the tree above something read-only. As a mount of its own such a folder cannot be moved away, and with it
 * what is read-only, to make room for another one of the same name.
 */
function pinned({ tree, readOnly, hidden }: SandboxPlace): string[] {
  const held = [...readOnly, ...hidden.map(({ path }) => path)];
  const above = readOnly.flatMap((path) => foldersBetween(tree, path));
  return [...new Set(above)].filter((folder) => !held.some((path) => `${folder}/`.startsWith(`${path}/`)));
}

function foldersBetween(tree: string, path: string): string[] {
  if (!path.startsWith(`${tree}/`)) return [];
  const names = path.slice(tree.length + 1).split("/");
  return names.slice(1).map((_, index) => `${tree}/${names.slice(0, index + 1).join("/")}`);
}

/** An empty folder; or an empty file, since a tool that may not read its settings often fails. */
function hide({ path, kind }: HiddenPlace): Mount {
  return { path, words: kind === "folder" ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path] };
}

function sized({ options, tempBytes }: SandboxPlace): string[] {
  return options.has("--size") ? ["--size", String(tempBytes)] : [];
}

function depth(path: string): number {
  return path.split("/").filter(Boolean).length;
}
