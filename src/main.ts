#!/usr/bin/env node
// The bin. Nothing heavy may be imported here: `iflow --help` runs all of this file.
import { readFileSync } from "node:fs";
import { runProgram } from "./frontends/cli/program.ts";

const version = (): string => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

await runProgram(process.argv, async () => (await import("./wire.ts")).createWiring(version()), version);
