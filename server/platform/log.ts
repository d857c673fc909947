import { machineDate } from "./machine.ts";
/** Writes one JSON line per event. Never pass a body, a token or an email. */
export type Log = (event: string, fields?: Record<string, unknown>) => void;

const counting: Log[] = [];

export function countBy(count: Log): void {
  counting.push(count);
}

export const log: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: machineDate().toISOString(), event, ...fields })}\n`);
  for (const count of counting) count(event, fields);
};

/** A database error's message can quote values, so only its code is logged. */
export function traceOf(error: unknown): { message: string; at?: string[] | undefined } {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const first = error.cause instanceof Error ? error.cause : error;
  const code = "code" in first ? ` ${first.code}` : "";
  const message = code || first !== error ? first.name + code : error.message;
  return { message, at: error.stack?.match(/^ +at .*$/gm)?.slice(0, 8) };
}
