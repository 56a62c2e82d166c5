// What a loop leaves behind as it goes: verdicts in the register, one entry per round in the history, and who last looked at
// which commit.
import { type JudgedRound, withRound } from "../../../domain/knowledge/learnings.ts";
import type { Judgement, LoopState, RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { writeHistory } from "../../work/history.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import type { Judged, Reviewed, ReviewMove, RoundEntry } from "./reviewed.ts";

export class LoopRecord<Entry extends RoundEntry> {
  readonly #phase: PhaseRun;
  readonly #about: Reviewed<Entry>;
  readonly #looks = new Map<string, string>();
  #entry: Entry | undefined;
  #rounds: readonly JudgedRound[] = [];

  constructor(phase: PhaseRun, about: Reviewed<Entry>) {
    this.#phase = phase;
    this.#about = about;
  }

  get rounds(): readonly JudgedRound[] {
    return this.#rounds;
  }

  /** The commit at which each role last judged. */
  get looks(): ReadonlyMap<string, string> {
    return this.#looks;
  }

  /** Takes a round's verdicts in, and returns them as they count. */
  take(round: number, reviewed: Judged): Judged {
    const { register, sessions, world } = this.#phase;
    const place = { loop: this.#about.loop, round };
    const { judged, markers } = register.judge(place, reviewed.judgements, reviewed.seen);
    const unreadable = judged.filter(({ type }, index) => type !== reviewed.judgements[index]?.type);
    sessions.requireFresh(
      unreadable.map(({ role }) => role as RoleId), // the roster holds roles
      "invalid-reply",
    );
    for (const { role } of judged) this.#looks.set(role, world.expected.head ?? "");
    return { ...reviewed, judgements: judged, markers: [...reviewed.markers, ...markers] };
  }

  /** Writes the round's entry; roles that are asked again belong to the same one. */
  async tell(move: ReviewMove, state: LoopState, judged: Judged, segment: string): Promise<void> {
    const { history } = this.#phase;
    this.#rounds = withRound(this.#rounds, move, issuesOf(judged.judgements));
    const before = this.#entry?.round === move.round ? this.#entry : undefined;
    if (before) history.removeLast();
    this.#entry = { ...this.#about.describe(move, state, judged, before), register: this.#register() };
    history.add(this.#about.print(this.#entry));
    await writeHistory(this.#phase, move.round, segment);
  }

  /** What happened since, in the entry of the last round. */
  async add(
    { changes, markers }: { readonly changes?: string; readonly markers: readonly string[] },
    round: number,
    segment: string,
  ): Promise<void> {
    if (this.#entry) {
      const said = changes === undefined ? {} : { changes };
      const all = [...this.#entry.markers, ...markers];
      this.#entry = { ...this.#entry, ...said, markers: all, register: this.#register() };
      this.#phase.history.replaceLast(this.#about.print(this.#entry));
    }
    await writeHistory(this.#phase, round, segment);
  }

  #register(): readonly string[] {
    return this.#phase.register.lines(this.#about.loop);
  }
}

/** Every issue of these verdicts, with the role that raised it. */
function issuesOf(judgements: readonly Judgement[]): RoleIssue[] {
  return judgements.flatMap((judgement) =>
    judgement.type === "verdict"
      ? judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: judgement.role }))
      : [],
  );
}
