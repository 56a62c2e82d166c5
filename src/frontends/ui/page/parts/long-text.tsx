import { useState } from "preact/hooks";
import { countWords } from "../logic/number-words.ts";

/** A browser stands still over a text of megabytes; nobody reads it from the first to the last line either. */
const ENOUGH = 100_000;

/** Words as they were sent or came back, to the letter. */
export function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const more = isWhole ? 0 : text.length - ENOUGH;
  return (
    <>
      <pre class="sent">{more > 0 ? text.slice(0, ENOUGH) : text}</pre>
      {more > 0 && (
        <p class="rest">
          {countWords(more, "more character")}{" "}
          <button class="button plain" type="button" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}
