import {
  and,
  asc,
  eq,
  type GetColumnData,
  getTableColumns,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { type Account, calendarOf } from "#server/connections/providers/account.ts";
import { type Db, prepared, type SystemDb } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { readFace } from "#server/platform/db/face.ts";
import { isId } from "#server/platform/db/id.ts";
import { personName } from "#server/platform/db/parties.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import {
  appointmentTypes,
  type bookings,
  hoursExceptions as table,
} from "#server/platform/db/schema-calendar.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import { type Availability, both, type Exceptions, type StoreDay } from "./open-hours.ts";

type PersonsExceptions = Exceptions & { own: Exceptions };

async function exceptionsOf(db: Db): Promise<(userId: string, week: Availability) => PersonsExceptions> {
  const found = await db.select().from(table).orderBy(asc(table.createdAt), asc(table.id));
  const stores = latestOn(found.filter(({ userId }) => userId === null));
  return (userId, week) => {
    const own = latestOn(found.filter((each) => each.userId === userId));
    return {
      own: { get: own },
      get(day) {
        const [mine, everybodys] = [own(day), stores(day)];
        if (!everybodys) return mine;
        return both(mine ?? week[new Date(day).getUTCDay()] ?? [], everybodys);
      },
    };
  };
}

const AWAY = Array.from({ length: 24 }, () => false);

function latestOn(found: (typeof table.$inferSelect)[]) {
  return (day: StoreDay): readonly boolean[] | undefined => {
    const latest = found.findLast(({ fromDay, toDay }) => fromDay <= day && day <= toDay);
    return latest && (latest.hours ?? AWAY);
  };
}

export type Booking = typeof bookings.$inferSelect;

/** `provider`: of the account that sends the store's email; null until there is one. */
export type Store = {
  organizationId: string;
  name: string;
  timezone: string;
  provider: Account["provider"] | null;
  address: string | null;
  street: string;
  error: string | null;
  openAppointments: number;
};

/** `calendar` is null until they choose one. */
export type Person = {
  id: string;
  firstName: string;
  lastName: string;
  availability: boolean[][];
  exceptions: Exceptions;
  calendarId: string | null;
  /** Without an account, the store keeps their calendar. */
  isConnected: boolean;
};

/** Lengths, notices and steps are in minutes. `people` is null for everyone. */
export type AppointmentType = {
  [Name in keyof typeof type]: GetColumnData<(typeof type)[Name]>;
};

const store = {
  organizationId: organizations.id,
  name: organizations.name,
  timezone: organizations.timezone,
  street: organizations.address,
  ...pick(accounts, "provider", "address", "error"),
  openAppointments: organizations.openAppointments,
};

export function lastChange({ startsAt }: Booking, type: AppointmentType | null): Date {
  return new Date(startsAt.getTime() - (type?.changeNotice ?? 0) * MINUTE);
}

const columns = getTableColumns(appointmentTypes);
const {
  organizationId,
  defaultMeetingLength: minutes,
  color,
  version,
  createdAt,
  updatedAt,
  ...rules
} = columns;
const type = { ...rules, minutes };

const account = and(eq(accounts.organizationId, organizations.id), accounts.isStores);

type OfType = { organizationId: string; appointmentTypeId: string | null };

/** A staff-only type is not found, except to move an existing appointment. */
export async function typeOfLink(
  db: SystemDb,
  slug: string,
  movable: OfType | null = null,
): Promise<{ store: Store; type: AppointmentType }> {
  const isTheirs =
    movable?.appointmentTypeId &&
    and(
      eq(appointmentTypes.organizationId, movable.organizationId),
      eq(appointmentTypes.id, movable.appointmentTypeId),
    );
  const whose = await organizationsOf(db, "slug", [slug]);
  const isOfLink = and(inArray(appointmentTypes.organizationId, whose), eq(appointmentTypes.slug, slug));
  const [found] = await db
    .select({ store, type })
    .from(appointmentTypes)
    .innerJoin(organizations, eq(organizations.id, appointmentTypes.organizationId))
    .leftJoin(accounts, account)
    .where(and(isOfLink, or(eq(appointmentTypes.isHidden, false), isTheirs || undefined)));
  if (!found) throw new HttpError(404, "This booking link doesn’t work");
  return found;
}

const storeQuery = prepared((db) =>
  db.select(store).from(organizations).leftJoin(accounts, account).prepare("store_and_account"),
);

export async function storeOf(db: Db): Promise<Store> {
  const [found] = await storeQuery(db).execute();
  if (!found) throw notFound();
  return found;
}

const NEVER = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => false));
const ALWAYS = NEVER.map((hours) => hours.map(() => true));

export async function storeHoursOf(db: Db): Promise<{ availability: Availability; exceptions: Exceptions }> {
  const { hours } = await readFace(db);
  const found = await db.select().from(table).where(isNull(table.userId)).orderBy(table.createdAt, table.id);
  return { availability: hours ?? ALWAYS, exceptions: { get: latestOn(found) } };
}

export async function typeOf(db: Db, id: string | null): Promise<AppointmentType | null> {
  if (!id || !isId(id)) return null;
  const [found] = await db.select(type).from(appointmentTypes).where(eq(appointmentTypes.id, id));
  return found ?? null;
}

export async function offeredTypeOf(db: Db, id: string | null): Promise<AppointmentType | null> {
  const found = await typeOf(db, id);
  return found?.isHidden ? null : found;
}

export async function firstNameOf(db: Db, { userId }: { userId: string | null }): Promise<string | null> {
  if (!userId) return null;
  const [found] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, userId));
  return found?.firstName ?? null;
}

export async function peopleOf(db: Db, ids: string[] | null): Promise<Person[]> {
  if (ids?.length === 0) return [];
  const found = await members(db, ids ? inArray(users.id, ids) : undefined);
  return found.filter(({ isBookable }) => isBookable);
}

export type StaffMember = Person & {
  exceptions: PersonsExceptions;
  hasHours: boolean;
  /** Invited people aren't, until they register. */
  isBookable: boolean;
  isManager: boolean;
};

/** Only staff can book people who aren't bookable. */
export function teamOf(db: Db): Promise<StaffMember[]> {
  return members(db, undefined);
}

export async function staffOf(db: Db, id: string): Promise<StaffMember | null> {
  const [found] = isId(id) ? await members(db, eq(users.id, id)) : [];
  return found ?? null;
}

async function members(db: Db, which: SQL | undefined): Promise<StaffMember[]> {
  const team = db
    .select({
      ...pick(users, "id", "firstName", "lastName", "availability", "role"),
      isRegistered: sql<boolean>`(${users.passwordHash} is not null or ${users.role} = 'OWNER')`,
      account: { id: accounts.id, calendarId: accounts.calendarId },
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(which)
    .orderBy(asc(sql`lower(${users.firstName})`), asc(sql`lower(${users.lastName})`), asc(users.id));
  const [found, exceptions] = await Promise.all([team, exceptionsOf(db)]);
  return found.map(({ account: own, availability, role, isRegistered, ...person }) => ({
    ...person,
    availability: availability ?? NEVER,
    exceptions: exceptions(person.id, availability ?? NEVER),
    hasHours: availability !== null,
    isBookable: availability !== null && isRegistered,
    isConnected: own !== null,
    isManager: role !== "USER",
    calendarId: calendarOf(own),
  }));
}

export async function namesOf(db: Db, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db.select({ id: users.id, name: personName }).from(users).where(inArray(users.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}
