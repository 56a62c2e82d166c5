// From the records of a run to what is told of them: at most one fact for each record, the same whoever reads them and
// from wherever they begin. What a dispatch or a check came to is in a file of the run, which is named here and read by
// the caller (told-facts.ts).
import * as z from "zod";
import { isStopFile } from "../run/kept-stop.ts";
import { type HostOrder, type Pause, type Pending, type Question, STOP_ANSWERS } from "../run/questions/question.ts";
import { yoloAnswer } from "../run/questions/yolo.ts";
import type { RunHead } from "../run/run.ts";
import type { Json } from "../text/json/json.ts";
import type { StreamFact, StreamWork } from "./stream-event.ts";
import type { StreamRecord } from "./stream-record.ts";

/** A fact that may lack what is in a file. */
export interface FoldedFact {
  readonly fact: StreamFact;
  /** Name in the run's folder. */
  readonly file?: string;
}

/** A step that began and has no result. */
export interface InFlight {
  readonly since: string;
  readonly work: StreamWork | undefined;
}

const DoneSchema = z.looseObject({
  status: z.string().optional(),
  file: z.string().optional(),
  needs: z.string().optional(),
  sha: z.string().optional(),
  passed: z.boolean().optional(),
  end: z.unknown().optional(),
});
const NoteSchema = z.looseObject({
  type: z.string().optional(),
  sent: z
    .looseObject({
      role: z.string(),
      round: z.number(),
      kind: z.string(),
      runtime: z.string().optional(),
      model: z.string().optional(),
    })
    .optional(),
  watched: z.looseObject({ activity: z.string(), about: z.string().optional() }).optional(),
});
const EndSchema = z.object({
  outcome: z.enum(["approved", "accepted", "completed"]),
  rounds: z.number(),
  notes: z.number(),
});

/** Completed from the file. */
const STOPPED = { type: "paused", reason: "blocked", text: "stopped", fix: "iflow continue", hard: false } as const;

/** `SR1.2` → `blocker` */
export type OpenIssues = ReadonlyMap<string, "blocker" | "warning">;

export class RunFold {
  readonly head: RunHead;
  readonly inFlight = new Map<string, InFlight>();
  /** Questions, orders and the pause that it waits for. */
  readonly waits = new Map<string, Pending>();
  /** What each role's last verdict left open, by the ids of the register; kept by the caller, who reads verdicts. */
  readonly openIssues = new Map<string, OpenIssues>();
  outcome: string | undefined;
  #yolo: boolean;

  constructor(head: RunHead) {
    this.head = head;
    this.#yolo = head.flags.yolo;
  }

  /** What the head itself tells. */
  opened(): FoldedFact {
    const { runtime, flags, idea } = this.head;
    const fact = { type: "run-opened", runtime: runtime.id, yolo: flags.yolo } as const;
    return { fact: { ...fact, ...(idea !== undefined && { idea }) } };
  }

  take(record: StreamRecord): FoldedFact | undefined {
    switch (record.type) {
      case "opened":
        return this.#resume(record.runtime?.id ?? this.head.runtime.id);
      case "begun":
        return this.#begin(record.step, record.note, record.at);
      case "done":
        return this.#end(record.step, record.result, record.at);
      case "asked":
        return this.#ask(record.step, record.pending);
      case "answered":
        return this.#answer(record.step, record.answer);
      case "withdrawn": {
        const question = this.#settle(record.step);
        return question?.type === "question"
          ? { fact: { type: "question-withdrawn", question: question.id ?? "" } }
          : undefined;
      }
      case "ended":
        this.outcome = record.outcome;
        this.inFlight.clear();
        this.waits.clear();
        return {
          fact: { type: "run-ended", outcome: record.outcome, milliseconds: between(this.head.createdAt, record.at) },
        };
      case "file":
        return isStopFile(record.name) ? { fact: STOPPED, file: record.name } : undefined;
      default:
        return undefined; // notes are for replays
    }
  }

  #resume(runtime: string): FoldedFact {
    const kinds = [...this.waits.values()].map(({ type }) => type);
    const waited = kinds.includes("pause") ? "pause" : kinds.length > 0 ? "answer" : undefined;
    for (const [step, { type }] of this.waits) if (type === "pause") this.waits.delete(step);
    return { fact: { type: "run-resumed", runtime, after: waited ?? "interruption" } };
  }

  #begin(step: string, note: Json, at: string): FoldedFact | undefined {
    const { sent, watched } = NoteSchema.safeParse(note).data ?? {};
    const lane = laneOf(step);
    if (sent) {
      const work: StreamWork = {
        ...{ step, lane, role: sent.role, round: sent.round, kind: sent.kind },
        ...(watched && { activity: watched.activity as NonNullable<StreamWork["activity"]> }),
        ...(watched?.about !== undefined && { about: watched.about }),
        ...(sent.runtime !== undefined && { runtime: sent.runtime }),
        ...(sent.model !== undefined && { model: sent.model }),
      };
      this.inFlight.set(step, { since: at, work });
      return { fact: { type: "dispatch-started", ...work } };
    }
    this.inFlight.set(step, { since: at, work: undefined });
    const name = checkOf(step);
    return name === undefined ? undefined : { fact: { type: "check-started", step, lane, name } };
  }

  #end(step: string, result: Json, at: string): FoldedFact | undefined {
    const begun = this.inFlight.get(step);
    this.inFlight.delete(step);
    const plain = DoneSchema.safeParse(result).data;
    const done = DoneSchema.safeParse((plain as { done?: unknown } | undefined)?.done ?? plain).data;
    if (!done) return undefined;
    const { status, file, needs, sha, passed } = done;
    if (passed !== undefined && file !== undefined) return this.#check(step, { ...done, passed, file }, begun, at);
    const work = begun?.work ?? (file?.startsWith("dispatches/") ? orderedWork(step) : undefined);
    if (work && isDispatchEnd(status)) {
      const fact = { type: "dispatch-ended", ...work, status, ...(needs !== undefined && { needs }) } as const;
      return { fact, ...(file !== undefined && { file: `${file}.outcome.json` }) };
    }
    if (status === "committed" && sha !== undefined) {
      const end = EndSchema.safeParse(done.end).data;
      if (segmentOf(step) === "complete") return { fact: { type: "phase-completed", sha, ...end } };
      return { fact: { type: "commit-made", sha } };
    }
    return undefined;
  }

  #check(
    step: string,
    { passed, file, end }: { readonly passed: boolean; readonly file: string; readonly end?: unknown },
    begun: InFlight | undefined,
    at: string,
  ): FoldedFact {
    const name = checkOf(step) ?? "";
    const { test, lint, typecheck, build } = this.head.config.checks;
    const command = { test, lint, typecheck, build }[name as "test"];
    return {
      fact: {
        ...{ type: "check-ran", step, lane: laneOf(step), name, passed, end: String(end ?? "") },
        milliseconds: between(begun?.since ?? at, at),
        ...(command !== undefined && { command }),
      },
      file,
    };
  }

  #ask(step: string, pending: Pending): FoldedFact {
    this.waits.set(step, pending);
    if (pending.type === "order") return { fact: orderFact(pending) };
    if (pending.type === "pause") {
      if (pending.hard) this.#yolo = false; // as the run's own history has it
      return { fact: pauseFact(pending) };
    }
    const yolo = this.#yoloAnswer(pending.topic);
    return { fact: { ...questionFact(pending), ...(yolo !== undefined && { yolo }) } };
  }

  #answer(step: string, answer: string): FoldedFact | undefined {
    const pending = this.#settle(step);
    if (pending?.type === "question") {
      const { id = "", topic, text } = pending;
      const yolo = this.#yoloAnswer(topic) === answer;
      return { fact: { type: "question-answered", question: id, topic, text, answer, yolo } };
    }
    if (pending?.type === "order") {
      return { fact: { type: "order-ended", order: pending.id, role: pending.role, answer } };
    }
    if (answer === STOP_ANSWERS.yolo) this.#yolo = true; // nothing else is answered so
    return undefined;
  }

  #yoloAnswer(topic: string): string | undefined {
    return this.#yolo ? yoloAnswer(topic) : undefined;
  }

  #settle(step: string) {
    const pending = this.waits.get(step);
    this.waits.delete(step);
    return pending;
  }
}

function pauseFact({ reason, text, detail, fix, until, hard }: Pause): StreamFact {
  const facts = { type: "paused", reason, text, fix, hard: hard === true } as const;
  return { ...facts, ...(detail !== undefined && { detail }), ...(until !== undefined && { until }) };
}

function orderFact({ id, role, name }: HostOrder): StreamFact {
  return { type: "order-given", order: id, role, lane: laneOf(name) };
}

function questionFact({ id = "", topic, text, detail, options, freeText, default: byDefault }: Question) {
  return {
    ...{ type: "question-asked" as const, question: id, topic, text, options, freeText: freeText === true },
    ...(detail !== undefined && { detail }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
}

/** `security-reviewer`, `implementer-1.2`; a part of a draft has its author's lane. */
export function laneOf(step: string): string {
  const segment = segmentOf(step);
  return segment.startsWith("check-") ? "check" : (segment.split("@")[0] ?? segment);
}

function segmentOf(step: string): string {
  return step.split("/")[3] ?? step;
}

function checkOf(step: string): string | undefined {
  return /^check-(.+)$/.exec(segmentOf(step))?.[1];
}

/** Of a dispatch that a host reported; its outcome says the rest. */
function orderedWork(step: string): StreamWork {
  const lane = laneOf(step);
  return { step, lane, role: lane, round: Number(step.split("/")[2]) || 0, kind: "fresh" };
}

function isDispatchEnd(status: string | undefined): status is "completed" | "failed" | "interrupted" {
  return status === "completed" || status === "failed" || status === "interrupted";
}

function between(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from)) || 0;
}
