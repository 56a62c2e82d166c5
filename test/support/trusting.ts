// Tests write iflow.config.json in many places and mean it: their commands run as with IFLOW_TRUST set to the hash of what
// is there, the way CI confirms it. A test about trust says otherwise: `IFLOW_TRUST: ""`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashValues } from "../../src/domain/config/repository-trust.ts";
import { splitTrusted } from "../../src/domain/config/trusted-keys.ts";
import { parseJson } from "../../src/domain/text/json/json.ts";

export function trusting(root: string): { readonly IFLOW_TRUST?: string } {
  const hash = hashOfConfig(root);
  return hash === undefined ? {} : { IFLOW_TRUST: hash };
}

/** What `iflow trust --show` prints; undefined when there is no file that can be read. */
export function hashOfConfig(root: string): string | undefined {
  try {
    return hashValues(splitTrusted(parseJson(readFileSync(join(root, "iflow.config.json"), "utf8"))).trusted);
  } catch {
    return undefined;
  }
}
