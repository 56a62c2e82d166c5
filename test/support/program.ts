// The command line as one module: build-once.ts bundles it for tests that run commands in their own process.
export { commands, createWiring } from "../../src/command-bundle.ts";
export { runProgram } from "../../src/frontends/cli/program/program.ts";
