import { Icon } from "../../parts/icon.tsx";

export function LaneLegend() {
  return (
    <p class="legend small" aria-hidden="true">
      <span>
        <i class="bar fresh" /> fresh
      </span>
      <span>
        <i class="bar resumed" /> resumed
      </span>
      <span>
        <i class="bar final" /> final look
      </span>
      <span>
        <i class="bar engine" /> check
      </span>
      <span>
        <Icon name="check" /> approved
      </span>
      <span class="bad">
        <Icon name="cross" /> refused
      </span>
    </p>
  );
}
