// Damage in what is only read: said, and left out.
import type { Emit } from "../../domain/run/events/run-event.ts";
import type { OnDamage } from "../recorded/run-summary.ts";

/** Each damaged file once; whatever cannot do without it says so itself. */
export function tellDamage(emit: Emit): OnDamage {
  const told = new Set<string>();
  return ({ message, fix }) => {
    if (told.has(message)) return;
    told.add(message);
    emit({ type: "warned", text: `${message}. ${fix}` });
  };
}
