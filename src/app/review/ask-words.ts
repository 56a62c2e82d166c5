// At a cap the person may want another loop: what should it begin with?
import type { Parts } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";

const NOTHING = "nothing-to-add";

/** Empty when the person has nothing to add: `role` then only gets the open issues again. */
export async function askWords(phase: Parts<"run">, name: string, role: "author" | "fixer"): Promise<string> {
  const words = await askPerson(phase, {
    name: `${name}/words`,
    topic: "cap-words",
    text: `What should the ${role} know or do differently?`,
    options: [{ value: NOTHING, label: "Nothing to add", hint: `the ${role} only gets the open issues again` }],
    freeText: true,
    default: NOTHING,
  });
  return words === NOTHING ? "" : words;
}
