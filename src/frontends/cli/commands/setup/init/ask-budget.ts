// What one feature may cost at most.
import { ConfigSchema } from "../../../../../domain/config/config.ts";
import { askText } from "../../../screen/questions/ask.ts";
import type { CommandPlace } from "../../command-place.ts";
import { orLeave } from "./leave.ts";

export async function askBudget(place: CommandPlace, current: number): Promise<number> {
  const answer = await askText(place, "What may one feature cost at most, in US dollars?", String(current), (text) =>
    isAmount(dollars(text)) ? undefined : "An amount above 0, such as 20 or 7.50",
  );
  return dollars(orLeave(answer));
}

function dollars(text: string): number {
  return text === "" ? Number.NaN : Number(text.replace(/^\$\s*/, ""));
}

function isAmount(amount: number): boolean {
  return ConfigSchema.safeParse({ budget: { feature: amount } }).success;
}
