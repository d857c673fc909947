import { HttpError } from "#server/platform/errors.ts";
import { after } from "#server/platform/machine.ts";
import { isInRequest } from "./request.ts";

type Limits = { parallel: number; maxWaiting: number; maxWaitMs: number };

/**
 * Keep one store's waiting writes from occupying the pool's ten connections. `maxWaitMs` is shorter than the
 * web app's timeout.
 */
const LIMITS: Limits = { parallel: 3, maxWaiting: 200, maxWaitMs: 7_000 };
const RETRY_AFTER_S = 2;

export class StoreQueue {
  #limits: Limits;
  #running = new Map<string, number>();
  #waiting = new Map<string, Set<() => void>>();

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits;
  }

  /** Requests get a 503, before their work starts, if too many wait or too long. Jobs wait without limit. */
  async run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(organizationId) ?? 0;
    if (running < this.#limits.parallel) this.#running.set(organizationId, running + 1);
    else await this.#turn(organizationId);
    try {
      return await work();
    } finally {
      this.#free(organizationId);
    }
  }

  #turn(organizationId: string): Promise<void> {
    const waiting = this.#waiting.get(organizationId) ?? new Set();
    const isPatient = !isInRequest();
    if (!isPatient && waiting.size >= this.#limits.maxWaiting) throw busy();
    this.#waiting.set(organizationId, waiting);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.delete(begin);
        reject(busy());
      };
      const timer = isPatient ? undefined : after(this.#limits.maxWaitMs, giveUp);
      waiting.add(begin);
    });
  }

  #free(organizationId: string): void {
    const waiting = this.#waiting.get(organizationId);
    const [next] = waiting ?? [];
    if (waiting && next) {
      waiting.delete(next);
      next();
      return;
    }
    this.#waiting.delete(organizationId);
    const running = (this.#running.get(organizationId) ?? 1) - 1;
    if (running > 0) this.#running.set(organizationId, running);
    else this.#running.delete(organizationId);
  }
}

function busy(): HttpError {
  return new HttpError(503, "This store is very busy right now. Try again in a moment.", RETRY_AFTER_S);
}
