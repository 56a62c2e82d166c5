import { Icon } from "../parts/icon.tsx";
import { chooseTheme, type Theme, theme } from "../state/theme.ts";

const THEMES: readonly { readonly value: Theme; readonly word: string; readonly icon: "system" | "sun" | "moon" }[] = [
  { value: "system", word: "As the system", icon: "system" },
  { value: "light", word: "Light", icon: "sun" },
  { value: "dark", word: "Dark", icon: "moon" },
];

export function ThemeChoice() {
  return (
    <fieldset class="theme">
      <legend class="unseen">Colours</legend>
      {THEMES.map(({ value, word, icon }) => (
        <label key={value} title={word}>
          <input
            class="unseen"
            type="radio"
            name="theme"
            checked={theme.value === value}
            onChange={() => chooseTheme(value)}
          />
          <Icon name={icon} />
          <span class="unseen">{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
