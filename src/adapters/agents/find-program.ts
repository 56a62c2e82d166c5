// A program on the path, as the shell would find it.
import { delimiter, join } from "node:path";
import { isProgram } from "../commands/own-path.ts";

export function findProgram(name: string, path: string | undefined): string | undefined {
  if (name.includes("/")) return isProgram(name) ? name : undefined;
  const folders = (path ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(isProgram);
}
