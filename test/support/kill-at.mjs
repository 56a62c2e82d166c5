// Loaded before the command (`node --import`): a real kill -9 at a moment a test can choose, without any hook in the
// product. KILL_RECORD="done {step}" ends the process before that record is written to the journal (KILL_WHEN=before) or
// after it is flushed; KILL_AFTER_GIT=word ends it as soon as the n-th git call with that word has done its work.
import childProcess from "node:child_process";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { KILL_RECORD, KILL_WHEN, KILL_AFTER_GIT, KILL_AT } = process.env;
const die = () => process.kill(process.pid, "SIGKILL");

if (KILL_AFTER_GIT) {
  const { spawn } = childProcess;
  let count = 0;
  childProcess.spawn = (command, args, options) => {
    const child = spawn(command, args, options);
    if (command.includes("git") && args.includes(KILL_AFTER_GIT) && ++count === Number(KILL_AT)) child.on("exit", die);
    return child;
  };
  syncBuiltinESMExports();
}

if (KILL_RECORD) {
  const handle = await open(new URL(import.meta.url));
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { datasync, write } = prototype;
  let isWritten = false;
  // the journal is the only file that is written piece by piece
  prototype.write = function dieOrWrite(bytes, ...rest) {
    if (nameOf(bytes) === KILL_RECORD) {
      if (KILL_WHEN === "before") die();
      isWritten = true;
    }
    return write.call(this, bytes, ...rest);
  };
  prototype.datasync = async function flushThenDie() {
    await datasync.call(this);
    if (isWritten) die();
  };
}

/** As `recordsOf` in crash.ts names the lines of a journal. */
function nameOf(bytes) {
  const { type, step, name = "" } = JSON.parse(Buffer.from(bytes).toString("utf8"));
  return `${type} ${step ?? name}`;
}
