// What a repository's iflow.config.json may decide is confirmed by the person, before anything is run, sent or judged by it.
// `--yolo` never confirms; without a terminal the command ends and says how to confirm.
import { type ConfigLayer, mergeConfig } from "../../../domain/config/config.ts";
import { type RepositoryTrust, trustLines, trustOf } from "../../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import type { TrustedValues } from "../../../domain/config/trusted-keys.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { ConfigPlace } from "../../../ports/wiring.ts";
import type { DriveContext, DrivePlace } from "../context.ts";

type Asking = Pick<DriveContext, "wiring" | "person" | "signal">;

/** The settings that count once everything in the repository's file does. */
export async function requireTrust(context: Asking, place: ConfigPlace): Promise<ConfigLayer[]> {
  const trust = trustOf(await context.wiring.readConfigLayers(place));
  if (trust.state === "unconfirmed" && !(await askForTrust(context, place, trust))) throw needsTrust(trust);
  const layers = await context.wiring.readConfigLayers(place);
  if (trustOf(layers).state === "unconfirmed") throw needsTrust(trustOf(layers)); // changed while the person thought
  return layers;
}

/** The same for a run that is about to begin. */
export async function trustedPlace(place: DrivePlace): Promise<DrivePlace> {
  const layers = await requireTrust(place, place.ports.repository);
  return { ...place, config: mergeConfig(layers), trusted: trustOf(layers).values };
}

/** True once the person has said yes and that is on disk; false when they say no, or cannot be asked. */
export async function askForTrust(
  { wiring, person, signal }: Asking,
  place: ConfigPlace,
  trust: RepositoryTrust,
  gone?: TrustedValues,
): Promise<boolean> {
  if (!person.interactive) return false;
  const said = await person.ask(trustQuestion(trust, gone), async () => true, signal);
  if (said === undefined || said === "answered-elsewhere" || said.answer !== YES) return false;
  await wiring.confirmTrust(place, trust.values);
  return true;
}

const YES = "yes";

/** `gone`: for a run that goes on either way, what counted in it before and would no longer. */
function trustQuestion({ state, values }: RepositoryTrust, gone: TrustedValues | undefined): Question {
  const lines = state === "nothing" ? [] : trustLines(values).map((line) => `  ${line}`);
  const lost = trustLines(gone ?? {}).map((line) => `  ${line}`);
  return {
    type: "question",
    name: "trust",
    topic: "trust",
    text: [
      ...(lines.length > 0 ? [`${CONFIG_FILE} of this repository decides:`, ...lines] : []),
      ...(lost.length > 0 ? [`In ${CONFIG_FILE} no longer set, though the run began with it:`, ...lost] : []),
      "May it?",
    ].join("\n"),
    options: [
      { value: "no", label: "No", hint: gone ? "what it began with goes on counting" : "nothing is run" },
      { value: YES, label: "Yes, these values count in this repository" },
    ],
    default: "no",
  };
}

function needsTrust({ values, hash }: RepositoryTrust): IflowError {
  return new IflowError("needs-answer", `${CONFIG_FILE} has settings that count only once you have confirmed them`, {
    detail: [
      ...trustLines(values).map((line) => `  ${line}`),
      "in CI, instead of a person:",
      `IFLOW_TRUST=${hash}`,
    ].join("\n"),
    fix: "iflow trust",
  });
}
