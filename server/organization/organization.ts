import { and, eq, isNull, sql } from "drizzle-orm";
import { rescheduleAll } from "#server/automations/next-run.ts";
import { isTimezone, timezones } from "#server/calendar/timezones.ts";
import { organizations } from "#server/db/schema.ts";
import { incidents } from "#server/db/schema-mail.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { log } from "#server/log.ts";
import { moveDays } from "#server/mail/queue.ts";

const rights = { everybodyDeletesContacts: organizations.everybodyDeletesContacts };

export const organization = {
  "organization.timezone": async ({ user, read }) => {
    const [found] = await read((db) =>
      db
        .select({ timezone: organizations.timezone })
        .from(organizations)
        .where(eq(organizations.id, user.organizationId)),
    );
    if (!found) throw notFound();
    return found.timezone;
  },

  "organization.setTimezone": async ({ host, user, body: { timezone }, tenant }) => {
    if (!isTimezone(timezone)) throw new HttpError(400, `timezone: "${timezone}" is not a known timezone`);
    await tenant(async (db) => {
      const [before] = await db
        .select({ timezone: organizations.timezone })
        .from(organizations)
        .where(eq(organizations.id, user.organizationId))
        .for("no key update");
      await db
        .update(organizations)
        .set({ timezone, updatedAt: sql`now()` })
        .where(eq(organizations.id, user.organizationId));
      const now = host.clock();
      await rescheduleAll(db, user.organizationId, now);
      if (before) await moveDays(db, user.organizationId, { from: before.timezone, to: timezone, now });
    });
  },

  "organization.rights": async ({ user, read }) => {
    const [found] = await read((db) =>
      db.select(rights).from(organizations).where(eq(organizations.id, user.organizationId)),
    );
    return found ?? { everybodyDeletesContacts: true };
  },

  "organization.setRights": async ({ user, body: { everybodyDeletesContacts }, tenant }) => {
    await tenant((db) =>
      db
        .update(organizations)
        .set({ everybodyDeletesContacts, updatedAt: sql`now()` })
        .where(eq(organizations.id, user.organizationId)),
    );
  },

  "organization.bookingRules": async ({ user, read }) => {
    const [found] = await read((db) =>
      db
        .select({ openAppointments: organizations.openAppointments })
        .from(organizations)
        .where(eq(organizations.id, user.organizationId)),
    );
    if (!found) throw notFound();
    return found;
  },

  "organization.setBookingRules": async ({ user, body: { openAppointments }, tenant }) => {
    await tenant((db) =>
      db
        .update(organizations)
        .set({ openAppointments, updatedAt: sql`now()` })
        .where(eq(organizations.id, user.organizationId)),
    );
  },

  // Who may read a list page by page may read all of it; this keeps the one click to those whose list it is.
  "organization.export": ({ user, body: { list } }) => {
    log("export", { organization: user.organizationId, user: user.id, list });
  },

  "organization.timezones": () => [...timezones],

  /** Done as well where it has ended already. */
  "incidents.dismiss": async ({ host, user: { organizationId, role }, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const one = and(
        eq(incidents.organizationId, organizationId),
        eq(incidents.id, id),
        role === "OWNER" ? undefined : eq(incidents.audience, "leaders"),
      );
      const [found] = await db.select({ over: incidents.over }).from(incidents).where(one);
      if (!found) throw notFound();
      if (found.over !== null) throw new HttpError(409, "This ends by itself once it is mended");
      await db
        .update(incidents)
        .set({ endedAt: host.clock(), tellAt: null })
        .where(and(one, isNull(incidents.endedAt)));
    });
  },

  /** Empty for a store without a website. */
  "website.get": async ({ user, read }) => {
    const [found] = await read((db) =>
      db
        .select({ miniExtId: organizations.miniExtId })
        .from(organizations)
        .where(eq(organizations.id, user.organizationId)),
    );
    return { miniExtId: found?.miniExtId ?? "" };
  },
} satisfies Partial<Handlers>;
