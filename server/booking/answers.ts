import { and, eq } from "drizzle-orm";
import { type Answered, type Answers, type Question, wrongAnswer } from "#lib/contract/questions.ts";
import type { Db } from "#server/platform/db/client.ts";
import { byId, nextVersion } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { searchText } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";

type Asked = { questions: Question[]; by: "visitor" | "staff" };

/** Throws 409 with the current questions if they changed. Staff may leave answers open. */
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
        ? "Please look at the questions again: they are not answered as the store asks them."
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

export function phoneOf(answers: readonly Answered[]): string {
  return answers.find(({ kind }) => kind === "PHONE")?.answer ?? "";
}

export async function keepPhone(
  db: Db,
  organizationId: string,
  id: string,
  answers: readonly Answered[],
): Promise<boolean> {
  const phoneNumber = phoneOf(answers);
  return phoneNumber !== "" && changePhone(db, { organizationId, id, from: "", to: phoneNumber });
}

type PhoneChange = { organizationId: string; id: string; from: string; to: string };

export async function changePhone(db: Db, { organizationId, id, from, to }: PhoneChange): Promise<boolean> {
  const isMeant = and(byId(contacts, { organizationId }, id), eq(contacts.phoneNumber, from));
  const [found] = await db.select().from(contacts).where(isMeant).for("update");
  if (!found) return false;
  const search = searchText({ ...found, phoneNumber: to });
  await db
    .update(contacts)
    .set({ phoneNumber: to, search, ...nextVersion(contacts) })
    .where(isMeant);
  await rebuildSaleSearch(db, organizationId, eq(purchases.contactId, id));
  return true;
}
