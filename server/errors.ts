import type * as z from "zod/mini";

/**
 * What a handler throws to answer `{status, message}`. `retryAfter` is in seconds; `conflict` is what the row says
 * beside that in a 409.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter?: number;
  readonly conflict?: object;

  constructor(status: number, message: string, retryAfter?: number, conflict?: object) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.conflict = conflict;
  }
}

/** A record of another organization answers just as one that does not exist. */
export function notFound(): HttpError {
  return new HttpError(404, "This record does not exist");
}

/** "firstName: First name is required" */
export function sentence(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "Invalid input";
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}
