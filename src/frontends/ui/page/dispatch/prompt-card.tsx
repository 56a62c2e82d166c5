import { useState } from "preact/hooks";
import type { DispatchView, PromptBlock } from "../../view/model/dispatch.ts";
import { percentWords, tokenWords, wholeWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { ShareBar } from "../parts/charts/share-bar.tsx";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { Icon } from "../parts/icon.tsx";
import { LongText } from "../parts/long-text.tsx";
import { route } from "../state/address.ts";

/** What was sent: block by block, above and below the line, or as it went out. */
export function PromptCard({ view }: { readonly view: DispatchView }) {
  const { feature, number, tokens, blocks, promptChars } = view;
  const { query } = route.value;
  const asSent = query.prompt === "sent";
  const addressOf = (prompt?: string) =>
    pathOf("dispatch", { repo: feature.repo, key: feature.key, number }, { ...query, prompt });
  const sum = tokens.new + tokens.read + tokens.written;
  return (
    <section class="card" aria-labelledby="prompt">
      <div class="card-head">
        <h2 id="prompt">Prompt</h2>
        <p class="muted">
          {sum > 0
            ? `${tokens.estimated ? "~" : ""}${wholeWords(sum)} tokens, ${percentWords(tokens.read / sum)} read from the cache`
            : `${wholeWords(promptChars)} characters`}
        </p>
        <div class="card-choices">
          <ChoiceLinks
            label="How the prompt is shown"
            choices={[
              { label: "Blocks", address: addressOf(), isChosen: !asSent },
              { label: "As sent", address: addressOf("sent"), isChosen: asSent },
            ]}
          />
        </div>
      </div>
      {sum > 0 && (
        <div class="card-bar">
          <ShareBar
            parts={[
              { look: "hatched", word: "read", amount: tokens.read },
              { look: "mid", word: "written", amount: tokens.written },
              { look: "strong", word: "new", amount: tokens.new },
            ]}
          />
        </div>
      )}
      {asSent ? (
        <LongText text={blocks.map(({ text }) => text).join("\n\n")} />
      ) : (
        <Blocks blocks={blocks} isFresh={view.kind === "fresh"} />
      )}
    </section>
  );
}

function Blocks({ blocks, isFresh }: { readonly blocks: readonly PromptBlock[]; readonly isFresh: boolean }) {
  const above = blocks.filter(({ isAbove }) => isAbove);
  const below = blocks.filter(({ isAbove }) => !isAbove);
  const most = Math.max(1, ...blocks.map(({ tokens }) => tokens));
  return (
    <div class="blocks">
      {above.length > 0 && (
        <>
          <h3 class="the-line">above the line: {isFresh ? "the same in every round" : "what it already knew"}</h3>
          {above.map((block, at) => (
            <Block key={at} block={block} most={most} />
          ))}
        </>
      )}
      {below.length > 0 && (
        <>
          <h3 class="the-line">below the line: {isFresh ? "what only this one is told" : "what is new"}</h3>
          {below.map((block, at) => (
            <Block key={at} block={block} most={most} />
          ))}
        </>
      )}
    </div>
  );
}

const LOOKS = { read: "hatched", written: "mid", new: "strong" } as const;

function Block({ block: { name, text, tokens, state }, most }: { readonly block: PromptBlock; readonly most: number }) {
  const [isOpen, setOpen] = useState(false);
  const first =
    text
      .slice(0, 2000)
      .split("\n")
      .find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  return (
    <details class="block" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        <span class="cut">
          <strong>{name}</strong> <span class="muted">{first === name ? "" : first.slice(0, 120)}</span>
        </span>
        <span class="right">{tokenWords(tokens)}</span>
        <svg class="block-size" aria-hidden="true">
          <rect class={LOOKS[state]} width={`${Math.max(1, (100 * tokens) / most)}%`} height="100%" rx="1" />
        </svg>
        <span class="muted small">{state}</span>
      </summary>
      {isOpen && <LongText text={text} />}
    </details>
  );
}
