// How commands are printed: as iflow was started here, and with the name of their feature unless HEAD is on its branch.
import { knownKeys } from "../../app/feature/features.ts";
import { branchOf } from "../../domain/feature/feature-key.ts";
import { shortName } from "../../domain/feature/feature-name.ts";
import { printCommands } from "../../domain/feature/printed-commands.ts";
import { type Diagnostic, IflowError, toDiagnostic } from "../../domain/text/errors.ts";
import type { Wiring } from "../../ports/wiring.ts";
import type { DrivePlace } from "./context.ts";

export type Print = (text: string) => string;

/** Where commands will be pasted. */
export type PrintPlace = Pick<DrivePlace, "ports" | "config"> & { readonly wiring: Pick<Wiring, "program"> };

/** For texts about this feature. */
export async function printerFor(place: PrintPlace, key: string): Promise<Print> {
  const { program } = place.wiring;
  const feature = await neededName(place, key);
  return (text) => printCommands(text, { program, feature });
}

/** An error as it is printed. Its place is missing outside of a repository; then no command needs a name. */
export async function printedError(
  { program }: Pick<Wiring, "program">,
  place: Omit<PrintPlace, "wiring"> | undefined,
  error: unknown,
): Promise<Diagnostic> {
  const key = error instanceof IflowError ? error.feature : undefined;
  const named = place && key !== undefined ? await printerFor({ ...place, wiring: { program } }, key) : undefined;
  const print = named ?? ((text: string) => printCommands(text, { program }));
  const { fix, detail, ...diagnostic } = toDiagnostic(error);
  return {
    ...diagnostic,
    ...(detail !== undefined && { detail: printLines(detail, print) }),
    ...(fix !== undefined && { fix: print(fix) }),
  };
}

/** Of several lines only those that are commands: the others may be an agent's words. */
export function printLines(text: string, print: Print): string {
  return text
    .split("\n")
    .map((line) => (/^\s*(?:Resume with: )?iflow /.test(line) ? print(line) : line))
    .join("\n");
}

/** What cannot be read now must not hide what is to be printed: the whole key always works. */
async function neededName({ ports, config }: Omit<PrintPlace, "wiring">, key: string): Promise<string | undefined> {
  try {
    if ((await ports.repository.where()).branch === branchOf(key)) return undefined;
    return shortName(await knownKeys(ports, config.artifactsRoot), key);
  } catch {
    return key;
  }
}
