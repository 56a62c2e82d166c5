import type { DispatchView, ReplyView } from "../../view/model/dispatch.ts";
import { wholeWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { severityOf } from "../logic/state-words.ts";
import { busyWords } from "../logic/time-words.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { LongText } from "../parts/long-text.tsx";
import { Markup } from "../parts/markup.tsx";
import { Tag } from "../parts/tag.tsx";
import { route } from "../state/address.ts";

/** What came back: read as a verdict where it is one, or word for word. */
export function ReplyCard({ view }: { readonly view: DispatchView }) {
  const { feature, number, tokens, milliseconds, reply, status } = view;
  const { query } = route.value;
  const asGiven = query.reply === "given";
  const addressOf = (asked?: string) =>
    pathOf("dispatch", { repo: feature.repo, key: feature.key, number }, { ...query, reply: asked });
  const isRead = reply.html !== null || hasVerdict(reply);
  return (
    <section class="card" aria-labelledby="reply">
      <div class="card-head">
        <h2 id="reply">Reply</h2>
        <p class="muted">
          {status === "working" ? "still at work" : `${wholeWords(tokens.output)} tokens · ${busyWords(milliseconds)}`}
        </p>
        {isRead && (
          <div class="card-choices">
            <ChoiceLinks
              label="How the reply is shown"
              choices={[
                { label: "Read", address: addressOf(), isChosen: !asGiven },
                { label: "As given", address: addressOf("given"), isChosen: asGiven },
              ]}
            />
          </div>
        )}
      </div>
      {isRead && !asGiven ? <Read reply={reply} /> : reply.text !== "" && <LongText text={reply.text} />}
      {reply.text === "" && status !== "working" && <p class="card-empty muted">Nothing came back.</p>}
    </section>
  );
}

function hasVerdict({ issues, resolutions, summary }: ReplyView): boolean {
  return issues.length > 0 || resolutions.length > 0 || summary !== null;
}

function Read({ reply: { html, issues, resolutions, summary } }: { readonly reply: ReplyView }) {
  return (
    <>
      {resolutions.length > 0 && (
        <table class="table foldable">
          <thead>
            <tr>
              <th scope="col">Issue</th>
              <th scope="col">Status</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {resolutions.map(({ id, status, why }) => (
              <tr key={id}>
                <th scope="row">
                  <code class="id">{id}</code>
                </th>
                <td>{status}</td>
                <td class="full words">{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {issues.length > 0 && (
        <table class="table foldable">
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Issue</th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ id, severity, text, where }) => (
              <tr key={`${id} ${text}`}>
                <td class="nowrap">
                  <Tag said={severityOf(severity)} /> {id && <code class="id">{id}</code>}
                </td>
                <td class="full words">{text}</td>
                <td class="full words">{where && <code>{where}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {summary !== null && <p class="card-empty words summary">{summary}</p>}
      {html !== null && (
        <div class="reply-text">
          <Markup html={html} />
        </div>
      )}
    </>
  );
}
