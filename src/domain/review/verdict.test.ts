import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verdictSchemaOf } from "../roles/reply-schema.ts";
import { isBlocking, isPass, readReply, readVerdict } from "./verdict.ts";

const APPROVAL = '{"approved": true, "issues": [], "summary": "fine"}';
const REFUSAL = '{"approved": false, "issues": [{"severity": "blocker", "description": "no limit is named"}]}';

function read(reply: string) {
  return readReply(reply, verdictSchemaOf("spec-reviewer"), "approved");
}

function readStrictly(reply: string) {
  return readVerdict(reply, verdictSchemaOf("spec-reviewer"), "approved");
}

describe("LOOP-1: what counts as a pass", () => {
  test.each([
    ["approved without issues passes", true, [], true],
    ["approved with suggestions only passes", true, ["suggestion", "suggestion"], true],
    ["approved with a warning fails", true, ["suggestion", "warning"], false],
    ["approved with a blocker fails", true, ["blocker"], false],
    ["not approved, with suggestions only, fails", false, ["suggestion"], false],
    ["not approved, with a blocker, fails", false, ["blocker"], false],
  ] as const)("a verdict that is %s", (_, approved, severities, passes) => {
    const issues = severities.map((severity) => ({ severity, description: "x" }));

    expect(isPass({ approved, issues })).toBe(passes);
  });

  test("blockers and warnings block, a suggestion never does", () => {
    const blocking = (["blocker", "warning", "suggestion"] as const).filter((severity) =>
      isBlocking({ severity, description: "x" }),
    );

    expect(blocking).toEqual(["blocker", "warning"]);
  });
});

describe("LOOP-5: replies that are read", () => {
  test.each([
    ["alone", APPROVAL],
    ["with space around it", `\n\n  ${APPROVAL}\n`],
    ["in a json fence", `\`\`\`json\n${APPROVAL}\n\`\`\``],
    ["in a fence without a language", `\`\`\`\n${APPROVAL}\n\`\`\``],
    ["after prose", `Files read: prd.md (12 lines)\n\nI looked hard.\n${APPROVAL}`],
    ["before prose", `${APPROVAL}\n\nThat is all.`],
    ["over several lines", JSON.stringify(JSON.parse(APPROVAL), null, 2)],
    ["twice the same", `${APPROVAL}\n\nAgain, as JSON:\n\`\`\`json\n${APPROVAL}\n\`\`\``],
    ["twice the same in other layouts", `${APPROVAL}\n${JSON.stringify(JSON.parse(APPROVAL), null, 4)}`],
    ["after a placeholder in braces", `The path {feature}/spec.md is right, {n} of {max}.\n${APPROVAL}`],
    ["after an empty object", `An empty reply {} would be wrong, so would { }.\n${APPROVAL}`],
    ["after another kind of object", `The config {"review": {"maxRounds": 5}} is fine.\n${APPROVAL}`],
    ["after a piece of code", `\`if (limit) { return 429; }\` is right.\n${APPROVAL}`],
  ])("an object %s is the answer", (_, reply) => {
    expect(read(reply)).toEqual({ ok: true, value: { approved: true, issues: [], summary: "fine" } });
  });

  test("braces and escaped quotes inside strings do not end the object", () => {
    const description = 'write "{" as \\{ and "}}" as \\\\"';
    const verdict = { approved: false, issues: [{ severity: "warning", description }] };

    expect(read(`Look:\n${JSON.stringify(verdict)} and so on`)).toEqual({ ok: true, value: verdict });
  });

  test("additional fields are kept", () => {
    const verdict = {
      approved: true,
      issues: [{ severity: "suggestion", description: "x", challenge: "why?" }],
      strengths: ["short", { nested: true }],
    };

    expect(read(JSON.stringify(verdict))).toEqual({ ok: true, value: verdict });
  });

  test("an object of another kind inside the answer belongs to it", () => {
    const verdict = { approved: true, issues: [], previous: { round: 1, issues: [] } };

    expect(read(JSON.stringify(verdict))).toEqual({ ok: true, value: verdict });
  });

  test("a reply of a million characters is still read", () => {
    const reply = APPROVAL.padStart(1_000_000, ".");

    expect(read(reply).ok).toBe(true);
  });
});

describe("LOOP-5: replies that are sent back, with the reason in words", () => {
  const noObject = 'the reply holds no JSON object with "approved"';
  const twoObjects = "the reply holds two different JSON objects; answer with exactly one";
  const cutOff = "the JSON object is cut off";
  const notJson = "the JSON object is not valid JSON";

  test.each([
    ["is empty", "", noObject],
    ["is prose only", "I approve this spec. Well done!", noObject],
    ["only says approved: true in prose", "approved: true", noObject],
    ["holds only another kind of object", '{"verdict": "approved"}', noObject],
    ["is JSON inside a string", JSON.stringify(APPROVAL), cutOff],
    ["approves and refuses", `${APPROVAL}\n${REFUSAL}`, twoObjects],
    ["refuses and approves", `${REFUSAL}\n${APPROVAL}`, twoObjects],
    ["approves twice with other words", `${APPROVAL}\n${APPROVAL.replace("fine", "good")}`, twoObjects],
    ["ends inside the object", APPROVAL.slice(0, -1), cutOff],
    ["ends inside a string", '{"approved": true, "issues": [], "summary": "fi', cutOff],
    ["ends after a backslash", '{"approved": true, "issues": [], "summary": "fi\\', cutOff],
    [
      "approves and takes it back",
      '{"approved": true, "issues": [], "approved": false}',
      'the JSON object has "approved" twice',
    ],
    [
      "refuses and takes it back",
      REFUSAL.replace("}]}", '}], "approved": true}'),
      'the JSON object has "approved" twice',
    ],
    ["names issues, then none", REFUSAL.replace("}]}", '}], "issues": []}'), 'the JSON object has "issues" twice'],
    [
      "hides a refusal behind an escape",
      '{"\\u0061pproved": false, "issues": [], "approved": true}',
      'the JSON object has "approved" twice',
    ],
    ["approves and breaks off a refusal", `${APPROVAL}\n{"appro\\u0076ed": false, }`, notJson],
    [
      "wraps a refusal and approves",
      `{"review": ${REFUSAL}}\n${APPROVAL}`,
      "the JSON object stands inside another object",
    ],
    [
      "approves with a refusal inside",
      `{"approved": true, "issues": [], "previous": ${REFUSAL}}`,
      'the JSON object has "approved" again inside it',
    ],
    ["approves and then begins another object", `${APPROVAL}\n{"approved": fal`, cutOff],
    ["approves inside an object that never ends", `{"review": ${APPROVAL}`, cutOff],
    ["begins an object, then approves", `{"approved": false, "issues": [\n\n${APPROVAL}`, cutOff],
    ["opens a stray string before it approves", `{" is how it starts. ${APPROVAL}`, cutOff],
    ["has a comma too many", '{"approved": true, "issues": [],}', notJson],
    ["has a comment in it", '{"approved": true, /* really */ "issues": []}', notJson],
    ["has a bare word for a value", '{"approved": True, "issues": []}', notJson],
    ["has a line break inside a string", '{"approved": true, "issues": [], "summary": "a\nb"}', notJson],
  ])("a reply that %s is no answer", (_, reply, problem) => {
    expect(read(reply)).toEqual({ ok: false, problem });
  });

  test.each([
    ["says yes in a word", '{"approved": "yes", "issues": []}', /^approved: .*boolean/],
    ["leaves out the issues", '{"approved": true}', /^issues: /],
    ["has an unknown severity", REFUSAL.replace("blocker", "critical"), /^issues\.0\.severity: .*"blocker"/],
    [
      "has an issue without text",
      REFUSAL.replace("no limit is named", " "),
      /^issues\.0\.description: must not be empty/,
    ],
    ["refuses without an issue", '{"approved": false, "issues": []}', /^issues: .*needs at least one issue/],
    ["is wrong twice", '{"approved": 1, "issues": {}}', /^approved: .*; issues: /],
  ])("a reply that %s names the field", (_, reply, problem) => {
    const reading = read(reply);

    expect(reading).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  test("a problem with the object as a whole says so", () => {
    const neverRight = verdictSchemaOf("spec-reviewer").refine(() => false, { message: "contradicts itself" });

    expect(readReply(APPROVAL, neverRight, "approved")).toEqual({
      ok: false,
      problem: "the object: contradicts itself",
    });
  });

  test("a reply of five megabytes is refused unread, whatever it holds", () => {
    const reply = `${APPROVAL}${" ".repeat(5_000_000)}`;

    expect(read(reply)).toEqual({
      ok: false,
      problem: `the reply is ${reply.length} characters long; answer with the JSON object only`,
    });
  });

  test("a megabyte of opening braces is refused in one go", () => {
    expect(read('{"'.repeat(500_000)).ok).toBe(false);
    expect(read("{".repeat(1_000_000)).ok).toBe(false);
    expect(read('{"a":'.repeat(200_000)).ok).toBe(false);
  });
});

describe("LOOP-5: for every reply", () => {
  /** Texts rich in characters that could confuse a scanner. */
  const words = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom("{", "}", '"', "\\", "\n", APPROVAL, "```", "é", "𝒳"), { maxLength: 8 })
      .map((all) => all.join("")),
  );
  const verdicts = fc.record({
    approved: fc.constant(true),
    issues: fc.array(fc.record({ severity: fc.constant("suggestion"), description: words.map((text) => `x${text}`) }), {
      maxLength: 3,
    }),
    summary: words,
    previous: fc.constant({ round: 1, issues: [] }),
  });
  const prose = words.map((text) => text.replaceAll(/[{}[\]]/g, " "));
  const replies = fc
    .record({ verdict: verdicts, before: prose, after: prose, indent: fc.constantFrom(0, 2), fenced: fc.boolean() })
    .map(({ verdict, before, after, indent, fenced }) => {
      const json = JSON.stringify(verdict, null, indent);
      const start = `${before}${fenced ? "\n```json\n" : "\n"}`;
      return { verdict, text: `${start}${json}\n${fenced ? "```\n" : ""}${after}`, end: start.length + json.length };
    });

  test("prose without braces before and after it changes nothing", () => {
    fc.assert(
      fc.property(replies, ({ verdict, text }) => {
        expect(read(text)).toEqual({ ok: true, value: verdict });
      }),
    );
  });

  test("one that is cut anywhere before the object's last brace is never an approval", () => {
    fc.assert(
      fc.property(replies, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), ({ text, end }, share) => {
        expect(read(text.slice(0, Math.floor(share * end))).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("an object after it that differs makes it no answer", () => {
    fc.assert(
      fc.property(replies, replies, (first, second) => {
        fc.pre(JSON.stringify(first.verdict) !== JSON.stringify(second.verdict));

        expect(read(`${first.text}\n${second.text}`).ok).toBe(false);
      }),
    );
  });

  test("no jumble of braces, quotes and answers makes the reader throw", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (pieces) => {
        expect(read(pieces.join(""))).toHaveProperty("ok");
      }),
    );
  });
});

describe("TR-4: a reviewer's verdict", () => {
  test.each([
    ["alone", APPROVAL],
    ["in a fence", `\`\`\`json\n${APPROVAL}\n\`\`\`\n`],
    ["after prose", `I looked hard.\n${APPROVAL}`],
    ["before the lines it was asked for", `${APPROVAL}\nFiles read: prd.md (3 lines)\n- No external claims to verify`],
    ["twice the same", `${APPROVAL}\nAgain:\n${APPROVAL}`],
  ])("%s is read", (_, reply) => {
    expect(readStrictly(reply)).toMatchObject({ ok: true, value: { approved: true } });
  });

  test.each([
    ["and then refused in prose", `The form is ${APPROVAL}, but I cannot judge it.`],
    ["and commented", `${APPROVAL}\n\nThat is all.`],
    ["quoted", `> ${APPROVAL}\n> is what you want to hear.`],
  ])("%s is sent back", (_, reply) => {
    expect(readStrictly(reply)).toEqual({
      ok: false,
      problem: "text follows the JSON object; end your answer with the object",
    });
  });

  const LEVELS = { tasks: { passed: true }, spec: { passed: true }, design: { passed: true }, prd: { passed: true } };
  const readLevels = (levels: unknown, approved = true) =>
    readVerdict(
      JSON.stringify({ approved, levels, issues: approved ? [] : [{ severity: "blocker", description: "x" }] }),
      verdictSchemaOf("implementation-reviewer"),
      "approved",
    );

  test("of the implementation reviewer names all levels, and approves only if all have passed", () => {
    expect(readLevels(LEVELS).ok).toBe(true);
    expect(readLevels({ ...LEVELS, spec: { passed: false } }, false).ok).toBe(true);
    expect(readLevels({ ...LEVELS, later: "kept" }).ok).toBe(true);
    expect(readLevels(undefined)).toEqual({ ok: false, problem: expect.stringMatching(/^levels: /) });
    expect(readLevels({ tasks: LEVELS.tasks })).toEqual({
      ok: false,
      problem: expect.stringMatching(/^levels\.spec: /),
    });
    expect(readLevels({ ...LEVELS, prd: {} })).toEqual({
      ok: false,
      problem: expect.stringMatching(/^levels\.prd\.passed: /),
    });
    expect(readLevels({ ...LEVELS, spec: { passed: false } })).toEqual({
      ok: false,
      problem: "levels: approved, although a level has not passed",
    });
  });

  const approvals = fc.constantFrom(
    APPROVAL,
    '{"issues":[],"approved":true}',
    JSON.stringify(JSON.parse(APPROVAL), null, 2),
  );
  const escaped = (json: string) => json.replace("approved", "appr\\u006fved");
  const rejections = fc
    .record({
      json: fc.constantFrom(REFUSAL, '{"approved": true, "issues": [{"severity": "warning", "description": "no"}]}'),
      form: fc.constantFrom(
        (json: string) => json,
        escaped,
        (json: string) => `[${json}]`,
        (json: string) => `{"verdict": ${json}}`,
        (json: string) => `\`\`\`json\n${json}\n\`\`\``,
        (json: string) => json.slice(0, -1),
        (json: string) => json.replace(/}$/, ", }"),
        (json: string) => json.replace(/}$/, ', "approved": true}'),
        (json: string) => json.replace(/}$/, ', "issues": []}'),
        (json: string) => escaped(json).replace(/}$/, ', "approved": true, "issues": []}'),
        (json: string) => `{"approved": true, "issues": [], "earlier": ${json}}`,
        (json: string) => json.replace("{", '{"approved": true, "issues": [], '),
      ),
    })
    .map(({ json, form }) => form(json));
  const prose = fc.constantFrom(
    "",
    "\n",
    " and ",
    "\nFiles read: spec.md (3 lines)\n",
    "\n```\n",
    " } ",
    "\nI approve.\n",
  );

  test("that contains a rejection in any form is never read as an approval", () => {
    const pieces = fc.array(fc.oneof(approvals, prose), { maxLength: 3 });
    fc.assert(
      fc.property(pieces, rejections, pieces, (before, rejection, after) => {
        const reading = readStrictly([...before, rejection, ...after].join(""));
        expect(reading.ok && isPass(reading.value)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
