import type * as z from "zod/mini";

/** Becomes the response `{status, message}`. `retryAfter` is in seconds. `conflict` adds fields to a 409. */
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

/** Also for records of another organization, which must look the same. */
export function notFound(): HttpError {
  return new HttpError(404, "This record does not exist");
}

/** "firstName: First name is required" */
export function sentence(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "Invalid input";
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message;
}

/**
 * Why an account failed:
 * - `later`: temporary. Nothing was accepted, so retrying is safe
 * - `never`: this email or event is permanently refused
 * - `bounced`: the recipient's address doesn't exist
 * - `refused`: temporary, caused by the account (quota), for any recipient
 * - `credentials`: a person must reconnect the account
 * - `unknown`: the outcome can't be determined
 */
export class ProviderError extends Error {
  readonly kind: "later" | "never" | "bounced" | "refused" | "credentials" | "unknown";

  constructor(kind: ProviderError["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
