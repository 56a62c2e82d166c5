// Which agent works. One that is not ready can be chosen, too: the end of the wizard says what it still needs.
import type { FoundRuntime } from "../../../../../ports/agents/agent-runtime.ts";
import { choose } from "../../../screen/questions/ask.ts";
import type { CommandPlace } from "../../command-place.ts";
import { orLeave } from "./leave.ts";
import { listOptions } from "./option-label.ts";

const ANY = "\u0000any";

/** Undefined: whichever is ready first. */
export async function askAgent(
  place: CommandPlace,
  configured: string | undefined,
  offered: readonly FoundRuntime[],
): Promise<string | undefined> {
  const sorted = [...offered].sort((left, right) => ORDER[left.state] - ORDER[right.state]);
  const isOffered = sorted.some(({ name }) => name === configured);
  const options = [
    ...(configured === undefined || isOffered
      ? []
      : [{ value: configured, name: configured, about: "as it is set now" }]),
    ...sorted.map(({ name, state, detail, fix }) => ({
      ...{ value: name, name, about: detail },
      below: state === "ready" ? undefined : fix,
    })),
    { value: ANY, name: "any", about: "the first that is ready when a run begins" },
  ];
  const answer = await choose(
    place,
    "Which agent should work?",
    listOptions(options, place.terminal.columns),
    configured ?? sorted.find(({ state }) => state === "ready")?.name ?? ANY,
  );
  return orLeave(answer) === ANY ? undefined : answer;
}

const ORDER: Record<FoundRuntime["state"], number> = { ready: 0, "no-login": 1, missing: 2 };
