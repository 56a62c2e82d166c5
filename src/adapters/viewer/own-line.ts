// A line for the shell that begins with the name of a program, with the place of that program instead.
import { delimiter, join } from "node:path";
import { isProgram, ownCommand } from "../commands/own-path.ts";

/** Undefined when the program is only in the working tree. What is no program at all is left to the shell. */
export function ownLine(line: string, path: string | undefined, folder: string): string | undefined {
  const [, blanks = "", name, rest = ""] = /^(\s*)([\w.+-]+)(?=\s|$)(.*)$/s.exec(line) ?? [];
  if (name === undefined) return line;
  const words = ownCommand([name], path, folder)?.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  if (words) return `${blanks}${words.join(" ")}${rest}`;
  const isThere = (path ?? "").split(delimiter).some((place) => isProgram(join(place, name)));
  return isThere ? undefined : line;
}
