import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** DRAIN_SECONDS in milliseconds. Throws a sentence for a value that makes no sense. */
export function drainOf(value = ""): number {
  const seconds = Number(value);
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= 60) return seconds * 1000;
  throw new Error(`DRAIN_SECONDS must be a whole number from 0 to 60: ${value}`);
}

/**
 * Lets a server end without losing a request. For the time of its drain it goes on as before, but for two things: whoever
 * probes is told (`isEnding`), and each answer says that its connection is closed, so that what stands before the server
 * takes another one for its next request. Only then nobody new is let in; who was let in gets an answer.
 */
export function endsInOrder(server: Server) {
  let isEnding = false;
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, answer) => {
    if (isEnding) answer.shouldKeepAlive = false;
    open.add(answer);
    answer.once("close", () => open.delete(answer));
  });
  return {
    isEnding: () => isEnding,
    /** Resolves once the last answer has left. */
    end: async (drainMs: number): Promise<void> => {
      isEnding = true;
      for (const answer of open) answer.shouldKeepAlive = false;
      if (drainMs > 0) await sleep(drainMs);
      const closed = new Promise<unknown>((resolve) => server.close(resolve));
      // An answer that had begun before said that its connection stays.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(idle);
    },
  };
}
