// From a word on the command line to the code behind it, which is loaded only now.

import type { Command } from "../command.ts";
import type { actions } from "./actions.ts";

export type Actions = typeof actions;
export type Act = (choose: (actions: Actions) => Command | Promise<Command>) => () => Promise<void>;
