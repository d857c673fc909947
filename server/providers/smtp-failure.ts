import { ProviderError } from "./provider.ts";

type Failure = { code?: string; command?: string; response?: string; responseCode?: number };

// Sign in first, a stronger way to sign in, wrong password, TLS first (RFC 4954).
const SIGN_IN = [530, 534, 535, 538];
const LONGEST = 200;

/**
 * What an error of nodemailer's connection means. `isHandedOver`: the server had agreed to take the content, so without
 * an answer of its own nobody can tell whether it did.
 */
export function smtpFailure(error: unknown, isHandedOver: boolean): ProviderError {
  const { code, command = "", response, responseCode = 0 } = error as Failure;
  const say = (kind: ProviderError["kind"], sentence: string) =>
    new ProviderError(kind, response ? `${sentence}: ${shown(response)}` : sentence, { cause: error });

  if (responseCode >= 400 && responseCode < 500) return say("later", "The mail server asks for patience");
  if (code === "EAUTH" || SIGN_IN.includes(responseCode)) {
    return say("credentials", "The mail server does not let us in");
  }
  if (["MAIL FROM", "RCPT TO", "DATA"].includes(command) && responseCode >= 500) {
    if (command === "RCPT TO" && isNoMailbox(response ?? ""))
      return say("bounced", "There is no such mailbox");
    return say("never", "The mail server refused this mail");
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") return say("never", "This mail cannot be sent");
  if (isHandedOver) return say("unknown", "The connection ended before the mail server confirmed this mail");
  return say("later", "The mail server cannot be reached");
}

/** By the enhanced status code (RFC 3463) where there is one: a 550 may also be about us, or about spam. */
function isNoMailbox(response: string): boolean {
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced ? /^5\.(1\.([1-6]|10)|2\.1)$/.test(enhanced) : /^(550|551|553)/.test(response);
}

function shown(response: string): string {
  return response
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, LONGEST)
    .trim();
}
