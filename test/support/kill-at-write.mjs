// Loaded before the command (`node --import`): ends the process (kill -9) at the n-th change of a file, without any hook in
// the product. KILL_WRITE=n ends it before that change; KILL_TORN=1 lets half of the text through if it is a write.
// COUNT_WRITES=file only lists the changes.
import fs from "node:fs";
import fsp from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { KILL_WRITE, KILL_TORN, COUNT_WRITES } = process.env;
const die = () => process.kill(process.pid, "SIGKILL");
const write = fs.writeFileSync;
const append = fs.appendFileSync;
let count = 0;

function meet(name, args) {
  count++;
  if (COUNT_WRITES) append(COUNT_WRITES, `${name} ${args[0]}\n`);
  if (count !== Number(KILL_WRITE)) return;
  const [path, text] = args;
  if (KILL_TORN && name === "writeFile") write(path, String(text).slice(0, String(text).length / 2));
  die();
}

for (const [from, names] of [
  [fsp, ["writeFile", "rename", "link", "rm", "unlink", "mkdir"]],
  [fs, ["rename", "unlink", "fsync"]],
]) {
  for (const name of names) {
    const real = from[name];
    from[name] = function counted(...args) {
      meet(name, args);
      return real.apply(this, args);
    };
  }
}
syncBuiltinESMExports();
