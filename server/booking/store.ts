import { eq } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { organizations } from "#server/db/schema.ts";
import { appointmentTypes } from "#server/db/schema-calendar.ts";
import { accounts } from "#server/db/schema-mail.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Account } from "#server/providers/account.ts";

/** Whose appointments they are. Account (with its address), calendar and hours are null until staff chose them. */
export type Store = {
  organizationId: string;
  name: string;
  timezone: string;
  provider: Account["provider"] | null;
  address: string | null;
  /** What is wrong with the account. */
  error: string | null;
  calendarId: string | null;
  availability: boolean[][] | null;
  /** How many a visitor may have that are still to come. */
  openAppointments: number;
};

export type AppointmentType = {
  id: string;
  name: string;
  slug: string;
  minutes: number;
  daysInAdvance: number;
};

const store = {
  organizationId: organizations.id,
  name: organizations.name,
  timezone: organizations.timezone,
  provider: accounts.provider,
  address: accounts.address,
  error: accounts.error,
  calendarId: accounts.calendarId,
  availability: accounts.availability,
  openAppointments: organizations.openAppointments,
};

const type = {
  id: appointmentTypes.id,
  name: appointmentTypes.name,
  slug: appointmentTypes.slug,
  minutes: appointmentTypes.defaultMeetingLength,
  daysInAdvance: appointmentTypes.daysInAdvance,
};

/** What a booking link leads to. Wants system scope, for nobody is signed in. */
export async function typeOfLink(db: Db, slug: string): Promise<{ store: Store; type: AppointmentType }> {
  const [found] = await db
    .select({ store, type })
    .from(appointmentTypes)
    .innerJoin(organizations, eq(organizations.id, appointmentTypes.organizationId))
    .leftJoin(accounts, eq(accounts.organizationId, organizations.id))
    .where(eq(appointmentTypes.slug, slug));
  if (!found) throw new HttpError(404, "This booking link leads nowhere");
  return found;
}

export async function storeOf(db: Db, organizationId: string): Promise<Store> {
  const [found] = await db
    .select(store)
    .from(organizations)
    .leftJoin(accounts, eq(accounts.organizationId, organizations.id))
    .where(eq(organizations.id, organizationId));
  if (!found) throw notFound();
  return found;
}
