// Loaded before the command (`node --import`): the disk is full at one write of this process, or of a git it starts, and from
// then on. FULL_AT=n says at which; FULL_LOG=file gets a line for each write that was tried, for all of them to be chosen
// from. There is no hook for this in the product.
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { FULL_AT = "0", FULL_LOG } = process.env;
const { appendFileSync } = fs;
let count = 0;

/** Whether this write finds no space. */
function isFull(what) {
  if (/ \/dev\/(?:null|std|fd)/.test(what)) return false;
  count += 1;
  if (FULL_LOG) appendFileSync(FULL_LOG, `${what}\n`);
  return FULL_AT !== "0" && count >= Number(FULL_AT);
}

function noSpace(syscall, path) {
  const place = path === undefined ? "" : ` '${path}'`;
  const error = new Error(`ENOSPC: no space left on device, ${syscall}${place}`);
  return Object.assign(error, { code: "ENOSPC", errno: -28, syscall, ...(path !== undefined && { path }) });
}

const { promises } = fs;
for (const name of ["writeFile", "appendFile", "mkdir", "mkdtemp", "link", "copyFile"]) {
  const original = promises[name];
  promises[name] = async (path, ...rest) => {
    if (isFull(`${name} ${path}`)) throw noSpace(name, path);
    return original.call(promises, path, ...rest);
  };
}

const { open } = promises;
promises.open = async (path, flags, ...rest) => {
  const creates = typeof flags === "string" && /[wa]/.test(flags) && !fs.existsSync(path);
  if (creates && isFull(`open ${path}`)) throw noSpace("open", path);
  return open.call(promises, path, flags, ...rest);
};

const handle = await open.call(promises, new URL(import.meta.url));
const prototype = Object.getPrototypeOf(handle);
await handle.close();
for (const name of ["write", "appendFile", "writeFile"]) {
  const original = prototype[name];
  prototype[name] = async function orFull(...args) {
    if (isFull(`${name} to a handle`)) throw noSpace("write");
    return original.apply(this, args);
  };
}

const openCallback = fs.open;
fs.open = (path, flags, ...rest) => {
  if (typeof flags === "string" && /[wa]/.test(flags) && isFull(`open ${path}`))
    return rest.at(-1)(noSpace("open", path));
  return openCallback.call(fs, path, flags, ...rest);
};

/** What git writes with. */
const WRITING =
  /^(?:add|apply|branch|checkout|commit|commit-tree|fetch|hash-object|merge|read-tree|switch|tag|update-index|update-ref|worktree|write-tree)$/;
const { spawn } = childProcess;
childProcess.spawn = (command, args = [], options = {}) => {
  const word = /(?:^|\/)git$/.test(command) ? args.find((arg) => WRITING.test(arg)) : undefined;
  if (word === undefined || !isFull(`git ${word}`)) return spawn(command, args, options);
  const words = "fatal: unable to write file: No space left on device";
  return spawn("/bin/sh", ["-c", `cat > /dev/null; echo "${words}" >&2; exit 128`], options);
};
syncBuiltinESMExports();
