import { ProviderError } from "./provider.ts";

type Failure = { code?: string; command?: string; response?: string; responseCode?: number };

// Sign in first, a stronger way to sign in, wrong password, TLS first (RFC 4954).
const SIGN_IN = [530, 534, 535, 538];
const LONGEST = 200;
const LONGEST_READ = 1000;
// "User unknown in relay recipient table" is of the recipient.
const TABLE = / in (?:local|relay|virtual)(?: \w+){1,3} table/gi;
const OF_ACCOUNT =
  /\brelay|\bauth(?:\b|entic)|\bsign in\b|exceed|too (?:many|much)|\brate\b|throttl|\blimit|\bquota\b|per (?:minute|hour|day)\b/i;
const OF_CONTENT =
  /\bspam|\bpolicy|\bblock|\bblacklist|\breputation|\bsender\b|\bdenied\b|\bbanned\b|\bvirus/i;
const OF_RECIPIENT =
  /\bno such (?:user|mailbox|recipient|person|account|address)\b|\bunknown (?:user|recipient|mailbox|account|address)\b|\b(?:user|recipient|mailbox|account|address)(?: [^\s]{1,254})?:? (?:is |has been )?(?:unknown|not found|does(?:n't| not) exist|not exist|invalid|disabled|deactivated|inactive|closed|no longer)|\binvalid (?:recipient|mailbox|user)\b|\bno mailbox\b/i;

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
    const words = (response ?? "").slice(0, LONGEST_READ);
    if (isOfAccount(command, words))
      return say("refused", "The mail server takes no mail of this account now");
    if (command === "RCPT TO" && isNoMailbox(words)) return say("bounced", "There is no such mailbox");
    return say("never", "The mail server refused this mail");
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") return say("never", "This mail cannot be sent");
  if (isHandedOver) return say("unknown", "The connection ended before the mail server confirmed this mail");
  return say("later", "The mail server cannot be reached");
}

/** About us, not about this mail: whoever it is for. A mail's size, or a mailbox that is full, is another matter. */
function isOfAccount(command: string, response: string): boolean {
  const enhanced = enhancedOf(response);
  if (response.startsWith("552") || /^5\.(2\.[1-4]|3\.4)$/.test(enhanced ?? "")) return false;
  return command === "MAIL FROM" || OF_ACCOUNT.test(response.replace(TABLE, ""));
}

/**
 * That this recipient does not exist, by the enhanced status code (RFC 3463) or by words that say so. A 550 by itself
 * may be about us, about spam, or about how much was sent.
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

function shown(response: string): string {
  return response
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, LONGEST)
    .trim();
}
