import { guardedFetch } from "#server/connections/providers/guarded-fetch.ts";
import { HttpError } from "#server/platform/errors.ts";
import { log } from "#server/platform/log.ts";
import type { Captcha } from "#server/platform/settings.ts";

// Part of the web app's eight seconds.
const VERIFY_MS = 2_000;
// Errors of the operator's configuration; all others are the visitor's.
const OURS = /secret|sitekey|bad-request|internal/;

/**
 * Uses "siteverify" of Turnstile, hCaptcha and reCAPTCHA. Fails closed, because an attacker could otherwise
 * make the service fail.
 */
export async function checkCaptcha(captcha: Captcha | null | undefined, token: string | null): Promise<void> {
  if (!captcha) return;
  if (!token) throw refused();
  const answer = await verdictOf(captcha, token);
  if (answer.success === true) return;
  const codes = [answer["error-codes"] ?? []].flat().join();
  if (answer.success === false && !OURS.test(codes)) throw refused();
  log("captcha fails", { codes: codes.slice(0, 200) });
  throw away();
}

async function verdictOf({ url, secret }: Captcha, response: string) {
  const ask = guardedFetch({ allowPrivateHosts: true, unipile: null }, VERIFY_MS);
  try {
    const answer = await ask(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret, response }).toString(),
    });
    const verdict: unknown = await answer.json();
    return Object(verdict) as { success?: unknown; "error-codes"?: unknown };
  } catch (error) {
    log("captcha fails", { error: String(error).slice(0, 200) });
    throw away();
  }
}

function refused(): HttpError {
  return new HttpError(422, "Please confirm that you’re not a robot, then book again.");
}

function away(): HttpError {
  const message = "We couldn’t check that you’re not a robot. Try again in a minute, or contact the store.";
  return new HttpError(503, message);
}
