#!/usr/bin/env node
// The bin. Nothing heavy may be imported here: `iflow --help` runs all of this file.
import { readFileSync } from "node:fs";

// `iflow --help | head`: the reader has closed the pipe
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const version = (): string => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

if (process.argv[2] === "hook") {
  const { hook } = await import("./hook.ts");
  await hook(process.argv[3]);
} else {
  const { runProgram } = await import("./frontends/cli/program/program.ts");
  await runProgram(process.argv, version, async () => {
    const { commands, createWiring } = await import("./command-bundle.ts");
    return { commands, wiring: createWiring(version()) };
  });
}
