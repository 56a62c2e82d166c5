import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import { keepPrices } from "../../../adapters/files/own-settings.ts";
import type { OwnPrices } from "../../../domain/billing/usage.ts";
import { mergeConfig } from "../../../domain/config/config.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import { NOBODY, type Person } from "../context.ts";
import { withLimit } from "./require-limit.ts";

const FLAGS = { yolo: false, mode: "chain" } as const;
const ACP = { id: "acp" };

/** A person at a terminal who answers this, with a home of their own. */
function place(answers: string | undefined | readonly string[], settings: object = {}, home = "/nowhere") {
  const asked: Question[] = [];
  const left = [answers].flat();
  const person: Person = {
    ...NOBODY,
    interactive: true,
    ask: async (question) => {
      asked.push(question);
      const answer = left.length > 1 ? left.shift() : left[0];
      return answer === undefined ? undefined : { answer };
    },
  };
  const config = mergeConfig([{ origin: "a test", values: settings }]);
  const wiring = { keepPrices: (prices: OwnPrices) => keepPrices(prices, { HOME: home }) };
  return { asked, config, person, wiring, signal: new AbortController().signal };
}

test("a person at a terminal is asked how often agents may be asked; Enter is enough for a feature", async () => {
  const here = place("80");

  expect((await withLimit(here, FLAGS, ACP)).flags).toEqual({ ...FLAGS, maxDispatches: 80 });
  expect(here.asked).toMatchObject([{ text: expect.stringContaining("the price of the model of acp"), default: "80" }]);
  expect(here.asked[0]?.options.map(({ value }) => value)).toEqual(["80", "stop"]); // a model without a name has no price
  expect((await withLimit(place("12"), FLAGS, ACP)).flags).toMatchObject({ maxDispatches: 12 });
});

test.each([undefined, "stop", "0", "1.5", "many"])("no number is no limit: %s", async (answer) => {
  await expect(withLimit(place(answer), FLAGS, ACP)).rejects.toMatchObject({
    code: "needs-answer",
    fix: expect.stringContaining("--max-dispatches 80"),
  });
});

test("a host that does not tell what it uses needs a limit as well; one with hooks does not", async () => {
  const client = { id: "host", proof: "self" } as const;
  const nobody = { ...place(undefined), person: NOBODY };

  await expect(withLimit(nobody, FLAGS, client)).rejects.toMatchObject({
    code: "needs-answer",
    detail: expect.stringContaining("Ask the user how often"),
    fix: expect.stringContaining("`max_dispatches`: 80"),
  });
  expect((await withLimit(nobody, { ...FLAGS, maxDispatches: 9 }, client)).flags).toMatchObject({ maxDispatches: 9 });
  expect((await withLimit(place("12"), FLAGS, client)).flags).toMatchObject({ maxDispatches: 12 }); // at a terminal
  for (const proof of ["hook", undefined] as const) {
    expect((await withLimit(nobody, FLAGS, { id: "host", proof })).flags).toEqual(FLAGS);
  }
});

test("a limit in dollars that cannot hold is named once, also where how often agents may be asked does", async () => {
  const said: string[] = [];
  const here = place(undefined);
  const person: Person = { ...here.person, say: (text) => void said.push(text) };
  const priced = { models: { acp: { strong: "claude-opus-5-5", standard: "claude-opus-5-5" } } };

  for (const flags of [{ maxDispatches: 9 }, { maxDispatches: 9, maxCost: 5 }, { maxDispatches: 9, maxCost: 5 }])
    await withLimit({ ...here, person }, { ...FLAGS, ...flags }, ACP);
  const known: Person = { ...person };
  await withLimit({ ...place(undefined, priced), person: known }, { ...FLAGS, maxDispatches: 9, maxCost: 5 }, ACP);

  expect(said).toEqual([
    "the price of the model of acp is unknown: --max-cost 5 counts nothing there, --max-dispatches 9 holds.",
  ]);
});

test("nobody is asked where a limit holds, where every price is known, and by --yolo", async () => {
  const here = place("80");
  const priced = { models: { acp: { strong: "claude-opus-5-5", standard: "claude-opus-5-5" } } };

  expect((await withLimit(here, { ...FLAGS, maxDispatches: 3 }, ACP)).flags).toMatchObject({ maxDispatches: 3 });
  expect((await withLimit(place("80", priced), FLAGS, ACP)).flags).toEqual(FLAGS);
  expect((await withLimit(here, FLAGS, { id: "scripted" })).flags).toEqual(FLAGS);
  await expect(withLimit(here, { ...FLAGS, yolo: true }, ACP)).rejects.toMatchObject({ code: "needs-answer" });
  expect(here.asked).toEqual([]);
});

const OWN = { models: { openai: { strong: "big.one", standard: "small-one" } } };
const OPENAI = { id: "openai" };

test("a price that is named counts at once and is kept among the person's own settings, beside what is there", async () => {
  const home = await tempFolder();
  const file = join(home, ".config/iflow/config.json");
  await mkdir(join(home, ".config/iflow"), { recursive: true });
  await writeFile(file, '{\n\t"budget": {"feature": 5, "prices": {"other": {"input": 1, "output": 2}}}\n}\n');
  const here = place(["price", "cheap", "0.6 2.2", "$0/$0"], OWN, home);

  const held = await withLimit(here, FLAGS, OPENAI);

  const named = { "big.one": { input: 0.6, output: 2.2 }, "small-one": { input: 0, output: 0 } };
  expect(held).toMatchObject({ flags: FLAGS, config: { budget: { prices: named } } });
  expect(held.flags.maxDispatches).toBeUndefined();
  expect(here.asked.map(({ text }) => text)).toEqual([
    "the price of big.one, small-one is unknown, so no budget can hold. How often may agents be asked for this feature?",
    expect.stringContaining("What does big.one cost"),
    expect.stringContaining("Two numbers are needed. What does big.one cost"),
    expect.stringContaining("What does small-one cost"),
  ]);
  const text = readFileSync(file, "utf8");
  const kept = JSON.parse(text);
  expect(kept).toEqual({ budget: { feature: 5, prices: { other: { input: 1, output: 2 }, ...named } } });
  expect(text).toContain('\n\t"budget"');
  const later = mergeConfig([
    { origin: file, values: kept },
    { origin: "a test", values: OWN },
  ]);
  expect((await withLimit({ ...here, config: later }, FLAGS, OPENAI)).flags).toEqual(FLAGS); // nobody is asked again
  expect(here.asked).toHaveLength(4);
});

test("who leaves the question about the price has said nothing: nothing is kept or begun", async () => {
  const home = await tempFolder();
  const here = place(["price", "0.6 2.2"], OWN, home);
  const leaves: Person = {
    ...here.person,
    ask: async (question, ...rest) =>
      question.text.includes("small-one cost") ? undefined : here.person.ask(question, ...rest),
  };

  await expect(withLimit({ ...here, person: leaves }, FLAGS, OPENAI)).rejects.toMatchObject({ code: "needs-answer" });
  expect(() => readFileSync(join(home, ".config/iflow/config.json"))).toThrow("ENOENT");
});
