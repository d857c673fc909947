import { and, eq, inArray, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { erasedAmong } from "#server/connections/mail/erased.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { byId, nextVersion } from "#server/platform/db/record.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

const setting = { onlyConsented: organizations.onlyConsented };

export const consent = {
  "contacts.setConsent": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const [found] = await db
        .select({ address: contacts.emailKey, source: contacts.consentSource })
        .from(contacts)
        .where(byId(contacts, user, id))
        .for("update");
      if (!found) throw notFound();
      const barred = await db.$count(
        suppressions,
        and(
          eq(suppressions.organizationId, user.organizationId),
          eq(suppressions.address, found.address ?? ""),
          inArray(suppressions.reason, ["unsubscribed"]),
          sql`${suppressions.liftedAt} is null`,
        ),
      );
      // The stricter counts: who unsubscribed has said no.
      if (barred > 0 && body.state !== "withdrawn")
        throw new HttpError(
          409,
          "They unsubscribed. Lift that first, and say how they asked for emails again.",
        );
      // Their own no stays on the card where the address was changed since, and is taken back as lifting is.
      if (found.source === "unsubscribe") {
        if (body.state === "withdrawn") return;
        if (user.role === "USER")
          throw new HttpError(403, "They unsubscribed. Only the owner and admins take that back.");
        if (body.state === "unknown")
          throw new HttpError(409, "They unsubscribed. Only a yes of theirs takes that back.");
      }
      await db
        .update(contacts)
        .set({ ...toldBy(user, body, host.clock()), ...nextVersion(contacts) })
        .where(byId(contacts, user, id));
    });
  },

  "organization.consent": async ({ user, read }) => {
    const [found] = await read((db) =>
      db.select(setting).from(organizations).where(eq(organizations.id, user.organizationId)),
    );
    if (!found) throw notFound();
    return found;
  },

  "organization.setConsent": async ({ user, body: { onlyConsented }, tenant }) => {
    await tenant((db) =>
      db
        .update(organizations)
        .set({ onlyConsented, updatedAt: sql`now()` })
        .where(eq(organizations.id, user.organizationId)),
    );
  },

  /** Whoever types somebody anew is told before; nothing keeps them from it. */
  "contacts.isErased": async ({ host, user: { organizationId }, body, read }) => {
    const found = await read((db) => erasedAmong(db, { secret: host.secret, organizationId }, [body]));
    return { isErased: found.size > 0 };
  },
} satisfies Partial<Handlers>;

function toldBy(user: SignedIn, { state, said }: ParsedBody<"contacts.setConsent">, now: Date) {
  const by = { consentBy: nameOf(user), consentSaid: said };
  return state === "unknown"
    ? { consent: state, consentAt: null, consentSource: null, consentBy: null, consentSaid: null }
    : { consent: state, consentAt: now, consentSource: "staff" as const, ...by };
}
