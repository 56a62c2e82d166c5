import { Icon } from "../parts/icon.tsx";
import { notifying, toggleNotifying } from "../state/notify.ts";

const WORDS = {
  off: "Notify me on the desktop when something waits",
  on: "Notifications are on",
  refused: "The browser refuses notifications of this page",
} as const;

export function NotifyButton() {
  const state = notifying.value;
  if (state === "impossible") return null;
  return (
    <button
      class="button plain notify"
      type="button"
      aria-pressed={state === "on"}
      aria-disabled={state === "refused"}
      title={WORDS[state]}
      onClick={() => state !== "refused" && toggleNotifying()}
    >
      <Icon name="bell" />
      <span class="unseen">{WORDS[state]}</span>
    </button>
  );
}
