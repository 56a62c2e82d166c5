// `iflow trust` where the file has nothing that needs a word. Runs that began with settings go on with them until the person
// says that taking them away was meant.
import { keptSettings } from "../../../../app/run/opening/kept-settings.ts";
import { hashValues, takenAway, trustLines } from "../../../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../../../domain/config/settings-file.ts";
import { listValues, powerOf, type TrustedValues } from "../../../../domain/config/trusted-keys.ts";
import { IflowError, toDiagnostic } from "../../../../domain/text/errors.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { confirm } from "../../screen/questions/ask.ts";
import type { CommandPlace } from "../command-place.ts";

export interface TrustFlags {
  readonly yes?: boolean;
  readonly show?: boolean;
}

export async function trustRemovals(place: CommandPlace, flags: TrustFlags): Promise<CommandResult> {
  const { ports, wiring, terminal, config } = place;
  const kept: TrustedValues[] = [];
  for (const values of await keptSettings(ports, config.artifactsRoot))
    if (!(await wiring.isConfirmed(ports.repository, takenAway(values)))) kept.push(values);
  const text = textOf(kept);
  const data = dataOf(kept);
  if (kept.length === 0 || flags.show) return { data, text };
  if (!flags.yes && !terminal.interactive) return refusal(kept, "no person is at this terminal");
  if (!flags.yes) {
    terminal.alert(text);
    if (!(await confirm(place, "Shall they no longer count?", false))) return refusal(kept, "you said no");
  }
  for (const values of kept) await wiring.confirmTrust(ports.repository, takenAway(values));
  return { data: { ...data, state: "confirmed" }, text: "Confirmed: they count no more once their run continues." };
}

function refusal(kept: readonly TrustedValues[], why: string): CommandResult {
  const [first] = kept;
  const fix = `iflow trust --yes${kept.length === 1 && first ? `   (in CI: IFLOW_TRUST=${hashOf(first)})` : ""}`;
  const message = `what is gone from ${CONFIG_FILE} still counts: ${why}`;
  return {
    exit: EXIT.needsPerson,
    error: toDiagnostic(new IflowError("needs-answer", message, { fix })),
    data: dataOf(kept),
    text: [textOf(kept), message, `  Fix: ${fix}`].join("\n"),
  };
}

const hashOf = (values: TrustedValues): string => hashValues(takenAway(values));

function dataOf(kept: readonly TrustedValues[]) {
  const removed = kept.map((values) => ({
    hash: hashOf(values),
    keys: listValues(values).map(([key, value]) => ({ key, value, power: powerOf(key) })),
  }));
  return { file: CONFIG_FILE, state: "nothing", hash: null, keys: [], ...(removed.length > 0 && { removed }) };
}

function textOf(kept: readonly TrustedValues[]): string {
  if (kept.length === 0) return `${CONFIG_FILE} sets nothing that would need your word.`;
  return kept
    .flatMap((values) => [
      `No longer in ${CONFIG_FILE}, but still counting in a run that began with them:`,
      ...trustLines(values).map((line) => `  ${line}`),
      `hash: ${hashOf(values)}`,
    ])
    .join("\n");
}
