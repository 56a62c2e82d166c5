import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { NO_AMOUNT, readAmount } from "../logic/amount.ts";
import { moneyWords } from "../logic/number-words.ts";

interface ChoicesOf {
  readonly legend: string;
  readonly name: string;
  /** Value and words. */
  readonly options: readonly (readonly [string, string])[];
  readonly chosen: string | undefined;
  readonly choose: (value: string) => void;
}

export function Choices({ legend, name, options, chosen, choose }: ChoicesOf) {
  return (
    <fieldset class="field">
      <legend>
        <strong>{legend}</strong>
      </legend>
      {options.map(([value, words]) => (
        <label key={value} class="check">
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface MoneyOf {
  readonly label: string;
  /** What holds when nothing is typed. */
  readonly standard: number | null;
  readonly value: string;
  readonly change: (value: string) => void;
}

export function Money({ label, standard, value, change }: MoneyOf) {
  const about = useId();
  return (
    <label class="field">
      <strong>{label}</strong>
      <span class="money-field">
        $
        <input
          inputMode="decimal"
          aria-describedby={about}
          placeholder={standard === null ? "none" : String(standard)}
          value={value}
          onInput={({ currentTarget: field }) => {
            field.setCustomValidity(readAmount(field.value) === undefined ? `${NO_AMOUNT}, or none` : "");
            change(field.value);
          }}
        />
        <span id={about} class="muted small">
          {standard === null
            ? "No limit is set: it runs until it is done."
            : `${moneyWords(standard)} by your settings.`}{" "}
          Where it is reached, the run pauses.
        </span>
      </span>
    </label>
  );
}

interface TickOf {
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
  readonly words: string;
  readonly children: ComponentChildren;
}

export function Tick({ isOn, change, words, children }: TickOf) {
  return (
    <label class="check tall">
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
      <span>
        {words}
        <span class="second">{children}</span>
      </span>
    </label>
  );
}
