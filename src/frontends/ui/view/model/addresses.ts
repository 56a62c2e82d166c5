// Every address of the server, once: the server answers at these, and the page asks at these. What comes back is
// `{ ok: true, data }` with the view named in `Looks` and `Acts`, or `{ ok: false, error }` with a `Problem`.
import type { ActResults, Bodies } from "./actions.ts";
import type { BoardView } from "./board.ts";
import type { DiffView } from "./common.ts";
import type { DispatchView } from "./dispatch.ts";
import type { DocumentView, FeatureView } from "./feature.ts";
import type { InboxView } from "./inbox.ts";
import type { MoneyView } from "./money.ts";
import type { ForecastView, NewFeatureView } from "./new-feature.ts";

/** GET, with the header `CSRF_HEADER`, as everything below `/api`. */
export const LOOKS = {
  /** `?since=` when the person last looked, ISO 8601 */
  inbox: "/api/inbox",
  /** `?show=open`, `merged` or `abandoned` */
  board: "/api/board",
  feature: "/api/features/:repo/:key",
  /** `name`: that of a `DocumentRef` */
  document: "/api/features/:repo/:key/documents/:name",
  /** `?from=&to=`, two commits of a `RoundChange`; `?what=merge`; `?path=` for one file of it, whole */
  changes: "/api/features/:repo/:key/changes",
  dispatch: "/api/features/:repo/:key/dispatches/:number",
  /** `?since=2026-11-09`, the first day that counts; without it all */
  money: "/api/money",
  /** `?repo=` */
  newFeature: "/api/new",
  /** `?repo=&runtime=&depth=` */
  forecast: "/api/forecast",
} as const;

/** POST, with a JSON body. */
export const ACTS = {
  create: "/api/features",
  answer: "/api/features/:repo/:key/answer",
  skip: "/api/features/:repo/:key/skip",
  continue: "/api/features/:repo/:key/continue",
  stop: "/api/features/:repo/:key/stop",
  finish: "/api/features/:repo/:key/finish",
  abandon: "/api/features/:repo/:key/abandon",
} as const;

/**
 * GET, server-sent events; with the header `last-event-id`, what followed that one. `hello` { now, boot } first; `fact` and `news` are events of the stream with `repo`; `reset` {}:
 * too much was missed, fetch everything again; `beat` { now } every 15 seconds.
 */
export const STREAM = "/api/stream";

/** The word that came with the cookie: without it nothing is answered. */
export const CSRF_HEADER = "x-iflow-csrf";

export interface Looks {
  readonly inbox: InboxView;
  readonly board: BoardView;
  readonly feature: FeatureView;
  readonly document: DocumentView;
  readonly changes: DiffView;
  readonly dispatch: DispatchView;
  readonly money: MoneyView;
  readonly newFeature: NewFeatureView;
  readonly forecast: ForecastView;
}

export type Look = keyof Looks;
export type Act = keyof typeof ACTS;
export type Body<Name extends Act> = Bodies[Name];
export type ActResult<Name extends Act> = ActResults[Name];

/** `repo` and `key` of `/api/features/:repo/:key`. */
export type NamesIn<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** The address with its names filled in. */
export function addressOf<Pattern extends string>(
  pattern: Pattern,
  names: Readonly<Record<NamesIn<Pattern>, string | number>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: NamesIn<Pattern>) => encodeURIComponent(String(names[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  return asked.length === 0 ? path : `${path}?${asked.join("&")}`;
}
