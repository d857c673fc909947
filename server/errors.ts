import * as z from "zod/mini";
import { databaseFailure } from "./db/errors.ts";
import { ProviderError } from "./providers/provider.ts";

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

export const UNEXPECTED = "An unexpected error occurred";

/** The answer to whatever was thrown; null where nobody foresaw it. */
export function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof z.core.$ZodError) return new HttpError(400, sentence(error));
  if (error instanceof ProviderError) return new HttpError(error.kind === "later" ? 503 : 502, error.message);
  const failure = databaseFailure(error);
  return failure && new HttpError(failure.status, failure.message);
}

/** "firstName: First name is required" */
export function sentence(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "Invalid input";
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}

/** Where an unforeseen error came from. A driver's message quotes the statement's values: its code must do. */
export function traceOf(error: unknown): { message: string; at?: string[] | undefined } {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const { cause } = error;
  const message =
    cause instanceof Error ? `${cause.name} ${"code" in cause ? cause.code : ""}` : error.message;
  return { message, at: error.stack?.match(/^ +at .*$/gm)?.slice(0, 8) };
}
