// How a dry run is reported: the prompt alone on stdout, so that it can be piped; what it is on stderr.
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import type { ChainEnd } from "../../../drive/chain.ts";
import type { DrivePlace } from "../../../drive/context.ts";
import { type DryRun, dryRun } from "../../../drive/dry-run.ts";
import { money } from "../../screen/numbers.ts";
import type { CommandResult } from "../../screen/output.ts";
import { wrapProse } from "../../screen/rows/row-layout.ts";
import type { CommandPlace } from "../command-place.ts";

export async function dryRunResult(
  place: CommandPlace,
  command: (copy: DrivePlace) => Promise<PhaseResult | ChainEnd>,
): Promise<CommandResult> {
  const found = await dryRun(place, command);
  const { columns } = place.terminal;
  if (found.next !== "prompt")
    return { data: found, text: wrapProse(`${withoutPrompt(found)}\n${UNCHANGED}`, columns) };
  const { feature, phase, runtime, model, role, kind, estimate, prompt } = found;
  const agents = model === null ? runtime : `${runtime}, ${model}`;
  const what = [`${role} (${kind})`, `${phase} of ${feature}`, agents].join(` ${place.terminal.marks.dot} `);
  const price = estimate === null ? "price unknown" : `about ${money(estimate, false)}`;
  const before = found.asked.map((text) => `Before it you are asked: ${text}\n`).join("");
  const answered = found.asked.length === 0 ? "" : "What you are asked is answered here by its default.\n";
  const facts = `${what}\n${prompt.length} characters, ${price}. ${UNCHANGED}`;
  place.terminal.say(`${wrapProse(`${before}${answered}${facts}`, columns)}\n`);
  return { data: found, text: prompt, verbatim: true };
}

const UNCHANGED = "Nothing was sent or changed.";

function withoutPrompt(found: Exclude<DryRun, { next: "prompt" }>): string {
  switch (found.next) {
    case "question":
      return [
        "Before the next prompt, you are asked:",
        ...found.pendings.map(({ text }) => text.replaceAll(/^/gm, "  ")),
      ].join("\n");
    case "check":
      return `Before the next prompt, this runs, and the prompt depends on how it ends:\n  ${found.command}`;
    case "merge":
      return "No agent is asked any more: the next step merges or publishes the feature.";
    case "nothing":
      return "No agent would be asked.";
  }
}
