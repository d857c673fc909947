import { contactForm } from "#lib/contract/contacts.ts";
import { isRefusal, readConsent, readRefusal } from "#lib/import/answers.ts";
import { cleanName, isTitle, splitName } from "#lib/import/cells.ts";
import { bare } from "#lib/import/columns.ts";
import { readPhone } from "#lib/phone.ts";
import { cut, type RowReader, type Values } from "./row-values.ts";
import { badName, goodEmail, goodName } from "./suggestions.ts";
import { readTags } from "./tags.ts";

const MAX_NAME_LENGTH = 100;
const COMPANY =
  /(company|organi[sz]ation|business|firma|unternehmen|entreprise|societe|empresa|azienda)(name)?$/;

export function readNames({ has, line, isMended }: RowReader): Pick<Values, "firstName" | "lastName"> {
  const isWhole = has("name") && !(has("firstName") && has("lastName"));
  const split = isWhole ? splitName(cut(line("name"), 300)) : { firstName: "", lastName: "" };
  const name = (field: "firstName" | "lastName") =>
    isMended(field) || !isWhole ? cleanName(line(field)) : split[field];
  const [firstName, lastName] = [name("firstName"), name("lastName")];
  return isTitle(firstName) && lastName
    ? { firstName: `${firstName} ${lastName}`, lastName: "" }
    : { firstName, lastName };
}

export function checkPerson(row: RowReader, values: Values): void {
  const { shape } = contactForm;
  // A shop or a couple may only have a last name.
  if (!values.firstName && values.lastName) {
    [values.firstName, values.lastName] = [values.lastName, ""];
  }
  if (!values.firstName) row.doubt("firstName", "missing", "No name", otherName(row, values.email));
  for (const field of ["firstName", "lastName"] as const) {
    const wrong = values[field] ? shape[field].safeParse(values[field]).error : undefined;
    if (wrong) row.doubt(field, "unreadable", badName(values[field]), goodName(values[field]));
  }
  if (values.email && shape.email.safeParse(values.email).error) {
    row.doubt("email", "unreadable", "No email address", goodEmail(values.email));
  }
}

/** The company, or the start of the email. */
function otherName({ headers, cells }: RowReader, email: string): string | undefined {
  const at = headers.findIndex((header, i) => COMPANY.test(bare(header)) && cells[i]?.trim());
  if (at >= 0) return goodName(cleanName(cut(cells[at] ?? "", MAX_NAME_LENGTH)));
  const words = cut(email.split("@")[0] ?? "", MAX_NAME_LENGTH).replace(/[._+-]+/g, " ");
  return goodName(words.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()));
}

const SCIENTIFIC = /^\d(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** "1.4155550123E+10" has all digits, unlike "1.41556E+10". */
function wholeNumber(text: string): string {
  const [, decimals = "", exponent] = SCIENTIFIC.exec(text) ?? [];
  return exponent && decimals.length === Number(exponent) ? `${text[0]}${decimals}` : text;
}

export function readNumber(row: RowReader): Pick<Values, "phoneNumber"> {
  return { phoneNumber: readPhoneNumber(row) };
}

function readPhoneNumber({ line, has, shown, reading, doubt }: RowReader): string {
  const written = wholeNumber(line("phoneNumber"));
  if (has("phoneNumber")) shown.phoneNumber = "";
  if (!written) return "";
  shown.phoneNumber = written;
  if (SCIENTIFIC.test(written)) {
    doubt("phoneNumber", "unreadable", "Excel cut off its digits");
    return cut(written, 40);
  }
  const isForeign = /^(\+|00)/.test(written);
  const number = readPhone(written, reading.countryCode ?? "");
  if (number.startsWith("+") && contactForm.shape.phoneNumber.safeParse(number).success) return number;
  if (reading.kind !== "contacts") return cut(written, 40);
  const digits = written.replace(/\D/g, "").length;
  if (!isForeign && !reading.countryCode && digits >= 6) {
    doubt("phoneNumber", "country", `No country, ${digits} digits`);
  } else doubt("phoneNumber", "unreadable", digits ? `No such number, ${digits} digits` : "No phone number");
  return cut(written, 40);
}

export function readConsents({ text, filled, has, isMended, shown, doubt }: RowReader): Values["consent"] {
  const answers = isMended("consent")
    ? [{ cell: text("consent"), said: readConsent(text("consent")) }]
    : filled("consent").map(({ header, cell }) => ({
        cell,
        said: isRefusal(header) ? readRefusal(cell) : readConsent(cell),
      }));
  const unclear = answers.find(({ said }) => said === undefined);
  const said = (["withdrawn", "given"] as const).find((one) => answers.some((answer) => answer.said === one));
  if (has("consent"))
    shown.consent = unclear ? cut(unclear.cell, 60) : said ? (said === "given" ? "Yes" : "No") : "";
  if (unclear) doubt("consent", "unreadable", "Neither yes nor no");
  return (!unclear && said) || null;
}

export function readTagNames({ text, has, shown, doubt }: RowReader): string[] {
  const { names, trouble } = readTags(text("tags"));
  if (trouble) doubt("tags", "unreadable", trouble);
  if (has("tags")) shown.tags = cut(names.join(", "), 300);
  return names;
}
