import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { digitsOf } from "#lib/contract/money.ts";
import { currentTimezone, timezones } from "#lib/time/zone-data.ts";
import { endQuiet, readLimits } from "#server/connections/mail/limits.ts";
import { moveDays } from "#server/connections/mail/queue.ts";
import { rescheduleAll } from "#server/outreach/automations/schedule.ts";
import { rescheduleCampaigns } from "#server/outreach/campaigns/campaign.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { purchases, refunds } from "#server/platform/db/schema.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";
import { saleItems, salePayments } from "#server/platform/db/schema-records.ts";
import { getLockedStore, getStore, updateStore } from "#server/platform/db/store.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { log } from "#server/platform/log.ts";

export const organization = {
  "organization.timezone": ({ read }) => read(timezoneOf),

  "organization.setTimezone": async ({ host, body, tenant }) => {
    const timezone = currentTimezone(body.timezone);
    if (!timezone) throw new HttpError(400, `timezone: "${body.timezone}" is not a known timezone`);
    await tenant(async (db) => {
      const before = await getLockedStore(db, "no key update");
      await updateStore(db, { timezone, clocks: null });
      const now = host.clock();
      await rescheduleAll(db, now);
      await rescheduleCampaigns(db);
      await moveDays(db, { from: before.timezone, to: timezone, now });
      await endQuiet(db, now);
    });
    host.wake();
  },

  "organization.mailLimits": async ({ read }) => (await read((db) => readLimits(db))).limits,

  "organization.setMailLimits": async ({ host, body, tenant }) => {
    await tenant(async (db) => {
      await updateStore(db, { mailLimits: body });
      await endQuiet(db, host.clock());
    });
    host.wake();
  },

  "organization.rights": async ({ read }) => {
    const store = await read((db) => getStore(db));
    return pick(store, "everybodyDeletesContacts", "everybodySeesReports");
  },

  "organization.setRights": async ({ body, tenant }) => {
    await tenant((db) => updateStore(db, body));
  },

  "organization.bookingRules": async ({ read }) => {
    const { openAppointments } = await read((db) => getStore(db));
    return { openAppointments };
  },

  "organization.setBookingRules": async ({ body: { openAppointments }, tenant }) => {
    await tenant((db) => updateStore(db, { openAppointments }));
  },

  /** Doesn't convert amounts. Refused while an amount has more decimals than the new currency. */
  "organization.update": async ({ body, tenant }) => {
    const { currency, taxRate, ...texts } = body;
    const currencyDigits = digitsOf(currency);
    if (currencyDigits === null) throw new HttpError(400, `currency: "${currency}" is not a known currency`);
    await tenant(async (db) => {
      // Concurrent sales must use the new currency's decimals.
      await getLockedStore(db, "update");
      const tooExact = (table: PgTable, amount: AnyPgColumn) => sql`exists (select from ${owned(table)}
        where ${amount} <> round(${amount}, ${currencyDigits}::int))`;
      const { rows } = await db.execute(
        sql`select ${tooExact(purchases, purchases.cost)} or ${tooExact(saleItems, saleItems.price)}
          or ${tooExact(saleItems, saleItems.total)} or ${tooExact(salePayments, salePayments.amount)} or ${tooExact(refunds, refunds.amount)} as "is"`,
      );
      if (rows[0]?.is) {
        throw new HttpError(
          409,
          `Some sales have more decimals than this currency: ${currency} has ${currencyDigits === 0 ? "none" : currencyDigits}`,
        );
      }
      const rate = taxRate === undefined ? undefined : String(taxRate);
      await updateStore(db, { ...texts, currency, currencyDigits, taxRate: rate });
    });
  },

  // Only restricts the export button. The list itself is still readable.
  "organization.export": ({ user, body: { list } }) => {
    log("export", { organization: user.organizationId, user: user.id, list });
  },

  "organization.timezones": () => [...timezones],

  "incidents.dismiss": async ({ host, user: { id: userId, role }, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const theirs = { OWNER: ["leaders", "owner"], ADMIN: ["leaders"], USER: [] as string[] }[role];
      const one = and(
        eq(incidents.id, id),
        or(
          eq(incidents.userId, userId),
          sql`${incidents.audience} = any (${`{${theirs.join(",")}}`}::text[])`,
        ),
      );
      const [found] = await db.select({ over: incidents.over }).from(incidents).where(one);
      if (!found) throw notFound();
      if (found.over !== null) throw new HttpError(409, "This notice disappears when the problem is solved");
      await db
        .update(incidents)
        .set({ endedAt: host.clock(), notifyAt: null })
        .where(and(one, isNull(incidents.endedAt)));
    });
  },

  "website.get": async ({ read }) => {
    const { miniExtId } = await read((db) => getStore(db));
    return { miniExtId: miniExtId ?? "" };
  },
} satisfies Partial<Handlers>;
