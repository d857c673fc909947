import { databaseFailure } from "#server/db/errors.ts";

/** What stopped the host or a command, in a sentence or two for whoever started it. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return `Port ${error.port} is taken. Set API_PORT to a free one.`;
  }
  if (databaseFailure(error)?.status === 503) return `The database cannot be opened: ${error.message}.`;
  return error.message;
}
