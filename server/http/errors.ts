import * as z from "zod/mini";
import { databaseFailure } from "#server/db/errors.ts";
import { HttpError, sentence } from "#server/errors.ts";
import { ProviderError } from "#server/providers/provider.ts";

export const UNEXPECTED = "An unexpected error occurred";

/** The answer to whatever was thrown; null where nobody foresaw it. */
export function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof z.core.$ZodError) return new HttpError(400, sentence(error));
  if (error instanceof ProviderError) return new HttpError(error.kind === "later" ? 503 : 502, error.message);
  const failure = databaseFailure(error);
  return failure && new HttpError(failure.status, failure.message);
}
