import { useMemo, useRef } from "preact/hooks";
import type { InboxView } from "../../view/model/inbox.ts";
import { type ListedQuestion, listQuestions } from "../logic/question-list.ts";
import { pathOf } from "../logic/route.ts";
import { waitWords } from "../logic/time-words.ts";
import { Icon } from "../parts/icon.tsx";
import { KeyCap } from "../parts/key-cap.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { now } from "../state/clock.ts";
import { lookedSince } from "../state/last-look.ts";
import { useLook } from "../state/use-look.ts";
import { AnsweredList } from "./answered-list.tsx";
import { EmptyInbox } from "./empty-inbox.tsx";
import { FailedStarts } from "./failed-starts.tsx";
import { InboxRail } from "./inbox-rail.tsx";
import { QuestionList } from "./question-list.tsx";

/** `asked`: the question that an address names, as `repository/id`. */
export function InboxPage({ asked }: { readonly asked: string | null }) {
  const shown = useLook("inbox", {}, { since: lookedSince.value ?? undefined });
  return (
    <>
      <Top title="Inbox" sub={shown.view && <Waiting view={shown.view} />}>
        <a class="button" href={pathOf("new", {})}>
          <Icon name="plus" />
          New feature
          <KeyCap name="N" />
        </a>
      </Top>
      <ViewGate shown={shown}>{(view) => <Inbox view={view} asked={asked} />}</ViewGate>
    </>
  );
}

function Waiting({ view: { questions } }: { readonly view: InboxView }) {
  const [oldest] = questions;
  if (!oldest) return <>Nothing waits</>;
  const wait = waitWords(now.value - Date.parse(oldest.since));
  return (
    <>
      {questions.length === 1
        ? `1 question waits for ${wait}`
        : `${questions.length} questions wait, the oldest for ${wait}`}
    </>
  );
}

function Inbox({ view, asked }: { readonly view: InboxView; readonly asked: string | null }) {
  const before = useRef<readonly ListedQuestion[]>([]);
  const questions = useMemo(() => {
    before.current = listQuestions(before.current, view.questions, view.answered);
    return before.current;
  }, [view]);
  // what can be seen above has not to be told below
  const above = new Set(questions.filter(({ isOpen }) => !isOpen).map(({ key }) => key));
  return (
    <div class="split">
      <div class="column">
        {asked !== null && !questions.some(({ card }) => `${card.feature.repo}/${card.id}` === asked) && (
          <NotOpen asked={asked} />
        )}
        <FailedStarts starts={view.failedStarts ?? []} />
        {questions.length === 0 ? <EmptyInbox view={view} /> : <QuestionList questions={questions} asked={asked} />}
        <AnsweredList items={view.answered} above={above} />
        {questions.length > 0 && <KeyHints />}
      </div>
      <InboxRail view={view} />
    </div>
  );
}

/** Whoever followed a link to a question is told why it is not here. */
function NotOpen({ asked }: { readonly asked: string }) {
  const [repo, id] = asked.split("/");
  const message = `${id} is not open in ${repo}: it was answered, or its run is over`;
  return <ProblemNote problem={{ code: "not-open", message, fix: "iflow status" }} />;
}

function KeyHints() {
  return (
    <p class="key-hints" aria-hidden="true">
      <span>
        <KeyCap name="J" />
        <KeyCap name="K" /> next, previous
      </span>
      <span>
        <KeyCap name="1" />–<KeyCap name="4" /> answer
      </span>
      <span>
        <KeyCap name="E" /> own words
      </span>
      <span>
        <KeyCap name="D" /> diff
      </span>
      <span>
        <KeyCap name="O" /> open
      </span>
      <span>
        <KeyCap name="U" /> undo, 5 s
      </span>
      <span>
        <KeyCap name="?" /> all keys
      </span>
    </p>
  );
}
