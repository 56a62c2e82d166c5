// A program on the path, as the shell would find it.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

export function findProgram(name: string, path: string | undefined): string | undefined {
  if (name.includes("/")) return isProgram(name) ? name : undefined;
  const folders = (path ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
