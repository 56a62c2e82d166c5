import { useEffect, useState } from "preact/hooks";
import type { Held } from "../logic/undo-queue.ts";
import { Icon } from "../parts/icon.tsx";
import { KeyCap } from "../parts/key-cap.tsx";
import { undoAnswer } from "../state/answers.ts";

/** An answer that can still be taken back, with the seconds that are left. */
export function AnswerHeld({ held }: { readonly held: Held }) {
  const [left, setLeft] = useState(secondsTo(held.due));
  useEffect(() => {
    setLeft(secondsTo(held.due));
    const timer = setInterval(() => setLeft(secondsTo(held.due)), 250);
    return () => clearInterval(timer);
  }, [held.due]);
  return (
    <div class="held-answer">
      <span class="mark accent">
        <Icon name="check" />
      </span>
      <span class="words strong">{held.label}</span>
      <span class="muted nowrap">sent in {left} s</span>
      <button class="button take-back" type="button" onClick={() => undoAnswer(held.key)}>
        Undo
        <KeyCap name="U" />
      </button>
    </div>
  );
}

function secondsTo(due: number): number {
  return Math.max(1, Math.ceil((due - Date.now()) / 1000));
}
