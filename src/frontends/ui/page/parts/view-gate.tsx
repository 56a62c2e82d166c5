import type { ComponentChildren } from "preact";
import type { Shown } from "../state/use-look.ts";
import { ProblemNote } from "./problem-note.tsx";
import { WaitingRows } from "./waiting-rows.tsx";

/** The side bar says it, and what was there can still be read. */
const NOT_CONNECTED = "not-connected";

interface Gated<View> {
  readonly shown: Shown<View>;
  readonly children: (view: View) => ComponentChildren;
}

/** A view as soon as it is there, and what is to be said until then. */
export function ViewGate<View>({ shown: { view, problem, isSlow }, children }: Gated<View>) {
  return (
    <>
      {problem && !(view !== null && problem.code === NOT_CONNECTED) && <ProblemNote problem={problem} />}
      {view === null ? problem === null && isSlow && <WaitingRows /> : children(view)}
    </>
  );
}
