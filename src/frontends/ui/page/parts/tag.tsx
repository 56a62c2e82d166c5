import type { Said } from "../logic/state-words.ts";
import { Icon } from "./icon.tsx";

/** A mark with its word; as a pill where it stands on its own. */
export function Tag({ said, isPill = false }: { readonly said: Said; readonly isPill?: boolean }) {
  return (
    <span class={`tag ${said.tone} ${isPill ? "pill" : ""}`}>
      <Icon name={said.icon} />
      {said.word}
    </span>
  );
}

/** Only the mark; its word is for those who listen. */
export function Mark({ said }: { readonly said: Said }) {
  return (
    <span class={`mark ${said.tone}`}>
      <Icon name={said.icon} />
      <span class="unseen">{said.word}: </span>
    </span>
  );
}
