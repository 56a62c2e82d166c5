// Light or dark: as the system has it, or as the person chose.
import { effect, signal } from "@preact/signals";
import { readStored, writeStored } from "./stored.ts";

export type Theme = "system" | "light" | "dark";

const stored = readStored("theme");

export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");

/** Before anything is drawn. */
effect(() => {
  if (theme.value === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme.value;
});

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  writeStored("theme", chosen);
}
