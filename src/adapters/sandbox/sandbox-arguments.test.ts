// What bubblewrap is told, line by line: no process is started here.
import { expect, it, test } from "vitest";
import { type SandboxPlace, sandboxArguments } from "./sandbox-arguments.ts";

const PLACE: SandboxPlace = {
  bwrap: "/usr/bin/bwrap",
  options: new Set(["--size", "--disable-userns"]),
  tree: "/home/ada/work",
  readOnly: ["/home/ada/work/.git", "/home/ada/work/iflow.config.json"],
  hidden: [
    { path: "/run", kind: "folder" },
    { path: "/home/ada/.ssh", kind: "folder" },
    { path: "/home/ada/.npmrc", kind: "file" },
  ],
  temp: ["/tmp"],
  network: false,
  unset: ["GITHUB_TOKEN"],
  tempBytes: 1000,
  threads: 8000,
};

const words = (more: Partial<SandboxPlace> = {}) => sandboxArguments({ ...PLACE, ...more }, ["npm", "test"]).join(" ");

test.each([
  ["everything is read-only first", "--ro-bind / /"],
  ["the tree may be written", "--bind /home/ada/work /home/ada/work"],
  ["git's folder may not", "--ro-bind /home/ada/work/.git /home/ada/work/.git"],
  ["nor the config", "--ro-bind /home/ada/work/iflow.config.json /home/ada/work/iflow.config.json"],
  ["a secret folder is empty", "--tmpfs /home/ada/.ssh"],
  ["and cannot be filled", "--remount-ro /home/ada/.ssh"],
  ["a secret file is empty", "--dev-bind /dev/null /home/ada/.npmrc"],
  ["temp folders are private and bounded", "--size 1000 --tmpfs /tmp"],
  ["settings of the kernel are read-only, for root too", "--ro-bind-try /proc/sys /proc/sys"],
  ["no right is left, to root neither", "--cap-drop ALL"],
  ["no network", "--unshare-net"],
  ["no other user namespaces", "--disable-userns"],
  ["no terminal to type into", "--new-session"],
  ["it ends with its parent", "--die-with-parent"],
  ["secrets leave the environment", "--unsetenv GITHUB_TOKEN"],
  ["threads are bounded where the kernel can", "8000 npm test"],
])("%s", (_, expected) => {
  expect(` ${words()} `).toContain(` ${expected} `);
});

test("a folder above something read-only cannot be moved away with it", () => {
  const readOnly = [...PLACE.readOnly, "/home/ada/work/.git/worktrees/x", "/home/ada/work/libs/sub/.git"];
  const pin = (path: string) => `--bind ${path} ${path}`;
  expect(words({ readOnly })).toContain(` ${pin("/home/ada/work/libs/sub")} `);
  expect(words({ readOnly })).toContain(` ${pin("/home/ada/work/libs")} `);
  expect(words({ readOnly })).not.toContain(` ${pin("/home/ada/work/.git")} `);
  expect(words({ readOnly })).not.toContain(` ${pin("/home/ada/work/.git/worktrees")} `);
});

test.each<[string, Partial<SandboxPlace>, string]>([
  ["a network that was asked for", { network: true }, "--unshare-net"],
  ["an option that an old version lacks", { options: new Set(["--size"]) }, "--disable-userns"],
  ["a size that an old version cannot set", { options: new Set(["--disable-userns"]) }, "--size"],
])("%s leaves it out", (_, more, absent) => {
  expect(words(more)).not.toContain(absent);
});

test.each<[string, Partial<SandboxPlace>, readonly string[]]>([
  ["the tree in a temp folder", { tree: "/tmp/work" }, ["--tmpfs /tmp", "--bind /tmp/work"]],
  [
    "the tree in a hidden folder",
    { tree: "/home/ada/.ssh/work" },
    ["--tmpfs /home/ada/.ssh", "--bind /home/ada/.ssh/work"],
  ],
  ["secrets in the tree", { tree: "/home/ada" }, ["--bind /home/ada /home/ada", "--tmpfs /home/ada/.ssh"]],
  ["git's folder in a temp folder", { readOnly: ["/tmp/git"] }, ["--tmpfs /tmp", "--ro-bind /tmp/git"]],
  ["the tree in shared memory", { tree: "/dev/shm/work" }, ["--dev /dev", "--tmpfs /dev/shm", "--bind /dev/shm/work"]],
])("the deeper path comes later, so it wins: %s", (_, more, order) => {
  const line = words(more);
  const at = order.map((part) => line.indexOf(part));
  expect(at).toEqual([...at].sort((one, other) => one - other));
  expect(at).not.toContain(-1);
});

it("ends with the command as it was given, word by word", () => {
  const line = ["sh", "-c", 'echo "a b" $HOME; exit 3'];
  expect(sandboxArguments(PLACE, line).slice(-3)).toEqual(line);
});
