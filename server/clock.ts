/** The host's own time: what is due is asked of this clock, so that tests can set it. */
export type Clock = () => Date;

/**
 * The machine's clock, or, for tests, one that began at `start` when the process did.
 * Throws on a start that is no instant.
 */
export function clockFrom(start?: string): Clock {
  if (!start) return () => new Date();
  const ahead = Date.parse(start) - Date.now();
  if (Number.isNaN(ahead)) throw new Error(`CLOCK is no instant: ${start}`);
  return () => new Date(Date.now() + ahead);
}
