// Loaded before the command (`node --import`). It writes down, in order, every change this process makes to the disk and
// the end of every scripted turn, and at a chosen change it kills the process or lets the disk be full.
//   start                     the process began
//   begin {n} {what} {path}   a change begins; the number counts from 1
//   did {n}, failed {n}       it is done; the disk was full
//   turn {id}                 a scripted turn has ended; next its answer is handed over
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

const { CHAOS_LOG, CHAOS_WRITE = "", CHAOS_TURNS_FROM } = process.env;
for (const name of ["CHAOS_LOG", "CHAOS_WRITE", "CHAOS_TURNS_FROM"]) delete process.env[name];

const [at, when] = CHAOS_WRITE.split(" ");
const log = fs.openSync(CHAOS_LOG, "a");
const { writeSync, writeFileSync } = fs;
const tell = (line) => writeSync(log, `${line}\n`);
const die = () => process.kill(process.pid, "SIGKILL");
let changes = 0;
let isFull = false;

tell("start");
watchTurns();
for (const name of ["writeFile", "appendFile"]) watch(fs.promises, name, { path: 0, data: 1 });
for (const name of ["rename", "link", "copyFile", "symlink", "cp"]) watch(fs.promises, name, { path: 1 });
for (const name of ["mkdir", "mkdtemp", "rm", "rmdir", "unlink", "truncate", "utimes", "chmod"])
  watch(fs.promises, name, { path: 0 });
for (const name of ["writeFileSync", "appendFileSync"]) watch(fs, name, { path: 0, data: 1, isSync: true });
for (const name of ["renameSync", "linkSync", "copyFileSync", "symlinkSync"])
  watch(fs, name, { path: 1, isSync: true });
for (const name of ["mkdirSync", "mkdtempSync", "rmSync", "unlinkSync"]) watch(fs, name, { path: 0, isSync: true });
for (const name of ["write", "fsync", "rename", "mkdir", "unlink", "chmod", "chown"]) watchCallback(name);
await watchHandles();
syncBuiltinESMExports();

/** A pause of a scripted turn says which turn it is: the pause is the last thing before the turn gives its answer. */
function watchTurns() {
  const { setTimeout: pause } = timers;
  const from = Number(CHAOS_TURNS_FROM);
  timers.setTimeout = async (milliseconds, ...rest) => {
    const isTurn = milliseconds >= from && milliseconds < from + 1000;
    const result = await pause(isTurn ? 0 : milliseconds, ...rest);
    if (isTurn) tell(`turn ${milliseconds - from}`);
    return result;
  };
}

function watch(owner, name, { path, data, isSync = false }) {
  const real = owner[name];
  const what = name.replace("Sync", "");
  const change = (self, args) => {
    const n = begin(what, args[path], data !== undefined || what.startsWith("mk") || what === "copyFile");
    const isHere = n === Number(at);
    if (isHere && when === "during" && data !== undefined) {
      writeFileSync(args[path], half(args[data]), what === "appendFile" ? { flag: "a" } : {});
      die();
    }
    if (isSync) {
      const result = real.apply(self, args);
      done(n);
      return result;
    }
    return real.apply(self, args).then(
      (result) => {
        done(n);
        return result;
      },
      (error) => {
        dieAfter(n); // refused, as when a name is taken: that is an end too
        throw error;
      },
    );
  };
  owner[name] = isSync
    ? function (...args) {
        return change(this, args);
      }
    : async function (...args) {
        return change(this, args);
      };
}

/** write-file-atomic uses the functions with callbacks. */
function watchCallback(name) {
  const real = fs[name];
  fs[name] = function (...args) {
    const callback = args.at(-1);
    if (typeof callback !== "function") return real.apply(this, args);
    let n;
    try {
      n = begin(name, name === "rename" ? args[1] : args[0], name === "write");
    } catch (error) {
      return process.nextTick(callback, error);
    }
    if (n === Number(at) && when === "during" && name === "write") {
      writeSync(args[0], half(args[1]));
      die();
    }
    return real.call(this, ...args.slice(0, -1), (error, ...results) => {
      if (!error) done(n);
      callback(error, ...results);
    });
  };
}

/** Journals and flushed files are written through handles. */
async function watchHandles() {
  const open = fs.promises.open;
  const paths = new WeakMap();
  fs.promises.open = async function (path, ...rest) {
    const handle = await open.call(this, path, ...rest);
    paths.set(handle, path);
    return handle;
  };
  const handle = await open(new URL(import.meta.url));
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of ["write", "writeFile", "appendFile", "sync", "datasync", "truncate"]) {
    const real = prototype[name];
    const hasData = !["sync", "datasync", "truncate"].includes(name);
    prototype[name] = async function (...args) {
      if (!paths.has(this)) return real.apply(this, args); // below writeFile(path), which is one change
      const n = begin(name, paths.get(this), hasData);
      if (n === Number(at) && when === "during" && hasData) {
        await real.call(this, half(args[0]));
        die();
      }
      const result = await real.apply(this, args);
      done(n);
      return result;
    };
  }
}

function begin(what, path, needsSpace) {
  changes += 1;
  tell(`begin ${changes} ${what} ${path}`);
  const isHere = changes === Number(at);
  if (isHere && when === "before") die();
  if (isHere && when === "full") isFull = true;
  if (isFull && needsSpace) {
    tell(`failed ${changes}`);
    throw Object.assign(new Error(`ENOSPC: no space left on device, ${what} '${path}'`), {
      code: "ENOSPC",
      errno: -28,
    });
  }
  return changes;
}

function done(n) {
  tell(`did ${n}`);
  dieAfter(n);
}

function dieAfter(n) {
  if (n === Number(at) && (when === "after" || when === "during")) die();
}

function half(data) {
  const bytes = Buffer.from(data);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
