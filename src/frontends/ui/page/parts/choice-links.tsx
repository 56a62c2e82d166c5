export interface Choice {
  readonly label: string;
  readonly address: string;
  readonly isChosen: boolean;
}

/** One of a few ways to see the same thing; each has its address. */
export function ChoiceLinks({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  return (
    <nav class="choices" aria-label={label}>
      {choices.map(({ label: word, address, isChosen }) => (
        <a key={word} href={address} aria-current={isChosen ? "true" : undefined} data-stays>
          {word}
        </a>
      ))}
    </nav>
  );
}
