// Ways out of the sandbox. Each line prints OUT when it got out; the same line without a sandbox shows that it is able to.
// `control` says where that may be tried: not where it would harm the machine, or where it takes root.

export interface Attempt {
  readonly name: string;
  readonly line: string;
  readonly control: "everybody" | "root" | "never";
  /** Works in a linked work tree instead of the main one. */
  readonly linked?: boolean;
  readonly terminal?: boolean;
}

const everybody = (name: string, line: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ name, line: `(${line}) 2>/dev/null && echo OUT`, control: "everybody" },
  ...more,
});
const asRoot = (name: string, line: string) => everybody(name, line, { control: "root" });
/** Never tried outside. */
const insideOnly = (name: string, line: string, more: Partial<Attempt> = {}) =>
  everybody(name, line, { control: "never", ...more });

const connects = (address: string) =>
  `node -e 'require("net").connect(${address}).on("connect",()=>process.exit(0)).on("error",()=>process.exit(1))'`;

export const WRITES: readonly Attempt[] = [
  everybody("a new file outside", 'echo x > "$OUTSIDE/new"'),
  everybody("an old file outside", 'echo x >> "$OUTSIDE/there"'),
  everybody("removing a file outside", 'rm "$OUTSIDE/there"'),
  everybody("rights of a file outside", 'chmod 777 "$OUTSIDE/there"'),
  everybody("the home folder", "echo x >> ~/.bashrc"),
  everybody("through a link in the tree", 'ln -s "$OUTSIDE" link && echo x > link/new'),
  everybody("through a link that was there", "echo x > old-link/new"),
  everybody("through a hard link", 'ln "$OUTSIDE/there" here && echo x >> here'),
  insideOnly("through another process's root", 'echo x > "/proc/1/root$OUTSIDE/new"'),
];

export const REPOSITORY: readonly Attempt[] = [
  everybody("a hook", "echo x > .git/hooks/pre-commit"),
  everybody("a setting of git", "git config core.pager evil"),
  everybody("another .git in place of this one", "mv .git other"),
  everybody("a file over a ref", "echo x > .git/HEAD"),
  everybody("iflow's config", "echo '{}' > iflow.config.json"),
  everybody("another config in place of this one", "mv iflow.config.json other.json"),
  everybody("what iflow keeps of its runs", "grep -q SECRET .git/iflow/journal"),
  everybody("the main repository of a linked tree", 'echo x > "$COMMON/config"', { linked: true }),
  everybody("a hook of the main repository", 'echo x > "$COMMON/hooks/pre-commit"', { linked: true }),
  everybody("a linked tree's own git folder", 'echo x > "$(git rev-parse --git-dir)/HEAD"', { linked: true }),
  everybody("a linked tree's pointer to it", "mv .git other", { linked: true }),
];

export const SECRETS: readonly Attempt[] = [
  ...[".ssh/id_ed25519", ".aws/credentials", ".gnupg/key", ".kube/config", ".docker/config.json", ".netrc", ".npmrc"],
  ...[".pypirc", ".git-credentials", ".config/gh/hosts.yml", ".config/gcloud/token", ".claude.json", ".claude/login"],
  ...[".codex/auth.json", ".config/iflow/config.json", ".local/state/iflow/trust", ".mozilla/cookies", "moved-aws"],
]
  .map((path) => everybody(`~/${path}`, `grep -q SECRET ~/${path}`))
  .concat([
    everybody("a key in the environment", "env | grep -q SECRET"),
    everybody(
      "what another process was given",
      "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -q SECRET-OF-THE-VICTIM",
    ),
    everybody("the arguments of another process", "cat /proc/[0-9]*/cmdline | grep -q '[v]ictim-of-the-test'"),
    asRoot("the machine's passwords", "grep -q : /etc/shadow"),
  ]);

/** x64 only: perl knows calls by their numbers. */
const PTRACE_ATTACH = "perl -e 'exit(syscall(101, 16, $ENV{VICTIM}+0, 0, 0) == 0 ? 0 : 1)'";

export const NEIGHBOURS: readonly Attempt[] = [
  everybody("a signal to a process outside", "kill -0 $VICTIM"),
  ...(process.arch === "x64" ? [asRoot("tracing a process outside", PTRACE_ATTACH)] : []),
  everybody("a server of this machine", connects('+process.env.PORT, "127.0.0.1"')),
  insideOnly("a route to the outside", '[ "$(wc -l < /proc/net/route)" -gt 1 ]'),
  insideOnly("an address outside", connects('9, "203.0.113.1"')),
  everybody("an abstract socket", connects('"\\0" + process.env.ABSTRACT')),
  everybody("a socket in a temp folder", connects("process.env.SOCKET")),
  everybody("a socket in the home folder", connects('process.env.HOME + "/.docker/docker.sock"')),
  asRoot("a socket of a service", connects("process.env.SERVICE")),
  insideOnly("typing into the terminal", "perl -e 'ioctl(STDIN, 0x5412, my $c = \"x\") or exit 1'", { terminal: true }),
  insideOnly("the terminal itself", "true < /dev/tty", { terminal: true }),
];

/** Changes nothing, should it ever get through. */
const writesBack = (file: string) => `value=$(cat ${file}) && echo "$value" > ${file}`;

export const MACHINE: readonly Attempt[] = [
  insideOnly("writing to the root again", "mount -o remount,rw / || mount -o remount,rw,bind /"),
  insideOnly("taking a cover away", "umount ~/.ssh || umount -l ~/.ssh"),
  insideOnly("another view of the disk", "mkdir view && mount --bind / view"),
  insideOnly("a file system of its own", "mkdir own && mount -t tmpfs none own"),
  asRoot("a device", "mknod device c 1 3"),
  insideOnly("a disk", "mknod disk b 8 0 && head -c 1 disk"),
  insideOnly("a device of the machine", "ls /dev | grep -qE '^(sd|vd|nvme|mem|kmsg|kvm|fuse)'"),
  insideOnly("a namespace of its own", "unshare --user --map-root-user true"),
  insideOnly("mounts in a namespace of its own", "unshare --user --map-root-user --mount true"),
  insideOnly("a setting of the kernel", "echo 1 > /proc/sys/vm/drop_caches"),
  insideOnly("the program for core dumps", writesBack("/proc/sys/kernel/core_pattern")),
  insideOnly("the keys of the kernel", "echo h > /proc/sysrq-trigger"),
  insideOnly("a setting below /sys", writesBack("/sys/kernel/rcu_expedited")),
  insideOnly("a control group", "mkdir /sys/fs/cgroup/escape"),
  insideOnly("the name of the machine", 'hostname "$(hostname)"'),
  insideOnly("rights from a program that has them", "! grep -q 'NoNewPrivs:.1' /proc/self/status"),
  insideOnly("any right at all", "grep 'Cap' /proc/self/status | grep -q '[1-9a-f]$'"),
  insideOnly("filling a cover", "touch ~/.ssh/x"),
  insideOnly("filling /dev", "touch /dev/x"),
];
