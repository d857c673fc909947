import type { Server, ServerResponse } from "node:http";
import { every, sleep } from "#server/platform/machine.ts";

/** In milliseconds. Throws a readable message. */
export function drainOf(value = ""): number {
  const seconds = Number(value);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 60) return seconds * 1000;
  throw new Error(`DRAIN_SECONDS must be a whole number from 0 to 60: ${value}`);
}

/**
 * Stops a server without losing requests. First, probes see `isEnding` and each response closes its
 * connection, so that a proxy uses another server. Then it accepts no connections and answers the rest.
 */
export function createDrain(server: Server) {
  let isEnding = false;
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, answer) => {
    if (isEnding) answer.shouldKeepAlive = false;
    open.add(answer);
    answer.once("close", () => open.delete(answer));
  });
  return {
    isEnding: () => isEnding,
    end: async (drainMs: number): Promise<void> => {
      isEnding = true;
      for (const answer of open) answer.shouldKeepAlive = false;
      if (drainMs > 0) await sleep(drainMs);
      const closed = new Promise<unknown>((resolve) => server.close(resolve));
      const idle = every(50, () => server.closeIdleConnections());
      await closed;
      clearInterval(idle);
    },
  };
}
