import { expect, test } from "vitest";
import { pathOf, routeOf } from "./route.ts";

test("every page has an address that leads back to it", () => {
  const at = { repo: "shop", key: "003-export" };
  const pages = [
    [pathOf("inbox", {}), "inbox", {}],
    [pathOf("question", { repo: "shop", id: "003.7" }), "question", { repo: "shop", id: "003.7" }],
    [pathOf("board", {}), "board", {}],
    [pathOf("new", {}), "new", {}],
    [pathOf("money", {}), "money", {}],
    [pathOf("feature", at), "feature", at],
    [pathOf("document", { ...at, name: "spec.md" }), "document", { ...at, name: "spec.md" }],
    [pathOf("changes", at), "changes", at],
    [pathOf("dispatch", { ...at, number: 29 }), "dispatch", { ...at, number: "29" }],
  ] as const;
  for (const [address, page, names] of pages) expect(routeOf(address)).toEqual({ page, names, query: {} });
});

test("names with anything in them survive, and what follows the question mark is read", () => {
  const address = pathOf("feature", { repo: "a b/ü", key: "?#%" }, { phase: "implement", round: undefined });
  const [path = "", search] = address.split("?");
  const route = { page: "feature", names: { repo: "a b/ü", key: "?#%" }, query: { phase: "implement" } };
  expect(routeOf(path, search)).toEqual(route);
});

test("an address of nothing is told apart, also one that cannot be read", () => {
  for (const path of ["/nothing", "/features/shop", "/features//x", "/board/x", "/features/%E0%A4%A/x", "//"])
    expect([path, routeOf(path).page]).toEqual([path, path === "//" ? "inbox" : "unknown"]);
});
