#!/usr/bin/env node
// The bin. Nothing heavy may be imported here: `iflow --help` runs all of this file.
import { readFileSync } from "node:fs";
import { runProgram } from "./frontends/cli/program.ts";

// `iflow --help | head`: the reader has seen enough
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

const version = (): string => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

await runProgram(process.argv, version, async () => {
  const { actions, createWiring } = await import("./loaded.ts");
  return { actions, wiring: createWiring(version()) };
});
