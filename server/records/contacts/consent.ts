import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { erasedAmong } from "#server/connections/mail/may-email.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { owned } from "#server/platform/db/owned.ts";
import { countRows, lockRecord, updateRecord } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { getStore, updateStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const consent = {
  "contacts.setConsent": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const { emailKey, consentSource } = await lockRecord(db, contacts, id);
      const barred = await countRows(
        db,
        suppressions,
        and(
          eq(suppressions.address, emailKey ?? ""),
          inArray(suppressions.reason, ["unsubscribed"]),
          sql`${suppressions.liftedAt} is null`,
        ),
      );
      // An unsubscribe takes precedence over consent.
      if (barred > 0 && body.state !== "withdrawn")
        throw new HttpError(
          409,
          "This contact unsubscribed. Unblock the address first, and note how they asked for email again.",
        );
      // A contact's own refusal stays after a change of address. Replacing it has the same rules as lifting.
      if (consentSource === "unsubscribe") {
        if (body.state === "withdrawn") return;
        if (user.role === "USER")
          throw new HttpError(403, "This contact unsubscribed. Only the owner and admins can change that.");
        if (body.state === "unknown")
          throw new HttpError(409, "This contact unsubscribed. You can only record their new consent.");
      }
      await updateRecord(db, contacts, id, consentColumns(user, body, host.clock()));
    });
  },

  "contacts.setTexts": async ({ host, user, params: { id }, body: { isRefused }, tenant }) => {
    const refused = isRefused
      ? { noTextsAt: host.clock(), noTextsBy: nameOf(user) }
      : { noTextsAt: null, noTextsBy: null };
    await tenant(async (db) => {
      const { noTextsAt } = await lockRecord(db, contacts, id);
      if ((noTextsAt !== null) !== isRefused) await updateRecord(db, contacts, id, refused);
      if (isRefused) return;
      const lifted = { liftedAt: host.clock(), liftedBy: nameOf(user), liftedBecause: "Wants texts" };
      await db
        .update(suppressions)
        .set(lifted)
        .where(
          and(
            sql`${suppressions.address} in (select phone_key from ${owned(contacts)} where id = ${id}
              union all select address_key from ${owned("contact_addresses")} where contact_id = ${id})`,
            sql`strpos(${suppressions.address}, '@') = 0 and ${suppressions.address} <> ''`,
            isNull(suppressions.liftedAt),
          ),
        );
    });
  },

  "organization.consent": async ({ read }) => {
    const { onlyConsented } = await read((db) => getStore(db));
    return { onlyConsented };
  },

  "organization.setConsent": async ({ body: { onlyConsented }, tenant }) => {
    await tenant((db) => updateStore(db, { onlyConsented }));
  },

  /** Warns before an erased person is added again, but doesn't prevent it. */
  "contacts.isErased": async ({ host, body, read }) => {
    const found = await read((db) => erasedAmong(db, host.secret, [body]));
    return { isErased: found.size > 0 };
  },
} satisfies Partial<Handlers>;

function consentColumns(user: SignedIn, { state, said }: ParsedBody<"contacts.setConsent">, now: Date) {
  const by = { consentBy: nameOf(user), consentSaid: said };
  return state === "unknown"
    ? { consent: state, consentAt: null, consentSource: null, consentBy: null, consentSaid: null }
    : { consent: state, consentAt: now, consentSource: "staff" as const, ...by };
}
