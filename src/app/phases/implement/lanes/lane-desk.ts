// Where the schedule and the tasks of one process meet: the schedule leaves orders, the tasks report what they have worked
// through. Nothing of it is saved; a replay fills it again.
import type { Order, Report } from "./lane-work.ts";

export class LaneDesk {
  readonly #orders = new Map<number, Order[]>();
  readonly #reports = new Map<number, Report>();
  #changed = signal();

  /** For the task at this position. */
  order(task: number, order: Order): void {
    this.#orders.set(task, [...(this.#orders.get(task) ?? []), order]);
    this.#tell();
  }

  async nextOrder(task: number): Promise<Order> {
    for (;;) {
      const order = this.#orders.get(task)?.shift();
      if (order) return order;
      await this.#changed.promise;
    }
  }

  report(task: number, report: Report): void {
    this.#reports.set(task, report);
    this.#tell();
  }

  /** Until it is taken. */
  reportOf(task: number): Report | undefined {
    return this.#reports.get(task);
  }

  async takeReport(task: number): Promise<Report> {
    for (;;) {
      const report = this.#reports.get(task);
      this.#reports.delete(task);
      if (report) return report;
      await this.#changed.promise;
    }
  }

  /** Resolves at once if it is so already. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#changed.promise;
  }

  #tell(): void {
    const told = this.#changed;
    this.#changed = signal();
    told.resolve();
  }
}

function signal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
