/** Writes one JSON line per event. Never hand it a body, a token or a mail. */
export type Log = (event: string, fields?: Record<string, unknown>) => void;

export const log: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
};
