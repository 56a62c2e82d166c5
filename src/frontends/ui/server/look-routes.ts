// What the page reads. Every address answers with one view; nothing here changes anything.
import type { Context, Hono } from "hono";
import { IflowError } from "../../../domain/text/errors.ts";
import { findFeature, issuesOf, logOf } from "../read/feature/known-feature.ts";
import { changesView } from "../read/feature/read-changes.ts";
import { documentView } from "../read/feature/read-documents.ts";
import { featureView } from "../read/feature/read-feature.ts";
import { forecastView, newFeatureView } from "../read/new-feature.ts";
import { questionCards } from "../read/question-cards.ts";
import { readDispatch } from "../read/read-dispatch.ts";
import { boardView, type Shown } from "../view/board-view.ts";
import { inboxView } from "../view/inbox-view.ts";
import { LOOKS, type Look, type Looks } from "../view/model/addresses.ts";
import { forecastRows } from "../view/money/forecast-rows.ts";
import { moneyView } from "../view/money/money-view.ts";
import { pageHead } from "../view/page-head.ts";
import { data } from "./answers.ts";
import type { GuardEnv } from "./guards.ts";
import { repositoryOf } from "./repository-of.ts";
import type { Ui } from "./ui.ts";

/** One for each address, so that none is forgotten. */
type Answers = { readonly [Name in Look]: (context: Context) => Promise<Looks[Name]> };

export function addLooks(app: Hono<GuardEnv>, ui: Ui): void {
  for (const [name, answer] of Object.entries(answersOf(ui)))
    app.get(LOOKS[name as Look], async (context) => data(context, await answer(context)));
}

function answersOf(ui: Ui): Answers {
  const gatherAll = () => Promise.all(ui.repositories.map((one) => one.gather()));
  const head = async () => pageHead(await gatherAll(), ui.now()); // of all repositories, whichever one is looked at
  const known = async (context: Context) => {
    const repository = repositoryOf(ui, context.req.param("repo") ?? "");
    const gathered = await repository.gather();
    return { repository, gathered, feature: await findFeature(repository, gathered, context.req.param("key") ?? "") };
  };
  return {
    inbox: async (context) => {
      const repositories = await gatherAll();
      const questions = await Promise.all(
        ui.repositories.map((one, index) => {
          const gathered = repositories[index];
          return gathered && gathered.repository.problem === null ? questionCards(one, gathered) : [];
        }),
      );
      const failedStarts = ui.starts.failed();
      return inboxView({
        repositories,
        questions: questions.flat(),
        failedStarts,
        now: ui.now(),
        since: timeIn(context),
      });
    },
    board: async (context) => boardView(await gatherAll(), shownIn(context), ui.now()),
    feature: async (context) => {
      const { repository, gathered, feature } = await known(context);
      const questions = await questionCards(repository, gathered, feature.row.key);
      return featureView(gathered, feature, questions, await head());
    },
    document: async (context) => {
      const { feature } = await known(context);
      const { row, place } = feature;
      const about = { key: row.key, issues: await issuesOf(feature), phases: row.phases };
      return documentView(place, context.req.param("name") ?? "", about);
    },
    changes: async (context) => {
      const { feature } = await known(context);
      const { row, ports, config } = feature;
      const [from, to, what, path] = ["from", "to", "what", "path"].map((name) => context.req.query(name));
      return changesView(ports, config, { ...row, log: await logOf(feature) }, { from, to, what, path });
    },
    dispatch: async (context) => {
      const repository = repositoryOf(ui, context.req.param("repo") ?? "");
      const { key = "", number = "" } = context.req.param() as { key?: string; number?: string };
      return readDispatch(repository, await repository.gather(), { key, number }, await head());
    },
    money: async (context) => {
      const repositories = await gatherAll();
      const forecasts = await Promise.all(
        ui.repositories.map(async (one, index) => {
          const gathered = repositories[index];
          return gathered && gathered.repository.problem === null ? forecastRows(gathered, await one.config()) : [];
        }),
      );
      return moneyView({ repositories, forecasts: forecasts.flat(), since: dayIn(context), now: ui.now() });
    },
    newFeature: async (context) => {
      const repository = repositoryOf(ui, context.req.query("repo") ?? "");
      return newFeatureView(repository, await repository.gather());
    },
    forecast: async (context) => {
      const { repo = "", runtime, depth } = context.req.query();
      return forecastView(repositoryOf(ui, repo), { runtime, depth });
    },
  };
}

function shownIn(context: Context): Shown {
  const asked = context.req.query("show");
  return asked === "merged" || asked === "abandoned" ? asked : "open";
}

function timeIn(context: Context): string | undefined {
  const time = Date.parse(context.req.query("since") ?? "");
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function dayIn(context: Context): string | undefined {
  const day = context.req.query("since");
  if (day === undefined || /^\d{4}-\d{2}-\d{2}$/.test(day)) return day;
  throw new IflowError("usage", "since is a day, such as 2026-11-09", { fix: "leave it out for all" });
}
