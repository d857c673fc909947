import { bare } from "./columns.ts";

const YES = /^(yes|y|true|1|x|✓|✔|ja|j|tak|oui|o|sí|sì|si|s|on|wahr|vrai|vero|verdadero|evet)$/;
const NO = /^(no|n|false|0|nein|nie|nee|non|off|falsch|faux|falso|keine?|hayır)$/;
const NOTHING =
  /^(|active|opened|clicked|delivered|sent|soft bounced?|valid|verified|unknown|not set|none|null|pending|-|—)$/;
const GIVEN =
  /^(given|granted|subscribed|accepted|confirmed|allow(ed)?|opt(ed)? ?in|(single|double) opt ?in|abonniert|angemeldet|abonnée?|inscrite?|suscrit[oa]|iscritt[oa])$/;
const WITHDRAWN =
  /^(withdrawn|denied|declined|never( subscribed)?|(un|not |non ?)subscribed|opt(ed)? ?out|do not allow|cleaned|(hard )?bounced?|spam( complaint)?|complained|blocked|blacklisted|suppressed|abgemeldet|abbestellt|désabonnée?|désinscrite?|baja|disiscritt[oa])$/;

function plain(text: string): string {
  return text
    .slice(0, 40)
    .trim()
    .toLowerCase()
    .replace(/(?<=\p{L})[_-]+(?=\p{L})/gu, " ");
}

/** "ja" → true, "0" → false; null if empty, undefined if neither. */
export function readYesNo(text: string): boolean | null | undefined {
  const said = plain(text);
  if (YES.test(said)) return true;
  if (NO.test(said)) return false;
  return NOTHING.test(said) ? null : undefined;
}

type Consent = "given" | "withdrawn" | null | undefined;

/** Null if the cell says nothing, undefined if its meaning is unknown. */
export function readConsent(text: string): Consent {
  const said = plain(text);
  if (GIVEN.test(said)) return "given";
  if (WITHDRAWN.test(said)) return "withdrawn";
  const answer = readYesNo(text);
  return typeof answer === "boolean" ? (answer ? "given" : "withdrawn") : answer;
}

const REFUSING = [
  /^(is|has)?(donot|dont)|^no(e?mails?|sms|texts?|marketing|newsletter|contact|promo)|opt(ed)?out|unsub|blacklist|blocklist|blocked|suppress/,
  /^cleantime|bounced|keine?(werbung|e?mails?|newsletter|mailing|kontakt)|nicht(kontakt|anschreib)|abgemeldet|abbestell|abmeld/,
  /widerspr|(werbe|werbungs|mail|kontakt)sperre|werbunggesperrt|nepas|pasde|desinscri|desabonn|opposition|nocontact|noenviar/,
  /nodesea|^(dadode|fechade)?baja|disiscri|cancellat|noncontatt|noninvi|^nospam|exclude.*(mail|marketing|newsletter)/,
];

/** Whether a yes means no emails: "Unsubscribed from all email", "do_not_email". */
export function isRefusal(header: string): boolean {
  const name = bare(header);
  // "Opt-in / opt-out" has one of both as its value.
  return !/optin/.test(name) && REFUSING.some((pattern) => pattern.test(name));
}

/** In a refusal column, "no" isn't consent and says nothing. */
export function readRefusal(text: string): Consent {
  const said = plain(text);
  if (WITHDRAWN.test(said)) return "withdrawn";
  if (GIVEN.test(said)) return null;
  const answer = readYesNo(text);
  if (answer !== undefined) return answer ? "withdrawn" : null;
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\b(19|20)\d\d\b/.test(said) ? "withdrawn" : undefined;
}

const OTHER_WAY = /sms|text|call|phone|whatsapp|fax|telefon|anruf|appel|llama|tracking/;
const ABOUT = /profile|reason|mode|campaign|link|url|token|source|count|rate|notes?$|by$|ip$/;

/** "No Email", but not "No Phone", and not "No Mail" if both exist, because that is postal. */
export function refusalsIn(headers: string[]): number[] {
  const found = headers.flatMap((header, at) => {
    const name = bare(header);
    return isRefusal(header) && !OTHER_WAY.test(name) && !ABOUT.test(name) ? [{ name, at }] : [];
  });
  const isOfEmail = ({ name }: { name: string }) =>
    /email|newsletter|marketing|werbung|unsub|optout/.test(name);
  const isPostal = ({ name }: { name: string }) => /(?<!e)mails?$/.test(name);
  return found.filter((one) => !isPostal(one) || !found.some(isOfEmail)).map(({ at }) => at);
}

const TEXTS = /sms|texting|textmess|texts?(opt|consent|permi|allow|status|marketing|$)|textnachricht/;
const NOT_CONSENT =
  /date|datum|time|phone|number|nummer|count|(?<!con)sent|last|gateway|carrier|address|context|notes?$|reason|source|deliver|remind|url|id$|at$/;

/** "No texts", "SMS Opt In", "Accepts SMS Marketing" */
export function isAboutTexts(header: string): boolean {
  const name = bare(header);
  const isAnswer =
    isRefusal(header) || AGREED.test(name) || /status|subscri|marketing|^(ok(ay)?to|can)text/.test(name);
  return TEXTS.test(name) && isAnswer && !NOT_CONSENT.test(name);
}

export function refusesTexts(header: string, text: string): boolean | undefined {
  if (isRefusal(header)) {
    const said = readRefusal(text);
    return said === undefined ? undefined : said === "withdrawn";
  }
  const said = readConsent(text);
  const wasNeverAsked =
    /^\s*(never|(not|non)[ _-]?subscribed)/i.test(text) ||
    (/marketing/.test(bare(header)) && readYesNo(text) === false);
  return said === undefined ? undefined : said === "withdrawn" && !wasNeverAsked;
}

const BY_EMAIL =
  /mail|marketing|newsletter|werb|publicidad|publicite|pubblicita|promo|reklam|contact(permi|allow|consent)|kontakt(erlaub|einwillig)/;
const AGREED =
  /consen[ts]|permission|permit|allow|accept|agree|optin|subscribed(?!.*((?<!i)on|lists)$)|erlaub|einwillig|zustimm|einverst|gestatt|autoris|autoriz|permis|acept|accett|accord|zgod/;
const BESIDES_CONSENT = /date|datum|fecha|time|updated|level|type|legal|basis|terms|polic|privacy|ids?$|at$/;

/** A yes means emails are wanted: "Marketing permission", "E-Mail erlaubt". */
export function consentsIn(headers: string[]): number[] {
  return headers.flatMap((header, at) => {
    const name = bare(header);
    const isOther = [OTHER_WAY, ABOUT, BESIDES_CONSENT].some((pattern) => pattern.test(name));
    return BY_EMAIL.test(name) && AGREED.test(name) && !isOther && !isRefusal(header) ? [at] : [];
  });
}
