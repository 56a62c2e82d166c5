// What `iflow --help` does not need, as one piece: see frontends/cli/actions.ts.
export * as actions from "./frontends/cli/actions.ts";
export { createWiring } from "./wire.ts";
