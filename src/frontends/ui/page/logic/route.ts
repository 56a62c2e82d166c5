// Which page an address means. Every page, question, document and dispatch has an address that can be sent to somebody.
import { addressOf, type NamesIn } from "../../view/model/addresses.ts";

const PATTERNS = {
  inbox: "/",
  question: "/questions/:repo/:id",
  board: "/board",
  new: "/new",
  money: "/money",
  feature: "/features/:repo/:key",
  document: "/features/:repo/:key/documents/:name",
  changes: "/features/:repo/:key/changes",
  dispatch: "/features/:repo/:key/dispatches/:number",
} as const;

export type PageName = keyof typeof PATTERNS;

export interface Route {
  readonly page: PageName | "unknown";
  readonly names: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The names in the address of a feature. */
export interface FeatureAt {
  readonly repo: string;
  readonly key: string;
}

export function routeOf(path: string, search = ""): Route {
  const query = Object.fromEntries(new URLSearchParams(search));
  const parts = path.replace(/\/+$/, "").split("/");
  for (const [page, pattern] of Object.entries(PATTERNS) as [PageName, string][]) {
    const names = namesIn(pattern === "/" ? [""] : pattern.split("/"), parts);
    if (names) return { page, names, query };
  }
  return { page: "unknown", names: {}, query };
}

export function pathOf<Name extends PageName>(
  page: Name,
  names: Readonly<Record<NamesIn<(typeof PATTERNS)[Name]>, string | number>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  return addressOf(PATTERNS[page], names, query);
}

function namesIn(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const names: Record<string, string> = {};
  for (const [at, want] of pattern.entries()) {
    const part = decoded(parts[at] ?? "");
    if (part === undefined) return undefined;
    if (want.startsWith(":") && part !== "") names[want.slice(1)] = part;
    else if (want !== part) return undefined;
  }
  return names;
}

/** Undefined for what somebody typed and no address has. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
