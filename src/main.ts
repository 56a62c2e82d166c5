#!/usr/bin/env node
// The bin. Nothing heavy may be imported here: `iflow --help` runs all of this file.
import { readFileSync } from "node:fs";
import { runProgram } from "./frontends/cli/program.ts";

const version = (): string => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

await runProgram(process.argv, version, async () => {
  const { actions, createWiring } = await import("./loaded.ts");
  return { actions, wiring: createWiring(version()) };
});
