import { wholeWords } from "../../logic/number-words.ts";

export interface SharePart {
  readonly look: "hatched" | "mid" | "strong" | "edge";
  readonly word: string;
  readonly amount: number;
}

/** A whole in its parts; each with its number below, so that no colour is needed to read it. */
export function ShareBar({ parts }: { readonly parts: readonly SharePart[] }) {
  const sum = parts.reduce((all, { amount }) => all + amount, 0) || 1;
  let before = 0;
  return (
    <>
      <svg class="share-bar" aria-hidden="true">
        {parts.map(({ look, word, amount }) => {
          const x = before;
          before += amount;
          return (
            <rect key={word} class={look} x={`${(100 * x) / sum}%`} width={`${(100 * amount) / sum}%`} height="100%" />
          );
        })}
      </svg>
      <ul class="share-legend small">
        {parts.map(({ look, word, amount }) => (
          <li key={word}>
            <Swatch look={look} /> {word} {wholeWords(amount)}
          </li>
        ))}
      </ul>
    </>
  );
}

export function Swatch({ look }: { readonly look: SharePart["look"] }) {
  return (
    <svg class="swatch" aria-hidden="true">
      <rect class={look} width="100%" height="100%" />
    </svg>
  );
}
