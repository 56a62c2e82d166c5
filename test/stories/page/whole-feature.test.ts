// A whole feature over HTTP alone: created, stopped at its limit, raised, refused and resumed, asked for a change, merged. The
// server is a process, and so is every run it begins; the agents are scripted.
import { expect } from "vitest";
import { ACTS, addressOf, LOOKS } from "../../../src/frontends/ui/view/model/addresses.ts";
import { verifies } from "../../requirements.ts";
import { openPage, type Page, seen } from "../../support/page.ts";
import { codes, FIXED, FULL, finds, KEY, passes, TYPO, withTypo } from "../../support/quick-story.ts";

const REPO = (page: Page) => page.get(LOOKS.inbox).then(({ json }) => json.data.repositories[0].id as string);

verifies(
  "UI-1",
  "a feature is created, answered, raised, changed and merged from the page alone; the rounds are there to look at",
  async () => {
    const place = await withTypo({
      ...FULL,
      ...TYPO,
      implementer: [codes({ "src/page.mjs": 'export const title = "Wellcome";\n' })],
      "light-reviewer": [finds("it says Wellcome"), passes({ expect: "resume" }), passes()],
      fixer: [
        codes(FIXED, { reply: "LR1.1 fixed: one l\nFiles changed:\n- src/page.mjs" }),
        codes({ "src/page.mjs": 'export const title = "Welcome!";\n' }),
      ],
    });
    const page = await openPage(place, { args: ["--script", place.scriptPath] });
    const repo = await REPO(page);
    const of = { repo, key: KEY };
    const feature = async () => (await page.get(addressOf(LOOKS.feature, of))).json;
    const question = (topic: string) =>
      seen(async () =>
        (await page.get(LOOKS.inbox)).json.data.questions.find((one: { topic: string }) => one.topic === topic),
      );
    const answer = async (topic: string, words: string) => {
      const { id } = await question(topic);
      const { json } = await page.post(addressOf(ACTS.answer, of), { id, answer: words });
      expect(json).toMatchObject({ ok: true, data: { id, answer: words, stored: true, problem: null } });
      return id;
    };

    const begun = await page.post(ACTS.create, {
      ...{ repo, idea: "fix the typo", runtime: "scripted", depth: "light", maxDispatches: 2 },
    });
    expect(begun.json).toMatchObject({ ok: true, data: { feature: KEY } });

    const pause = await seen(async () => {
      const { data } = (await page.get(LOOKS.inbox)).json;
      for (const { id } of data.questions) await page.post(addressOf(ACTS.answer, of), { id, answer: "continue" });
      return data.pauses[0];
    });
    expect(pause).toMatchObject({ reason: "budget-reached", actions: [{ needs: "maxDispatches" }] });
    const raised = await page.post(addressOf(ACTS.continue, of), { maxDispatches: 20 });
    expect(raised.json).toMatchObject({ ok: true });

    await answer("closing", "request-changes");
    await answer("requested-changes", "Please greet with an exclamation mark.");
    await answer("closing", "continue");
    const { diff, facts } = await question("finish");
    expect(diff.files.map(({ path }: { path: string }) => path)).toContain("src/page.mjs");
    expect(facts.map(({ text }: { text: string }) => text).join("; ")).toMatch(/test passed.*commits?, /);
    await answer("finish", "merge");

    await seen(async () => (await feature()).data.card.state === "completed");
    expect(place.git("show", "main:src/page.mjs")).toContain("Welcome!");
    const { data } = await feature();
    expect(data.issues).toMatchObject([
      { id: "LR1.1", text: "it says Wellcome", answer: "fixed: one l", end: "resolved" },
      { id: "YOU0.1", text: "Please greet with an exclamation mark.", reviewer: "you", end: "resolved" },
    ]);
    const reviews = data.timelines
      .find(({ phase }: { phase: string }) => phase === "implement")
      .lanes.find(({ lane }: { lane: string }) => lane === "light-reviewer").bars;
    expect(reviews.map(({ kind, verdict }: { kind: string; verdict: string }) => [kind, verdict]).slice(0, 2)).toEqual([
      ["fresh", "refused"],
      ["resume", "approved"],
    ]);
    const [{ from, to }] = data.changes.filter(({ phase }: { phase: string }) => phase === "implement");
    const change = await page.get(addressOf(LOOKS.changes, of, { from, to }));
    expect(JSON.stringify(change.json.data.files)).toContain("Wellcome");
    const sent = await page.get(addressOf(LOOKS.dispatch, { ...of, number: reviews[1].dispatch }));
    expect(sent.json.data).toMatchObject({ role: "light-reviewer", kind: "resume", verdict: "approved" });
    expect((await page.get(LOOKS.money)).json.data.by.feature).toMatchObject([{ name: `${repo}/${KEY}` }]);
  },
  120_000,
);
