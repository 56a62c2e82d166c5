// `iflow trust`: what the repository's iflow.config.json may decide, and the person's word that it may.

import { refuseDefault } from "../../../../app/setup/choose-runtime.ts";
import { type ConfigLayer, mergeConfig } from "../../../../domain/config/config.ts";
import { asWritten, type RepositoryTrust, trustLines, trustOf } from "../../../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../../../domain/config/settings-file.ts";
import { listValues, powerOf } from "../../../../domain/config/trusted-keys.ts";
import { IflowError, toDiagnostic } from "../../../../domain/text/errors.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { confirm } from "../../screen/questions/ask.ts";
import { wrapProse } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import type { CommandPlace } from "../command-place.ts";
import { type TrustFlags, trustRemovals } from "./trust-removals.ts";

export async function trustCommand(place: CommandPlace, flags: TrustFlags): Promise<CommandResult> {
  const { ports, wiring, terminal } = place;
  const layers = await wiring.readConfigLayers(ports.repository);
  const trust = trustOf(layers);
  if (trust.state === "nothing") return trustRemovals(place, flags);
  const wrong = await wrongAgent(place, layers);
  if (wrong !== undefined) terminal.alert(wrapProse(wrong, terminal.columns));
  const asked = trust.state === "unconfirmed" && !flags.show;
  if (!asked) return shown(trust, terminal);
  if (!flags.yes && !terminal.interactive) return refusal(trust, "was not confirmed: no person is at this terminal");
  if (!flags.yes) {
    terminal.alert(wrapProse(textOf(trust), terminal.columns));
    if (!(await confirm(place, "Do these values count in this repository?", false)))
      return refusal(trust, "was not confirmed");
  }
  await wiring.confirmTrust(ports.repository, trust.values);
  return shown({ ...trust, state: "confirmed" }, terminal);
}

/** A word that means nothing here would only be found out when a run begins. */
async function wrongAgent(
  { wiring, config }: CommandPlace,
  layers: readonly ConfigLayer[],
): Promise<string | undefined> {
  const written = mergeConfig(asWritten(layers));
  if (written.runtime.default === undefined) return undefined;
  const found = await wiring.findRuntimes(config); // nothing that is not confirmed may be started to find out
  const { message, fix } = refuseDefault(written, found) ?? {};
  return message && `runtime.default: ${message}. ${fix}`;
}

function shown(trust: RepositoryTrust, { columns }: Pick<Terminal, "columns">): CommandResult {
  return { data: dataOf(trust), text: wrapProse(textOf(trust), columns) };
}

function refusal(trust: RepositoryTrust, why: string): CommandResult {
  const fix = `iflow trust --yes   (in CI: IFLOW_TRUST=${trust.hash})`;
  const message = `${CONFIG_FILE} ${why}`;
  return {
    exit: EXIT.needsPerson,
    error: toDiagnostic(new IflowError("needs-answer", message, { fix })),
    data: dataOf(trust),
    text: [textOf(trust), message, `  Fix: ${fix}`].join("\n"),
  };
}

function dataOf({ state, hash, values }: RepositoryTrust): object {
  const keys = listValues(values).map(([key, value]) => ({ key, value, power: powerOf(key) }));
  return { file: CONFIG_FILE, state, hash, keys };
}

const HEADS = {
  nothing: "", // trust-removals.ts
  confirmed: `Confirmed: these settings of ${CONFIG_FILE} count in this repository.`,
  unconfirmed: `Not confirmed yet, so these settings of ${CONFIG_FILE} do not count:`,
} as const;

function textOf({ state, values, hash }: RepositoryTrust): string {
  const lines = trustLines(values).map((line) => `  ${line}`);
  return [HEADS[state], ...lines, `hash: ${hash}`].join("\n");
}
