import { and, asc, eq } from "drizzle-orm";
import { type Answered, type Answers, type Question, wrongAnswer } from "#lib/contract/questions.ts";
import { consentOfDeleted, noTextsOfDeleted } from "#server/connections/mail/may-email.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { byId, nextVersion } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";
import { searchText } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";

type Visitor = { name: string; email: string; phoneNumber: string | null };
type Known = { id: string; firstName: string; lastName: string; email: string; phoneNumber: string };

/** Of an appointment, a waiting list entry or a form; of a table, the columns. */
export function visitorOf<V extends { [K in keyof Visitor]: unknown }>(of: V): Pick<V, keyof Visitor> {
  const { name, email, phoneNumber } = of;
  return { name, email, phoneNumber };
}

export function visitorOfContact({ id, firstName, lastName, email, phoneNumber }: Known) {
  return { contactId: id, name: `${firstName} ${lastName}`.trim(), email, phoneNumber };
}

export function visitorLines({ name, email, phoneNumber }: Visitor): string {
  return [name, email, phoneNumber].filter(Boolean).join("\n");
}

export function hasPhone({ phoneNumber }: Visitor): boolean {
  return Boolean(phoneNumber);
}

export function isSameVisitor(one: Visitor, other: Visitor): boolean {
  return (
    one.email.toLowerCase() === other.email.toLowerCase() &&
    one.name === other.name &&
    (one.phoneNumber ?? null) === other.phoneNumber
  );
}

export function withAnsweredPhone<V extends Visitor>(visitor: V, answers: readonly Answered[]) {
  return { ...visitor, phoneNumber: visitor.phoneNumber || phoneOf(answers) };
}

/** Unchanged, because the visitor isn't verified. Requires the store's lock, so two visits create one contact. */
export async function contactOfVisitor(db: Db, secret: Buffer, visitor: Visitor): Promise<string> {
  const key = visitor.email.toLowerCase();
  const [known] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.emailKey, key))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(1);
  if (known) return known.id;
  const [other] = await db
    .select({ id: contactAddresses.contactId })
    .from(contactAddresses)
    .where(eq(contactAddresses.addressKey, key))
    .orderBy(asc(contactAddresses.id))
    .limit(1);
  return other?.id ?? insertContact(db, secret, visitor);
}

export async function insertContact(db: Db, secret: Buffer, { name, email, phoneNumber }: Visitor) {
  const id = newId();
  const form = { ...namesOf(name), email, phoneNumber: phoneNumber ?? "" };
  const consent = await consentOfDeleted(db, secret, form);
  const noTexts = (await noTextsOfDeleted(db, [form])).get(form);
  await db.insert(contacts).values({ id, ...form, ...consent, ...noTexts, search: searchText(form) });
  return id;
}

function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = name, ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

type Asked = { questions: Question[]; by: "visitor" | "staff" };

/** Throws 409 with the current questions. Staff may leave answers open. */
export function answersTo({ questions, by }: Asked, answers: Answers = []): Answered[] {
  const given = new Map(answers.filter(({ answer }) => answer).map(({ id, answer }) => [id, answer]));
  const isKnown = [...given.keys()].every((id) => questions.some((question) => question.id === id));
  const isRight = questions.every((question) => {
    const isRequired = question.isRequired && by === "visitor";
    return wrongAnswer({ ...question, isRequired }, given.get(question.id) ?? "") === "";
  });
  if (!isKnown || !isRight) {
    const message =
      by === "visitor"
        ? "Some answers are missing or not valid. Please check the questions again."
        : "The questions of this appointment type were changed. Please answer them again.";
    throw new HttpError(409, message, undefined, { questions });
  }
  return questions.flatMap(({ id, text, kind }) => {
    const answer = given.get(id);
    return answer ? [{ id, question: text, kind, answer }] : [];
  });
}

export function isSameAnswers(before: readonly Answered[], answers: Answers = []): boolean {
  const given = answers.filter(({ answer }) => answer);
  return (
    given.length === before.length &&
    given.every(({ id, answer }) => before.some((one) => one.id === id && one.answer === answer))
  );
}

function phoneOf(answers: readonly Answered[]): string {
  return answers.find(({ kind }) => kind === "PHONE")?.answer ?? "";
}

type Caller = { contactId: string | null };

export async function keepPhone(db: Db, caller: Caller, answers: readonly Answered[]) {
  const phoneNumber = phoneOf(answers);
  return (await changePhone(db, caller, "", phoneNumber)) ? { phoneNumber } : {};
}

export async function dropPhone(db: Db, caller: Caller, { phoneNumber = "" }: { phoneNumber?: string }) {
  await changePhone(db, caller, phoneNumber, "");
}

async function changePhone(db: Db, { contactId }: Caller, from: string, to: string) {
  if (!contactId || from === to) return false;
  const isMeant = and(byId(contacts, contactId), eq(contacts.phoneNumber, from));
  const [found] = await db.select().from(contacts).where(isMeant).for("update");
  if (!found) return false;
  const search = searchText({ ...found, phoneNumber: to });
  await db
    .update(contacts)
    .set({ phoneNumber: to, search, ...nextVersion(contacts) })
    .where(isMeant);
  await rebuildSaleSearch(db, eq(purchases.contactId, contactId));
  return true;
}
