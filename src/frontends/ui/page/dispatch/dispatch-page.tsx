import type { DispatchRef, DispatchView } from "../../view/model/dispatch.ts";
import { pathOf } from "../logic/route.ts";
import { isResumed, kindWords, type Said, VERDICTS } from "../logic/state-words.ts";
import { KeyCap } from "../parts/key-cap.tsx";
import { Moment } from "../parts/moment.tsx";
import { Tag } from "../parts/tag.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { go } from "../state/address.ts";
import { useKeys } from "../state/use-keys.ts";
import { useLook } from "../state/use-look.ts";
import { DispatchRail } from "./dispatch-rail.tsx";
import { PromptCard } from "./prompt-card.tsx";
import { ReplyCard } from "./reply-card.tsx";

interface DispatchPageOf {
  readonly repo: string;
  readonly feature: string;
  readonly number: string;
}

export function DispatchPage({ repo, feature: key, number }: DispatchPageOf) {
  const shown = useLook("dispatch", { repo, key, number });
  const { view } = shown;
  const address = pathOf("feature", { repo, key });
  const addressOf = (one: DispatchRef) => pathOf("dispatch", { repo, key, number: one.number });
  useKeys(({ type }) => {
    const to = type === "next" ? view?.next : type === "previous" ? view?.previous : undefined;
    if (to) go(addressOf(to));
    if (type === "back" || type === "open") go(address);
    return ["next", "previous", "back", "open"].includes(type);
  });
  return (
    <>
      <Top
        title={view ? `${number} ${view.role}` : `Dispatch ${number}`}
        crumbs={[
          ["Board", pathOf("board", {})],
          [view?.feature.name ?? key, address],
          ...(view ? [[view.phase, pathOf("feature", { repo, key }, { phase: view.phase })] as const] : []),
        ]}
        sub={view && <Standing view={view} />}
      >
        {view?.previous && (
          <a class="button" href={addressOf(view.previous)}>
            <KeyCap name="K" />
            {view.previous.number} {view.previous.role}
          </a>
        )}
        {view?.next && (
          <a class="button" href={addressOf(view.next)}>
            {view.next.number} {view.next.role}
            <KeyCap name="J" />
          </a>
        )}
      </Top>
      <ViewGate shown={shown}>
        {(one) => (
          <div class="split">
            <div class="column">
              {one.error && (
                <p class="card padded warn words">
                  <strong>{one.status}: </strong>
                  {one.error}
                </p>
              )}
              <PromptCard view={one} />
              <ReplyCard view={one} />
            </div>
            <DispatchRail view={one} />
          </div>
        )}
      </ViewGate>
    </>
  );
}

const STATUS: Readonly<Record<Exclude<DispatchView["status"], "completed">, Said>> = {
  failed: { word: "failed", icon: "cross", tone: "warn" },
  interrupted: { word: "interrupted", icon: "left", tone: "warn" },
  working: { word: "works now", icon: "run", tone: "accent" },
};

function Standing({ view: { kind, verdict, status, round, at, number, of } }: { readonly view: DispatchView }) {
  return (
    <>
      <Tag said={{ word: kindWords(kind), icon: isResumed(kind) ? "again" : "dot", tone: "plain" }} isPill />{" "}
      {verdict && <Tag said={VERDICTS[verdict]} />} {status !== "completed" && <Tag said={STATUS[status]} />}{" "}
      <span class="small">
        {number} of {of}
        {round > 0 && `, round ${round}`} · <Moment at={at} />
      </span>
    </>
  );
}
