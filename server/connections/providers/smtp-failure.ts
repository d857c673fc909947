import { ProviderError } from "#server/platform/errors.ts";

type Failure = { code?: string; command?: string; response?: string; responseCode?: number };

// RFC 4954: sign-in or a stronger method required, wrong password, TLS required.
const SIGN_IN = [530, 534, 535, 538];
const MAX_SHOWN = 200;
const MAX_READ = 1000;
// "User unknown in relay recipient table" is about the recipient.
const TABLE = / in (?:local|relay|virtual)(?: \w+){1,3} table/gi;
const OF_ACCOUNT =
  /\brelay|\bauth(?:\b|entic)|\bsign in\b|exceed|too (?:many|much)|\brate\b|throttl|\blimit|\bquota\b|per (?:minute|hour|day)\b/i;
const OF_CONTENT =
  /\bspam|\bpolicy|\bblock|\bblacklist|\breputation|\bsender\b|\bdenied\b|\bbanned\b|\bvirus/i;
const OF_RECIPIENT =
  /\bno such (?:user|mailbox|recipient|person|account|address)\b|\bunknown (?:user|recipient|mailbox|account|address)\b|\b(?:user|recipient|mailbox|account|address)(?: [^\s]{1,254})?:? (?:is |has been )?(?:unknown|not found|does(?:n't| not) exist|not exist|invalid|disabled|deactivated|inactive|closed|no longer)|\binvalid (?:recipient|mailbox|user)\b|\bno mailbox\b/i;

/**
 * `isHandedOver`: the server had started to accept the content, so without its answer the outcome is unknown.
 */
export function smtpFailure(error: unknown, isHandedOver: boolean): ProviderError {
  const { code, command = "", response, responseCode = 0 } = error as Failure;
  const createError = (kind: ProviderError["kind"], sentence: string) =>
    new ProviderError(kind, response ? `${sentence}: ${excerpt(response)}` : sentence, { cause: error });

  if (responseCode >= 400 && responseCode < 500)
    return createError("later", "The mail server asked us to try again later");
  if (code === "EAUTH" || SIGN_IN.includes(responseCode)) {
    return createError("credentials", "The mail server rejected our sign-in");
  }
  if (["MAIL FROM", "RCPT TO", "DATA"].includes(command) && responseCode >= 500) {
    const words = (response ?? "").slice(0, MAX_READ);
    if (isOfAccount(command, words))
      return createError("refused", "The mail server currently refuses email from this account");
    if (command === "RCPT TO" && isNoMailbox(words))
      return createError("bounced", "There is no such mailbox");
    return createError("never", "The mail server refused this email");
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") return createError("never", "This email can't be sent");
  if (isHandedOver)
    return createError("unknown", "The connection ended before the mail server confirmed this email");
  return createError("later", "The mail server can't be reached");
}

function isOfAccount(command: string, response: string): boolean {
  const enhanced = enhancedOf(response);
  if (response.startsWith("552") || /^5\.(2\.[1-4]|3\.4)$/.test(enhanced ?? "")) return false;
  return command === "MAIL FROM" || OF_ACCOUNT.test(response.replace(TABLE, ""));
}

/**
 * By enhanced status code (RFC 3463) or wording. A plain 550 can also mean a blocked account, spam or a
 * quota.
 */
function isNoMailbox(response: string): boolean {
  const words = response.replace(TABLE, "");
  if (OF_ACCOUNT.test(words) || OF_CONTENT.test(words)) return false;
  const enhanced = enhancedOf(response);
  if (enhanced && /^5\.(1\.([136]|10)|2\.1)$/.test(enhanced)) return true;
  return !enhanced?.startsWith("5.7.") && OF_RECIPIENT.test(words);
}

function enhancedOf(response: string): string | undefined {
  return /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}

function excerpt(response: string): string {
  return response
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, MAX_SHOWN)
    .trim();
}
