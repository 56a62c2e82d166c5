// Loaded before the command (`node --import`): a real kill -9 at a moment a test can choose, without any hook in the
// product. KILL_AT=n ends the process after the n-th journal line is flushed (KILL_WHEN=before: before it is written);
// KILL_AFTER_GIT=word ends it as soon as the n-th git call with that word has done its work.
import childProcess from "node:child_process";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env.KILL_AT);
const word = process.env.KILL_AFTER_GIT;
const die = () => process.kill(process.pid, "SIGKILL");
let count = 0;

if (word) {
  const { spawn } = childProcess;
  childProcess.spawn = (command, args, options) => {
    const child = spawn(command, args, options);
    if (command.includes("git") && args.includes(word) && ++count === at) child.on("exit", die);
    return child;
  };
  syncBuiltinESMExports();
} else {
  const handle = await open(new URL(import.meta.url));
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { datasync, write } = prototype;
  const isBefore = process.env.KILL_WHEN === "before";
  if (isBefore) {
    // the journal is the only file that is written piece by piece
    prototype.write = function dieThenWrite(...args) {
      if (++count === at) die();
      return write.apply(this, args);
    };
  } else {
    prototype.datasync = async function flushThenDie() {
      await datasync.call(this);
      if (++count === at) die();
    };
  }
}
