// What the page can do. Every action is that of a command, by the same functions or by the command itself.
import type { Context, Hono } from "hono";
import { IflowError } from "../../../domain/text/errors.ts";
import { answerQuestion, type Meant, skipQuestions } from "../act/answer.ts";
import { BODIES } from "../act/bodies.ts";
import { stopFeature } from "../act/stop.ts";
import { wordsOfAbandon, wordsOfContinue, wordsOfFinish, wordsOfNew } from "../act/words.ts";
import { featureRef } from "../view/feature-ref.ts";
import type { ActResults } from "../view/model/actions.ts";
import { ACTS, type Act, type Body } from "../view/model/addresses.ts";
import { data } from "./answers.ts";
import type { GuardEnv } from "./guards.ts";
import { repositoryOf } from "./repository-of.ts";
import type { Ui } from "./ui.ts";

type Doing = { readonly [Name in Act]: (body: Body<Name>, context: Context) => Promise<ActResults[Name]> };

export function addActs(app: Hono<GuardEnv>, ui: Ui): void {
  const doing = doingOf(ui);
  const add = <Name extends Act>(name: Name) =>
    app.post(ACTS[name], async (context) => data(context, await doing[name](await bodyOf(context, name), context)));
  for (const name of Object.keys(ACTS)) add(name as Act);
}

async function bodyOf<Name extends Act>(context: Context, name: Name): Promise<Body<Name>> {
  const given: unknown = await context.req.json().catch(() => undefined);
  const checked = BODIES[name].safeParse(given);
  if (checked.success) return checked.data;
  const [first] = checked.error.issues;
  const where = first === undefined || first.path.length === 0 ? "the body" : first.path.join(".");
  throw new IflowError("usage", `${where}: ${first?.message ?? "is not as it should be"}`, { fix: "reload the page" });
}

function doingOf(ui: Ui): Doing {
  const { starts } = ui;
  return {
    create: async ({ repo, ...body }) => {
      const repository = repositoryOf(ui, repo);
      return starts.begin({ repository, feature: null, words: wordsOfNew(body, repository.place.script) });
    },
    answer: async (body, context) => {
      return answerQuestion(starts, await meantIn(ui, context), body);
    },
    skip: async (body, context) => {
      return skipQuestions(starts, await meantIn(ui, context), body);
    },
    continue: async (body, context) => {
      const { repository, key, feature } = await meantIn(ui, context);
      return starts.begin({ repository, feature, words: wordsOfContinue(key, body, repository.place.script) });
    },
    stop: async (body, context) => {
      const { repository, key } = await meantIn(ui, context);
      return stopFeature(repository, key, body, ui.closing);
    },
    finish: async (body, context) => {
      const { repository, key, feature } = await meantIn(ui, context);
      return starts.begin({ repository, feature, words: wordsOfFinish(key, body) });
    },
    abandon: async ({ confirm }, context) => {
      const { repository, key, feature } = await meantIn(ui, context);
      if (confirm !== key)
        throw new IflowError("usage", `${confirm} is not the feature that is shown`, { fix: "reload the page" });
      const done = await starts.finish({ repository, feature, words: wordsOfAbandon(key) });
      return { endedRuns: endedIn(done) };
    },
  };
}

/** Only what is there: nothing of an address becomes a word of a command. */
async function meantIn(ui: Ui, context: Context): Promise<Meant> {
  const repository = repositoryOf(ui, context.req.param("repo") ?? "");
  const key = context.req.param("key") ?? "";
  const { features, repository: shown } = await repository.gather();
  const row = features.find((one) => one.key === key);
  if (row) return { repository, key, feature: featureRef(repository.id, key, row.description) };
  if (shown.problem) throw new IflowError("repository-state", shown.problem.message, { fix: shown.problem.fix });
  throw new IflowError("feature-unknown", `there is no such feature in ${repository.id}`, { fix: "iflow list --all" });
}

function endedIn(done: unknown): readonly string[] {
  const { endedRuns } = (done ?? {}) as { endedRuns?: unknown };
  return Array.isArray(endedRuns) ? endedRuns.filter((one) => typeof one === "string") : [];
}
