// `iflow verify`: which acceptance criteria hold, by their own tests, run now. It runs code, so it needs the check that the
// person has confirmed, like a run does.
import { type VerifiedFeature, type Verifying, verifyAll, verifyFeature } from "../../../../app/receipts/verify.ts";
import type { CriterionState } from "../../../../domain/receipts/receipt-state.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { trustedPlace } from "../../../drive/before/require-trust.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { receiptLines } from "../../screen/rows/receipt-rows.ts";
import { inLine } from "../../screen/rows/row-texts.ts";
import type { Terminal } from "../../screen/terminal.ts";
import type { CommandPlace } from "../command-place.ts";

export async function verifyCommand(
  place: CommandPlace,
  feature: string | undefined,
  flags: { readonly all?: boolean },
) {
  if (flags.all && feature !== undefined)
    throw new IflowError("usage", "--all takes no feature", { fix: "iflow verify --all, or: iflow verify FEATURE" });
  const features = await verifyNow(await homeOfNamed(place, feature), feature, flags.all === true);
  const isBroken = features.some(({ criteria }) => criteria.some(({ state }) => state === "fails"));
  return {
    exit: isBroken ? EXIT.notApproved : EXIT.done,
    data: { features },
    text: print(features, place.terminal),
    verbatim: true as const,
  };
}

async function verifyNow(place: CommandPlace, feature: string | undefined, all: boolean): Promise<VerifiedFeature[]> {
  const { config } = await trustedPlace(place);
  const { ports, signal, terminal } = place;
  const onLine = (line: string) => terminal.status([`  ${inLine(line)}`]);
  const verifying: Verifying = { ports, config, signal, onLine };
  try {
    return all ? await verifyAll(verifying) : [await verifyFeature(verifying, feature)];
  } finally {
    terminal.status(undefined);
  }
}

function print(features: readonly VerifiedFeature[], terminal: Terminal): string {
  if (features.length === 0) return "No completed feature here.";
  return features.map((feature) => printFeature(feature, features.length > 1, terminal)).join("\n");
}

/** Among several features, only what does not hold is listed. */
function printFeature({ feature, criteria }: VerifiedFeature, isShort: boolean, terminal: Terminal): string {
  const { paint } = terminal;
  if (criteria.length === 0) return `${paint.bold(feature)}  spec.md names no acceptance criteria (AC-1, AC-2, …)`;
  const shown = isShort ? criteria.filter(({ state }) => state === "fails" || state === "none") : criteria;
  const rows = shown.map(({ criterion, state, why, tests }) => ({
    ...{ criterion, state, why },
    commands: state === "fails" ? failedCommands(tests).slice(0, 1) : [], // --json has all
  }));
  return [`${paint.bold(feature)}  ${sumUp(criteria.map(({ state }) => state))}`, ...receiptLines(rows, terminal)].join(
    "\n",
  );
}

function failedCommands(tests: VerifiedFeature["criteria"][number]["tests"]): string[] {
  return tests.flatMap(({ command, exitCode }) => (exitCode === 0 ? [] : (command ?? [])));
}

const WORDS: Readonly<Record<CriterionState, string>> = { holds: "hold", stale: "stale", fails: "fail", none: "none" };

/** `2 hold, 1 fails, 1 none` */
function sumUp(states: readonly CriterionState[]): string {
  const order: readonly CriterionState[] = ["holds", "stale", "fails", "none"];
  return order
    .flatMap((state) => {
      const number = states.filter((one) => one === state).length;
      return number === 0 ? [] : [`${number} ${number === 1 ? state : WORDS[state]}`];
    })
    .join(", ");
}
