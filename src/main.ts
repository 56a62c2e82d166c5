#!/usr/bin/env node
// The bin. Nothing heavy may be imported here: `iflow --help` runs all of this file.
import { readFileSync } from "node:fs";
import { quickStart } from "./frontends/cli/program/quick-start.ts";

// `iflow --help | head`: the reader has closed the pipe
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const version = (): string => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

const quick = quickStart(process.argv.slice(2), process.stdout.columns);

if (process.argv[2] === "hook") {
  const { hook } = await import("./hook.ts");
  await hook(process.argv[3], version);
} else if (quick === "help") {
  process.stdout.write(readFileSync(new URL("./help.txt", import.meta.url))); // printed by the build from the program itself
} else if (quick === "version") {
  process.stdout.write(`${version()}\n`);
} else if (quick === undefined || !(await (await import("./look.ts")).look(quick))) {
  const { runProgram } = await import("./frontends/cli/program/program.ts");
  await runProgram(process.argv, version, async () => {
    const { commands, createWiring } = await import("./command-bundle.ts");
    return { commands, wiring: createWiring(version()) };
  });
}
