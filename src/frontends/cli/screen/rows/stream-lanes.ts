// Who works now, in all runs: a line each, with its time, tools and tokens. Begun and ended by facts; what is only alive
// makes them livelier.
import { doingWords } from "../../../../domain/run/events/work-words.ts";
import type { StreamEvent } from "../../../../domain/stream/stream-event.ts";
import { padEndTo } from "../columns.ts";
import { count, duration, thousands } from "../numbers.ts";
import type { Terminal } from "../terminal.ts";
import { checkName, inLine } from "./row-texts.ts";

interface Lane {
  readonly run: string;
  readonly feature: string;
  readonly since: number;
  readonly doing: string;
  readonly tools: number;
  readonly tokens?: number | undefined;
  readonly last: string;
}

const DOING = 22;

export class StreamLanes {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #lanes = new Map<string, Lane>();

  constructor(terminal: Terminal, now: () => number) {
    this.#terminal = terminal;
    this.#now = now;
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case "dispatch-started":
        this.#set(event, event.step, doingWords({ ...event, activity: event.activity ?? "draft" }));
        break;
      case "check-started":
        this.#set(event, "check", `running the ${checkName(event.name)}`);
        break;
      case "lane-worked": {
        const { tools, tokens, last } = event;
        const lane = this.#set(event, event.step, event.doing, Date.parse(event.since));
        this.#lanes.set(keyOf(event, event.step), { ...lane, tools, tokens, last });
        break;
      }
      case "dispatch-ended":
        this.#lanes.delete(keyOf(event, event.step));
        break;
      case "check-ran":
        this.#lanes.delete(keyOf(event, "check"));
        break;
      case "run-ended":
      case "run-left":
      case "run-resumed":
        for (const [key, { run }] of this.#lanes) if (run === event.run) this.#lanes.delete(key);
        break;
      default:
    }
  }

  lines(start: (feature: string) => string): string[] {
    const { paint } = this.#terminal;
    return [...this.#lanes.values()].map(({ feature, since, doing, tools, tokens, last }) => {
      const numbers = [
        duration(this.#now() - since),
        tools === 0 ? "" : count(tools, "tool"),
        tokens === undefined ? "" : `${thousands(tokens)} tokens`,
      ].filter(Boolean);
      const latest = last === "" ? "" : `   ${paint.dim(inLine(last))}`;
      return `${start(feature)}  ${padEndTo(DOING, doing)}   ${numbers.join("   ")}${latest}`;
    });
  }

  #set(event: StreamEvent, step: string, doing: string, since = Date.parse(event.time)): Lane {
    const { run, feature } = event;
    const lane = this.#lanes.get(keyOf(event, step)) ?? { run, feature, since, doing, tools: 0, last: "" };
    this.#lanes.set(keyOf(event, step), lane);
    return lane;
  }
}

function keyOf({ run }: StreamEvent, step: string): string {
  return `${run} ${step}`;
}
