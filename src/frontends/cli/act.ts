// From a word on the command line to the code behind it, which is loaded only now.
import type { actions } from "./actions.ts";
import type { Command } from "./command.ts";

export type Actions = typeof actions;
export type Act = (choose: (actions: Actions) => Command | Promise<Command>) => () => Promise<void>;
