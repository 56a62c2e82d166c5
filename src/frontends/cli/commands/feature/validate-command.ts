// `iflow validate`: what can be said about documents without paying a reviewer. Problems alone are not a failure; a
// document that the next phase cannot work from is.
import { resolve } from "node:path";
import { type ValidatedDocument, validateFeature, validatePath } from "../../../../app/feature/validate.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../../../../domain/documents/document-names.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import type { CommandContext } from "../../command.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { count } from "../../screen/numbers.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { mixedTable } from "../../screen/text-table.ts";
import { isPath } from "./target.ts";

export async function validateCommand(
  context: CommandContext,
  target: string | undefined,
  flags: { readonly as?: string },
) {
  const { open, wiring, cwd, terminal } = context;
  const as = readKind(flags.as);
  let documents: ValidatedDocument[];
  if (target === undefined || !(await isPath(context, target))) {
    if (as) throw new IflowError("usage", "--as needs a file", { fix: "iflow validate FILE --as KIND" });
    const { ports, config } = await homeOfNamed({ ...context, ...(await open()) }, target);
    documents = await validateFeature(ports, config.artifactsRoot, target);
  } else {
    const place = resolve(cwd, target).slice(1);
    documents = await validatePath(wiring.files, { path: target, place, as });
  }
  const isUsable = documents.every(({ failedLevel }) => failedLevel === null);
  return {
    exit: isUsable ? EXIT.done : EXIT.notApproved,
    data: { documents },
    text: documents.length === 0 ? "No document yet." : print(documents, terminal),
  };
}

function readKind(asked: string | undefined): ArtifactKind | undefined {
  const kind = ARTIFACT_KINDS.find((known) => known === asked);
  if (asked === undefined || kind) return kind;
  throw new IflowError("usage", `"${asked}" is not a kind of document`, { fix: `--as ${ARTIFACT_KINDS.join("|")}` });
}

function print(documents: readonly ValidatedDocument[], terminal: Terminal): string {
  const width = Math.max(...documents.map(({ path }) => columnsOf(path)));
  const blocks = documents.map((document) => printDocument(document, width, terminal));
  const found = documents.reduce((sum, { findings }) => sum + findings.length, 0);
  const total = `${count(documents.length, "document")}, ${found === 0 ? "nothing to report" : count(found, "lint problem")}`;
  return documents.length === 1 ? blocks.join("\n") : `${blocks.join("\n")}\n\n${total}`;
}

function printDocument(document: ValidatedDocument, width: number, { marks, paint }: Terminal): string {
  const { path, failedLevel, findings } = document;
  const title = padEndTo(width, path);
  if (findings.length === 0) return `${title}  ${paint.green(marks.pass)}`;
  const verdict =
    failedLevel === null
      ? count(findings.length, "lint problem")
      : `${paint.red(marks.fail)} level ${failedLevel} of 4`;
  const rows = findings.flatMap(({ line, code, message, fix }) => [
    [String(line), code, message],
    ["", "", paint.dim(`${marks.arrow} ${fix}`)],
  ]);
  return `${paint.bold(title)}  ${verdict}\n${mixedTable(rows, (column) => column === 0)}`;
}
