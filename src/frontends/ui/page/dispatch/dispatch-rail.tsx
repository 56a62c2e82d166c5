import type { DispatchRef, DispatchView } from "../../view/model/dispatch.ts";
import { countWords, fineMoneyWords, percentWords, wholeWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { isResumed, kindWords, VERDICTS } from "../logic/state-words.ts";
import { Icon } from "../parts/icon.tsx";
import { Mark } from "../parts/tag.tsx";

export function DispatchRail({ view }: { readonly view: DispatchView }) {
  return (
    <aside class="column rail" aria-label="What it cost, and why">
      <Cost view={view} />
      <section aria-labelledby="why">
        <h2 id="why" class="rail-head">
          Why {kindWords(view.kind)}
        </h2>
        <p class="muted words">{view.why}</p>
      </section>
      <Tools tools={view.tools} />
      {view.changed.length > 0 && (
        <section aria-labelledby="changed">
          <h2 id="changed" class="rail-head">
            Changed <span class="muted">{countWords(view.changed.length, "file")}</span>
          </h2>
          <ul class="rows">
            {view.changed.map(({ path, change }) => (
              <li key={path}>
                <Icon name="file" />
                <code class="words">{path}</code>
                <span class="when">{change}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Follows view={view} />
    </aside>
  );
}

function Cost({ view }: { readonly view: DispatchView }) {
  const { estimate, cost, freshCost, runtime, effort, session, selfReported, tokens } = view;
  const rows: readonly (readonly [string, string | null])[] = [
    ["estimate", estimate === null ? null : fineMoneyWords(estimate)],
    ["cost", `${fineMoneyWords(cost, tokens.estimated)}${offBy(cost, estimate)}`],
    ["if fresh", freshCost === null || !isResumed(view.kind) ? null : fineMoneyWords(freshCost)],
    ["output", `${wholeWords(tokens.output)} tokens`],
    ["runtime", runtime],
    ["effort", effort],
    ["session", session],
    ["vouched for", selfReported ? "by the host alone" : null],
  ];
  return (
    <section class="card padded" aria-labelledby="cost">
      <h2 id="cost">Cost</h2>
      <dl class="pairs">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt class="muted">{name}</dt>
                <dd class={name === "cost" ? "strong" : ""}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function offBy(cost: number | null, estimate: number | null): string {
  if (cost === null || estimate === null || estimate === 0) return "";
  const share = cost / estimate - 1;
  if (Math.abs(share) < 0.005) return "";
  return `, ${share > 0 ? "+" : "−"}${percentWords(Math.abs(share))}`;
}

function Tools({ tools }: { readonly tools: DispatchView["tools"] }) {
  const refused = tools.filter((one) => one.refused).length;
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" class="rail-head">
        Tools{" "}
        <span class="muted">
          {tools.length === 0 ? "none was used" : `${countWords(tools.length, "call")}, ${refused} refused`}
        </span>
      </h2>
      <ul class="rows">
        {tools.map(({ did, refused: wasRefused }, at) => (
          <li key={at}>
            <Mark
              said={
                wasRefused
                  ? { word: "refused", icon: "cross", tone: "bad" }
                  : { word: "did", icon: "check", tone: "plain" }
              }
            />
            <span class="words">{did}</span>
            {wasRefused && <span class="when bad">refused</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Follows({ view: { follows, feature } }: { readonly view: DispatchView }) {
  if (follows.length === 0) return null;
  const addressOf = ({ number }: DispatchRef) => pathOf("dispatch", { repo: feature.repo, key: feature.key, number });
  return (
    <section aria-labelledby="follows">
      <h2 id="follows" class="rail-head">
        Follows from
      </h2>
      <ul class="rows">
        {follows.map((one) => (
          <li key={one.number}>
            <Mark said={one.verdict ? VERDICTS[one.verdict] : { word: "wrote", icon: "file", tone: "plain" }} />
            <a class="cut" href={addressOf(one)}>
              {one.number} {one.role}
            </a>
            <span class="when">{kindWords(one.kind)}</span>
            <span class="second">
              {[one.round > 0 && `round ${one.round}`, one.verdict, one.cost !== null && fineMoneyWords(one.cost)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
