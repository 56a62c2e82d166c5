import type { FeatureRef } from "../../view/model/common.ts";
import type { TaskView } from "../../view/model/feature.ts";
import { pathOf } from "../logic/route.ts";
import type { Said } from "../logic/state-words.ts";
import { Mark } from "../parts/tag.tsx";

const STATES: Readonly<Record<TaskView["state"], Said>> = {
  done: { word: "done", icon: "check", tone: "good" },
  now: { word: "works now", icon: "run", tone: "accent" },
  "to-come": { word: "to come", icon: "idle", tone: "plain" },
  skipped: { word: "skipped", icon: "gone", tone: "plain" },
};

export function TaskList({ feature, tasks }: { readonly feature: FeatureRef; readonly tasks: readonly TaskView[] }) {
  if (tasks.length === 0) return null;
  const done = tasks.filter(({ state }) => state === "done").length;
  return (
    <section aria-labelledby="tasks">
      <h2 id="tasks" class="rail-head">
        Tasks{" "}
        <span class="muted">
          {done} of {tasks.length} done
        </span>
      </h2>
      <ul class="rows">
        {tasks.map(({ number, title, state, commit, files, dispatch }) => (
          <li key={number}>
            <Mark said={STATES[state]} />
            {dispatch === null ? (
              <span class="words">
                {number} {title}
              </span>
            ) : (
              <a class="words" href={pathOf("dispatch", { repo: feature.repo, key: feature.key, number: dispatch })}>
                {number} {title}
              </a>
            )}
            <span class="when">{commit ? <code>{commit.slice(0, 7)}</code> : STATES[state].word}</span>
            {files.length > 0 && <span class="second words">{files.join(", ")}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
