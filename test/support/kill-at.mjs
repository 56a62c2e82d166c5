// Loaded before the command (`node --import`): a real kill -9 at a moment a test can choose, without any hook in the
// product. KILL_RECORD="done {step}" ends the process before that record is written to the journal (KILL_WHEN=before) or
// after it is flushed; KILL_GIT=word ends it before the n-th git call with that word ("any" for all), or as soon as the call
// has done its work. Calls count once the file KILL_SINCE exists. KILL_TURN=n ends it once the n-th turn of a session over
// the plain API is committed.
import childProcess from "node:child_process";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { KILL_RECORD, KILL_WHEN, KILL_GIT, KILL_AT, KILL_SINCE, KILL_TURN } = process.env;
const die = () => process.kill(process.pid, "SIGKILL");

if (KILL_GIT) {
  const { spawn } = childProcess;
  let count = 0;
  const isMeant = (args) => KILL_GIT === "any" || args.includes(KILL_GIT);
  childProcess.spawn = (command, args, options) => {
    const counts = command.includes("git") && isMeant(args) && (!KILL_SINCE || existsSync(KILL_SINCE));
    const isTheOne = counts && ++count === Number(KILL_AT);
    if (isTheOne && KILL_WHEN === "before") die();
    const child = spawn(command, args, options);
    if (isTheOne) child.on("exit", die);
    return child;
  };
  syncBuiltinESMExports();
}

if (KILL_TURN) {
  const prototype = await handlePrototype();
  const { appendFile, datasync } = prototype;
  let turns = 0;
  prototype.appendFile = function countTurns(text, ...rest) {
    if (String(text).startsWith('{"type":"commit"')) turns += 1;
    return appendFile.call(this, text, ...rest);
  };
  prototype.datasync = async function flushThenDie() {
    await datasync.call(this);
    if (turns === Number(KILL_TURN)) die();
  };
}

if (KILL_RECORD) {
  const prototype = await handlePrototype();
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

async function handlePrototype() {
  const handle = await open(new URL(import.meta.url));
  await handle.close();
  return Object.getPrototypeOf(handle);
}

/** As `recordsOf` in crash.ts names the lines of a journal. */
function nameOf(bytes) {
  const { type, step, name = "" } = JSON.parse(Buffer.from(bytes).toString("utf8"));
  return `${type} ${(step ?? name).replace(/^diffs\/.*/, "diffs/…")}`;
}
