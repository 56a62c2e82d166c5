// One slot at work, on a queue and jobs that are played here: what it does when things fail around it.
import { expect, test } from "vitest";
import type { AfterOpening } from "../../domain/team/after-opening.ts";
import type { Job, Opening } from "../../domain/team/job.ts";
import type { TeamWorker } from "../../ports/team-worker.ts";
import { serveJobs, type WorkerEvent } from "./serve-jobs.ts";

const JOB: Job = {
  ...{
    repository: "github.com/acme/shop",
    feature: "001-a",
    number: 1,
    flags: {},
    state: "due",
    opening: 0,
    failed: 0,
  },
  ...{ told: undefined, worker: undefined, version: undefined, changedAt: "2026-03-01T10:00:00Z" },
};
const STANDS = { pendings: [], isRunOpen: false, lastCompleted: undefined, isCompleted: true, records: 3 };

function play(change: Partial<TeamWorker> = {}, jobs: Partial<TeamWorker["jobs"]> = {}) {
  const ended = new AbortController();
  const settled: AfterOpening[] = [];
  const told: WorkerEvent[] = [];
  const enqueued: Opening[] = [];
  const due = [JOB];
  const worker: TeamWorker = {
    lost: new AbortController().signal,
    jobs: {
      wake: async () => undefined,
      due: async () => due.splice(0),
      queued: async () => undefined,
      begin: async () => JOB,
      settle: async (_, after) => void settled.push(after),
      isCancelled: async () => false,
      ...jobs,
    },
    openQueue: async (work) => ({
      enqueue: async (opening) => {
        enqueued.push(opening);
        void work(opening);
      },
      takeOver: async () => [],
      close: async () => undefined,
    }),
    stands: async () => STANDS,
    open: async () => ({ how: "ended", exit: 0, said: undefined, stands: STANDS }),
    forget: async () => undefined,
    changed: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (settled.length > 0) ended.abort();
    },
    close: async () => undefined,
    ...change,
  };
  return {
    serve: () => serveJobs(worker, ended.signal, (event) => told.push(event)),
    ...{ settled, told, enqueued },
  };
}

test("what is due is queued under its next number, carried out, and settled", async () => {
  const { serve, settled, told, enqueued } = play();
  await serve();
  expect(enqueued).toEqual([{ repository: JOB.repository, feature: "001-a", job: 1, opening: 1 }]);
  expect(settled).toMatchObject([{ state: "done" }]);
  expect(told.map(({ type }) => type)).toEqual(["ready", "opened", "closed"]);
});

test("an origin that is away is tried again; a clone that cannot be made is told to people", async () => {
  const { IflowError } = await import("../../domain/text/errors.ts");
  const fails = (error: Error) => play({ open: async () => Promise.reject(error) });
  const away = fails(new IflowError("git-failed", "could not read from remote repository"));
  await away.serve();
  expect(away.settled).toMatchObject([{ state: "due", failed: true }]);
  const broken = fails(new Error("no such user"));
  await broken.serve();
  expect(broken.settled).toMatchObject([{ state: "stopped", told: "no such user" }]);
});

test("an end that cannot be stored ends the slot and is never told to the queue, so somebody else begins it again", async () => {
  const { serve, settled, told } = play({}, { settle: () => Promise.reject(new Error("the database is away")) });
  await expect(serve()).rejects.toMatchObject({ code: "interrupted" });
  expect(settled).toEqual([]);
  expect(told).toContainEqual({ type: "trouble", text: "the database is away" });
});

test("a slot that the database has lost settles nothing", async () => {
  const lost = new AbortController();
  const { serve, settled } = play({
    lost: lost.signal,
    open: async () => {
      lost.abort();
      return { how: "given-up", exit: null, said: undefined, stands: STANDS };
    },
  });
  await serve();
  expect(settled).toEqual([]);
});

test("a job that was cancelled meanwhile is let go", async () => {
  const forgotten: Job[] = [];
  const { serve, told } = play(
    {
      open: (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () =>
            resolve({ how: "given-up", exit: null, said: undefined, stands: STANDS }),
          ),
        ),
      forget: async (job) => void forgotten.push(job),
    },
    { isCancelled: async () => true },
  );
  await serve();
  expect(told).toContainEqual({ type: "closed", job: JOB, state: "cancelled", told: undefined });
  expect(forgotten).toEqual([]); // it may be handed over again, and goes on where it was
});
