import { waitWords } from "../logic/time-words.ts";
import { held } from "../state/answers.ts";
import { second } from "../state/clock.ts";
import { connection } from "../state/live.ts";

/** Whether what is shown is what is so. */
export function LiveLine() {
  const { state, heardAt } = connection.value;
  const unsent = held.value.length;
  return (
    <p class={`live-line ${state}`}>
      <span class="dot" aria-hidden="true" />
      {state === "live" && "live"}
      {state === "connecting" && "connecting"}
      {state === "lost" && <LastHeard at={heardAt} />}
      {unsent > 0 && <span>, {unsent === 1 ? "an answer is" : `${unsent} answers are`} on the way, U takes back</span>}
    </p>
  );
}

function LastHeard({ at }: { readonly at: number }) {
  return <>last event {waitWords(second.value - at)} ago, retrying</>;
}
