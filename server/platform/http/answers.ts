import type { Context, MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { traced } from "#lib/trace/trace.ts";
import type { ImportKey } from "#server/platform/auth/import-keys.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { databaseFailure } from "#server/platform/db/errors.ts";
import { asRequest } from "#server/platform/db/request.ts";
import { HttpError, ProviderError, sentence } from "#server/platform/errors.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { stopwatch } from "#server/platform/machine.ts";

/** `row`: the endpoint's name for the log. */
export type Env = {
  Variables: { requestId: string; row: string; user: SignedIn | null; importKey?: ImportKey };
};

export function everyRequest(log: Log): [MiddlewareHandler<Env>, MiddlewareHandler<Env>] {
  return [requestId({ limitLength: 64 }), answerAndLog];

  async function answerAndLog(c: Context<Env>, next: () => Promise<void>): Promise<void> {
    const started = stopwatch();
    c.set("row", "none");
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
    await asRequest(c.var.requestId, () => tracedRequest(c, next));
    const ms = Math.round((stopwatch() - started) * 10) / 10;
    const { requestId: id, row } = c.var;
    log("request", { id, method: c.req.method, row, status: c.res.status, ms });
  }
}

/** The part that people read out; log lines have the full id. */
const REFERENCE = 8;

function tracedRequest(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  const { method } = c.req;
  const of = { id: c.var.requestId, traceparent: c.req.header("traceparent") };
  const attributes = { "http.request.method": method };
  return traced({ name: method, kind: "server", attributes, of }, async (span) => {
    await next();
    span.rename(c.var.row);
    span.set({ "http.response.status_code": c.res.status });
    if (c.res.status >= 500) span.fail();
  });
}

type Refusal = {
  status: ContentfulStatusCode;
  message: string;
  conflict?: object | undefined;
  reference?: string | undefined;
};

/** Logs unexpected errors, without personal data. */
export function errorResponse(error: unknown, c: Context<Env>, log: Log): Refusal {
  const known = asHttpError(error);
  const id = c.var.requestId;
  if (!known) log("error", { id, ...traceOf(error) });
  else if (known.status > 501) {
    const cause = error instanceof Error && error.cause ? traceOf(error.cause) : {};
    log("unavailable", { id, why: known.message, ...cause });
  }
  if (known?.retryAfter) c.header("retry-after", String(known.retryAfter));
  return {
    status: (known?.status ?? 500) as ContentfulStatusCode,
    message: known?.message ?? "An unexpected error occurred",
    conflict: known?.conflict,
    reference: known ? undefined : id.slice(0, REFERENCE),
  };
}

function asHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (error instanceof z.core.$ZodError) return new HttpError(400, sentence(error));
  if (error instanceof ProviderError) return new HttpError(error.kind === "later" ? 503 : 502, error.message);
  const failure = databaseFailure(error);
  return failure && new HttpError(failure.status, failure.message);
}
