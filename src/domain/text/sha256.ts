// The only way to name a text by its content: in journals, outcome files and memories.
import { createHash } from "node:crypto";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
