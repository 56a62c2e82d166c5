// What `iflow --help` does not need, as one piece: see frontends/cli/actions.ts.
export { actions } from "./frontends/cli/program/actions.ts";
export { createWiring } from "./wire.ts";
