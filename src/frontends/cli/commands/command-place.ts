// What most commands are given: their context, in a repository that has been opened.
import type { DrivePlace } from "../../drive/context.ts";
import type { CommandContext } from "../command.ts";

export type CommandPlace = CommandContext & DrivePlace;
