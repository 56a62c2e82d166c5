// Rows that stay where they are, what the finder finds, and since when somebody was away.
import { expect, test } from "vitest";
import type { AnsweredItem, QuestionCard } from "../../view/model/inbox.ts";
import { findPlaces } from "./find.ts";
import { keepOrder } from "./keep-order.ts";
import { listQuestions } from "./question-list.ts";
import { visit } from "./visits.ts";

const FEATURE = { repo: "shop", key: "003-export", name: "003 export", title: "Export" };

const card = (id: string, text = "Which?"): QuestionCard => ({
  ...{ feature: FEATURE, id, topic: "choice", phase: "design", round: 1, since: "2026-11-16T13:00:00.000Z", text },
  ...{ detail: null, options: [], freeText: true, canSkip: false, elsewhere: null, issues: [], voices: [] },
  ...{ document: null, diff: null, facts: [] },
});

test("rows that were seen stay in their order, new ones come below", () => {
  expect(keepOrder(["new", "b", "a"], ["a", "gone", "b"], (row) => row)).toEqual(["a", "b", "new"]);
  expect(keepOrder(["b", "a"], [], (row) => row)).toEqual(["b", "a"]);
});

test("a question that is not open any more stays where it was and says its answer", () => {
  const first = listQuestions([], [card("1"), card("2")], []);
  const answered: AnsweredItem = {
    ...{ feature: FEATURE, id: "1", at: "2026-11-16T13:05:00.000Z", text: "Which?", answer: "the red one" },
    ...{ waitedMs: 300_000, yolo: false },
  };
  const later = listQuestions(first, [card("0"), card("2", "Which one?")], [answered]);

  expect(later.map(({ card: { id, text }, isOpen }) => [id, text, isOpen])).toEqual([
    ["1", "Which?", false],
    ["2", "Which one?", true],
    ["0", "Which?", true],
  ]);
  expect(later.map((one) => one.answered?.answer)).toEqual(["the red one", undefined, undefined]);
  expect(listQuestions(later, [card("1")], [])[0]?.isOpen).toBe(true);
});

test("the finder wants every word, and puts titles first", () => {
  const place = (title: string, about = "shop") => ({ title, about, address: `/${title}` });
  const places = [place("007 carts", "export"), place("old export"), place("export orders"), place("search")];

  const found = (typed: string) => findPlaces(places, typed).map(({ title }) => title);
  expect(found("export")).toEqual(["export orders", "old export", "007 carts"]);
  expect(found("EXPORT  shop")).toEqual(["export orders", "old export"]);
  expect(found("")).toHaveLength(4);
  expect(found("export nothing")).toEqual([]);
});

test("whoever comes back within half an hour has not been away", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 13, minute)).toISOString();
  const first = visit(null, at(0));
  expect(first).toEqual({ since: null, seen: at(0) });
  expect(visit({ since: at(-90), seen: at(0) }, at(20))).toEqual({ since: at(-90), seen: at(20) });
  expect(visit(first, at(45))).toEqual({ since: at(0), seen: at(45) });
});
