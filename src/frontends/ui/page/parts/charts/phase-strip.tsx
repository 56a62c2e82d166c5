import type { PhaseStep } from "../../../view/model/board.ts";
import { countWords, moneyWords } from "../../logic/number-words.ts";
import type { IconName } from "../../logic/state-words.ts";
import { Icon } from "../icon.tsx";

interface PhaseStripOf {
  readonly phases: readonly PhaseStep[];
  /** Where a phase leads; undefined: nowhere. */
  readonly addressOf?: (phase: string) => string | undefined;
  readonly chosen?: string | undefined;
}

/** The seven phases: done, now, held or to come, each said by word, mark and line. */
export function PhaseStrip({ phases, addressOf, chosen }: PhaseStripOf) {
  const at = phases.findIndex(({ state }) => IS_HERE.includes(state));
  const here = phases[at];
  return (
    <>
      <ol class={`phases ${addressOf ? "leading" : ""}`} aria-label="Phases">
        {phases.map((step) => {
          const address = addressOf?.(step.phase);
          const isChosen = step.phase === chosen;
          return (
            <li key={step.phase} class={`phase ${step.state}`}>
              {address === undefined ? (
                <Step step={step} />
              ) : (
                <a href={address} aria-current={isChosen ? "true" : undefined} data-stays>
                  <Step step={step} />
                </a>
              )}
            </li>
          );
        })}
      </ol>
      {here && (
        <p class="phase-here">
          <strong>{here.phase}</strong> {aboutOf(here)} · phase {at + 1} of {phases.length}
        </p>
      )}
    </>
  );
}

const IS_HERE: readonly PhaseStep["state"][] = ["now", "held", "waits"];

const MARKS: Readonly<Record<PhaseStep["state"], { readonly icon: IconName | null; readonly word: string }>> = {
  done: { icon: "check", word: "done" },
  now: { icon: "run", word: "works now" },
  waits: { icon: "ask", word: "waits for you" },
  held: { icon: "pause", word: "held" },
  "left-out": { icon: "gone", word: "left out" },
  "to-come": { icon: null, word: "to come" },
};

function Step({ step }: { readonly step: PhaseStep }) {
  const { icon, word } = MARKS[step.state];
  return (
    <>
      <span class="phase-name">
        {icon && <Icon name={icon} />}
        <span class="cut">{step.phase}</span>
        <span class="unseen">, {word}</span>
      </span>
      <span class="phase-about">{aboutOf(step)}</span>
    </>
  );
}

function aboutOf({ state, round, rounds, cost, outcome }: PhaseStep): string {
  const parts = [
    round !== null && round > 0 && `round ${round}`,
    rounds !== null && rounds > 0 && countWords(rounds, "round"),
    state === "left-out" && "left out",
    state === "done" && outcome !== null && outcome !== "approved" && outcome !== "completed" && outcome,
    cost !== null && moneyWords(cost),
  ];
  return parts.filter(Boolean).join(" · ");
}
