import { type TextKey, textKeys } from "#lib/contract/contact-field-sets.ts";
import { type Address, addressForm, addressKey, contactForm, MAX_ADDRESSES } from "#lib/contract/contacts.ts";
import type { ImportKind } from "#lib/contract/import-terms.ts";
import { isRefusal, readConsent, readRefusal, refusesTexts } from "#lib/import/answers.ts";
import { cleanName, isPerhapsCompany, isTitle, splitName } from "#lib/import/cells.ts";
import { bare, WHOLE } from "#lib/import/columns.ts";
import { readPhone } from "#lib/phone.ts";
import { OPT_STATUS, PREFERENCE } from "./column-words.ts";
import { lastNameFirst } from "./name-order.ts";
import { cut, type Filled, partsOf, type RowReader, ruleOf, type Values } from "./row-values.ts";
import { badName, goodEmail, goodName } from "./suggestions.ts";
import { readTags } from "./tags.ts";

const MAX_NAME_LENGTH = 100;
const MAX_TYPED_LENGTH = 1_500;
const COMPANY =
  /(company|organi[sz]ation|business|firma|unternehmen|entreprise|societe|empresa|azienda)(name)?$/;

const WALK_IN = /^(walk[- ]?in|guest|laufkunde|laufkundschaft|cliente? de passage)( customer)?$/i;

const LAST_FIRST =
  /^((last|sur|family|nach|familien)name.*(first|given|vor)name|(last|surname)first|namevorname|nameundvorname|nom(et)?prenom|apellidos(y)?nombre|cognomee?nome|nazwiskoi?imie)/;

/** Counter sales of point-of-sale programs: "ZZ CASH SALE". */
const PERHAPS_WALK_IN =
  /^(z{2,}\W.*|(z{2,})?(walk[- ]?ins?|guests?|cash|barverkauf|barkunde|kassenkunde|laufkund(e|schaft)|cliente? (de passage|comptoir|contado|mostrador|occasionale)|vente (au )?comptoir|venta (de )?mostrador)|((walk[- ]?in|cash|counter|over the counter|guest|misc(ellaneous)?|general|retail|anonymous|unknown|default|store|shop|in[- ]?store|house)\W{1,3})+(customer|client|sale|buyer|shopper|purchase|account)s?)$/i;

const ASKED: ImportKind[] = ["contacts", "sales", "repairs"];

export function readNames(row: RowReader): Pick<Values, "firstName" | "lastName"> {
  const names = writtenNames(row);
  const { kind } = row.reading;
  const isMended = (["name", "firstName", "lastName"] as const).some(row.isMended);
  const name = `${names.firstName} ${names.lastName}`.trim();
  if (isMended || !ASKED.includes(kind) || !PERHAPS_WALK_IN.test(name)) return names;
  if (row.line("email") || row.line("phoneNumber")) return names;
  const isSettled =
    kind === "sales" && ruleOf(row.reading, { field: "firstName", kind: "walkIn" }) === "name";
  if (isSettled) return { firstName: "", lastName: "" };
  row.doubt("firstName", "walkIn", "A walk-in customer?");
  return names;
}

function writtenNames({
  has,
  header,
  line,
  isMended,
  reading,
  filled,
}: RowReader): ReturnType<typeof readNames> {
  const isWhole = isWholeName({ has, line, filled });
  if (isWhole && reading.kind === "sales" && WALK_IN.test(line("name")))
    return { firstName: "", lastName: "" };
  const whole = isWhole ? cut(line("name"), 300) : bothNames(filled);
  if (isMended("firstName") && !isMended("lastName") && line("firstName") === cleanName(whole))
    return { firstName: line("firstName"), lastName: "" };
  const isLastFirst = LAST_FIRST.test(bare(header("name"))) && /^[^\s,]+ [^\s,]+$/.test(whole);
  const split = isWhole
    ? splitName(isLastFirst ? whole.replace(" ", ", ") : whole)
    : { firstName: "", lastName: "" };
  const name = (field: "firstName" | "lastName") =>
    isMended(field) || !isWhole ? cleanName(line(field)) : split[field];
  const [firstName, lastName] = [name("firstName"), name("lastName")];
  return isTitle(firstName) && lastName
    ? { firstName: `${firstName} ${lastName}`, lastName: "" }
    : { firstName, lastName };
}

function isWholeName({ has, line, filled }: Pick<RowReader, "has" | "line" | "filled">): boolean {
  const [isFirst, isLast] = [filled("firstName").length > 0, filled("lastName").length > 0];
  const isApart = has("lastName") ? has("firstName") && (isFirst || isLast) : isFirst && !line("name");
  return has("name") && !isApart;
}

function bothNames(filled: RowReader["filled"]): string {
  const cells = [...filled("firstName"), ...filled("lastName")].map(({ cell }) => cell);
  return cleanName(cut(cells.join(" "), 300));
}

const NO_EMAIL = /^(none|no[._-]?e?mail|n\.a|null|unknown|refused|declined|x{2,})@/i;

export function checkPerson(row: RowReader, values: Values): void {
  const { shape } = contactForm;
  if (!values.firstName && values.lastName) {
    [values.firstName, values.lastName] = [values.lastName, ""];
  }
  const isMended = row.isMended("firstName") || row.isMended("lastName");
  const isWhole = isWholeName(row) && !isMended;
  const whole = cut(row.line("name"), MAX_NAME_LENGTH);
  const isApart = !isWholeName(row) && !isMended;
  const company =
    isApart && values.lastName && values.firstName.includes(" ")
      ? bothNames(row.filled)
      : isWhole
        ? whole
        : "";
  if (isPerhapsCompany(company))
    row.doubt("firstName", "company", "A company, or a person?", cleanName(company));
  if (
    isWhole &&
    LAST_FIRST.test(bare(row.header("name"))) &&
    whole.split(" ").length > 2 &&
    !whole.includes(",") &&
    values.lastName
  )
    row.doubt("firstName", "unreadable", "Where does the first name begin?");
  if (isWhole) checkOrder(row, whole);
  if (!values.firstName) row.doubt("firstName", "missing", "No name", otherName(row, values.email));
  for (const field of ["firstName", "lastName"] as const) {
    const wrong = values[field] ? shape[field].safeParse(values[field]).error : undefined;
    if (wrong) row.doubt(field, "unreadable", badName(values[field]), goodName(values[field]));
  }
  if (values.email && shape.email.safeParse(values.email).error) {
    row.doubt("email", "unreadable", "No email address", goodEmail(values.email));
  } else if (NO_EMAIL.test(values.email) && !row.isMended("email")) {
    row.doubt("email", "unreadable", "Perhaps not a real address");
  }
}

function checkOrder(row: RowReader, whole: string): void {
  const { header, lastFirst, reading, isMended, doubt } = row;
  if (LAST_FIRST.test(bare(header("name")))) return;
  if (!lastFirst.includes(reading.columns.indexOf("name")) || isMended("name") || isPerhapsCompany(whole))
    return;
  const meant = lastNameFirst(whole);
  if (meant === "" || !splitName(whole).lastName) return;
  const isKnown = meant === undefined && ruleOf(reading, { field: "name", kind: "order" }) === "suggestion";
  if (isKnown) doubt("firstName", "unreadable", "Where does the first name begin?");
  else doubt("name", "order", "Which is the last name?", meant);
}

function otherName({ headers, cells }: RowReader, email: string): string | undefined {
  const isName = (name: string) => COMPANY.test(name) || WHOLE.includes(name);
  const at = headers.findIndex((header, i) => isName(bare(header)) && cells[i]?.trim());
  if (at >= 0) return goodName(cleanName(cut(cells[at] ?? "", MAX_NAME_LENGTH)));
  const words = cut(email.split("@")[0] ?? "", MAX_NAME_LENGTH).replace(/[._+-]+/g, " ");
  return goodName(words.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()));
}

const SCIENTIFIC = /^\d(?:[.,](\d+))?E\+?(\d{1,2})$/i;

function wholeNumber(text: string): string {
  const [, decimals = "", exponent] = SCIENTIFIC.exec(text) ?? [];
  return exponent && decimals.length === Number(exponent) ? `${text[0]}${decimals}` : text;
}

export function readNumber(row: RowReader): Pick<Values, "phoneNumber"> {
  return { phoneNumber: readPhoneNumber(row) };
}

function readPhoneNumber({ line, has, shown, reading, doubt }: RowReader): string {
  const written = wholeNumber(line("phoneNumber").replace(NAMED, ""));
  if (has("phoneNumber")) shown.phoneNumber = "";
  if (!written) return "";
  shown.phoneNumber = written;
  if (SCIENTIFIC.test(written)) {
    doubt("phoneNumber", "unreadable", "Excel cut off its digits");
    return cut(written, 40);
  }
  const isForeign = /^(\+|00)/.test(written);
  const number = wholePhone(written, reading);
  if (number) return number;
  if (reading.kind !== "contacts") return cut(written, 40);
  const digits = written.replace(/\D/g, "").length;
  if (!isForeign && !reading.countryCode && digits >= 6) {
    doubt("phoneNumber", "country", `No country, ${digits} digits`);
  } else doubt("phoneNumber", "unreadable", digits ? `No such number, ${digits} digits` : "No phone number");
  return cut(written, 40);
}

function wholePhone(written: string, { countryCode }: RowReader["reading"]): string {
  const number = readPhone(written, countryCode ?? "");
  return number.startsWith("+") && contactForm.shape.phoneNumber.safeParse(number).success ? number : "";
}

const KINDS = [
  ["MOBILE", /mobil|cell|handy|portable|movil|iphone/],
  ["WORK", /work|business|office|company|buro|geschaft|dienst|arbeit|firma|bureau|travail|trabajo|oficina/],
  ["HOME", /home|privat|domicile|casa/],
] as const;

const NAMED = /^\p{L}{2,20}\s*:\s*/u;

function kindOf({ headers, cells }: RowReader, { at, header, cell }: Filled): Address["kind"] {
  const start = header.replace(/value$/i, "");
  const label = headers.findIndex((name, i) => i !== at && name.replace(/(label|type)$/i, "") === start);
  const words = bare(`${NAMED.exec(cell)?.[0] ?? header} ${cells[label] ?? ""}`);
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? "OTHER";
}

export function readAddresses(row: RowReader, first: Pick<Values, TextKey>) {
  const { reading, filled, has, isMended, text, shown, doubt } = row;
  const others = textKeys.flatMap((field) => filled(field).slice(1));
  if (reading.kind !== "contacts" && reading.kind !== "repairs") return { addresses: [], rest: others };
  const known = new Set(textKeys.map((field) => addressKey(first[field])));
  const addresses: Values["addresses"] = [];
  const take = (written: string, kind: Address["kind"]) => {
    const cell = written.replace(NAMED, "");
    const address = cell.includes("@") ? cell : wholePhone(wholeNumber(cell), reading);
    const isGood = addressForm.shape.address.safeParse(address).success;
    if (isGood && known.has(addressKey(address))) return true;
    if (!isGood || addresses.length === MAX_ADDRESSES) return false;
    known.add(addressKey(address));
    return Boolean(addresses.push({ kind, address }));
  };
  const all = [...others, ...filled("addresses")];
  const meant = isMended("addresses")
    ? partsOf(text("addresses")).map(
        (cell) =>
          all.find(
            (one) => addressKey(one.cell.replace(NAMED, "")) === addressKey(cell.replace(NAMED, "")),
          ) ?? {
            at: -1,
            header: "",
            cell,
            isAsked: false,
          },
      )
    : all;
  const rest = meant.filter((one) => !take(one.cell, kindOf(row, one)));
  if (has("addresses") || isMended("addresses") || addresses.length > 0)
    shown.addresses = addresses.map(({ address }) => address).join(", ");
  if (isMended("addresses") && rest.length > 0) {
    shown.addresses = cut(text("addresses"), MAX_TYPED_LENGTH);
    doubt("addresses", "unreadable", `No email or phone number: ${cut(rest[0]?.cell ?? "", 60)}`);
  }
  for (const field of textKeys) {
    const [main] = filled(field);
    const asked = isMended(field) ? [] : filled(field).filter(({ isAsked }) => isAsked);
    if (main?.isAsked && asked.length > 1)
      doubt(field, "values", asked.map(({ cell }) => cut(cell, 60)).join(" and "));
  }
  return { addresses, rest };
}

export function readConsents(row: RowReader): Values["consent"] {
  const { text, filled, has, isMended, shown, doubt } = row;
  const answers = isMended("consent")
    ? [{ cell: text("consent"), said: readConsent(text("consent")) }]
    : filled("consent").map(({ header, cell }) => ({
        cell,
        said: isRefusal(header) ? readRefusal(cell) : readConsent(cell),
      }));
  const said = (["withdrawn", "given"] as const).find((one) => answers.some((answer) => answer.said === one));
  const unclear = said === "withdrawn" ? undefined : answers.find((answer) => answer.said === undefined);
  if (has("consent"))
    shown.consent = unclear ? cut(unclear.cell, 60) : said ? (said === "given" ? "Yes" : "No") : "";
  if (unclear) doubt("consent", "unreadable", "Neither yes nor no");
  else if (said !== "withdrawn") checkOptOut(row, "consent");
  return (!unclear && said) || null;
}

export function readTexts(row: RowReader): Values["texts"] {
  const { text, filled, has, isMended, shown, doubt } = row;
  const said = [
    ...filled("texts"),
    ...filled("consent").filter(
      ({ header, cell }) =>
        /contact|kontakt|contatt/.test(bare(header)) && isRefusal(header) && refusesTexts(header, cell),
    ),
  ];
  const answers = (isMended("texts") ? [{ header: "SMS", cell: text("texts") }] : said).map(
    ({ header, cell }) => ({ cell, isRefused: refusesTexts(header, cell) }),
  );
  const isRefused = answers.some((answer) => answer.isRefused);
  const unclear = answers.find((answer) => answer.isRefused === undefined);
  if (has("texts") || isRefused) shown.texts = unclear ? cut(unclear.cell, 60) : isRefused ? "No" : "";
  if (unclear) doubt("texts", "unreadable", "Neither yes nor no");
  else if (!isRefused) checkOptOut(row, "texts");
  return isRefused ? "refused" : null;
}

const NO_ANSWER = /\bno preferences?\b|\bnot (set|specified|provided|given|known)\b/gi;
const NOT = /\b(no|not|never|stop|don['’]?t)\b/i;
const ONLY = /\bonly\b/i;
const CHANNELS = { consent: /\be[- ]?mail|newsletter/i, texts: /sms|text|messag/i };
const ANY_CHANNEL = /mail|newsletter|sms|text|messag|phone|call|post/i;
/** “Mail” can mean emails or letters. */
const MAIL = /^(?!.*\be[- ]?mail).*mail/i;

function isLimited(preference: string, field: "consent" | "texts"): boolean {
  const said = preference.replace(NO_ANSWER, "");
  const parts = ONLY.test(said) && NOT.test(said) ? said.split(/[,;.(–—]| - /) : [said];
  return parts.some((part) => {
    const isNamed = CHANNELS[field].test(part);
    if (!NOT.test(part)) return ONLY.test(part) && !isNamed;
    return isNamed || (field === "consent" && MAIL.test(part)) || !ANY_CHANNEL.test(part);
  });
}

/** "Opt-in status: opted out" and "Preference: Email only" can mean emails, texts, or both. */
function checkOptOut(row: RowReader, field: "consent" | "texts"): void {
  const { headers, cells, reading, isMended, shown, doubt } = row;
  if (reading.kind !== "contacts" || isMended(field)) return;
  const said = headers.map((header, at) => {
    const name = bare(header);
    const isFree = ["note", null].includes(reading.columns[at] ?? null);
    const written = cut((cells[at] ?? "").trim(), 60);
    const isRefused = OPT_STATUS.test(name)
      ? readConsent(written) === "withdrawn"
      : PREFERENCE.test(name) && isLimited(written, field);
    return isFree && isRefused ? written : "";
  });
  const written = said.find(Boolean);
  if (!written) return;
  shown[field] = written;
  const what = field === "texts" ? "texts" : "emails";
  const isClear = field === "texts" || !MAIL.test(written);
  doubt(field, "unreadable", `Does “${written}” mean no ${what}?`, isClear ? "no" : undefined);
}

export function readTagNames({ text, has, shown, doubt }: RowReader): string[] {
  const { names, trouble } = readTags(text("tags"));
  if (trouble) doubt("tags", "unreadable", trouble);
  if (has("tags")) shown.tags = cut(names.join(", "), 300);
  return names;
}
