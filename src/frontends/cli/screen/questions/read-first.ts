// Shows the person what a question is about in their own pager or editor. Trouble with these is told in a line; the
// question stays open in any case.
import { IflowError } from "../../../../domain/text/errors.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import type { Reading } from "../../../drive/context.ts";
import { safeText } from "../safe-text.ts";
import type { Terminal } from "../terminal.ts";

export async function readWith(
  { alert }: Pick<Terminal, "alert">,
  reading: Reading,
  program: "pager" | "editor",
): Promise<void> {
  const { viewer, file } = reading;
  if (program === "editor" && file !== undefined) {
    const edited = await viewer.edit(file);
    if (edited.status === "failed") alert(`  ${oneLine(edited.problem)}; set $VISUAL or $EDITOR`);
    return;
  }
  const text = safeText(await reading.read().catch(explain));
  const viewed = await viewer.page(text);
  if (viewed.status === "nothing") alert(text);
  if (viewed.status === "failed") alert(`  ${oneLine(viewed.problem)}; set $PAGER`);
}

function explain(error: unknown): string {
  if (error instanceof IflowError) return `${error.message}\n`;
  throw error;
}
