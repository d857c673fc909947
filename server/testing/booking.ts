import { eq } from "drizzle-orm";
import { connectAccount } from "#server/connections/providers/account.ts";
import { localProvider, STORE_CALENDAR } from "#server/connections/providers/local.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { bookings, calendarEvents } from "#server/platform/db/schema-calendar.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { type Ask, type Person, testHost } from "./host.ts";
import { mailStore } from "./mail-store.ts";

/** A Monday at noon in New York, the day after its clocks went back. */
export const NOON = "2026-11-02T17:00:00Z";
export const TUESDAY = "2026-11-03";
export const TEN = "2026-11-03T15:00:00.000Z";
export const ELEVEN = "2026-11-03T16:00:00.000Z";
export const NINE_TO_FIVE = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => day > 0 && hour >= 9 && hour < 17),
);

type Options = { timezone?: string; availability?: boolean[][]; minutes?: number; daysInAdvance?: number };
type Visit = { startsAt: string } & { [field: string]: unknown };
type Visited = {
  status: string;
  startsAt: string;
  cancelToken: string | null;
  moveToken: string | null;
  isOver: boolean;
  mailed: boolean;
};
type Days = { day: string; state: string; slots: string[] }[];

export function bookingTests(
  options: Pick<NonNullable<Parameters<typeof testHost>[0]>, "providers" | "captcha" | "extensions"> = {},
) {
  const clock = { now: Date.parse(NOON) };
  const tested = testHost({ ...options, clock: () => new Date(clock.now) });
  beforeEach(() => {
    clock.now = Date.parse(NOON);
  });

  async function store({
    timezone = "America/New_York",
    availability = NINE_TO_FIVE,
    minutes = 60,
    daysInAdvance = 14,
  }: Options = {}) {
    const shop = await tested.shop();
    const host = await tested.host();
    const holder = { organizationId: shop.id, userId: shop.owner.id };
    const calendars = await localProvider(host, holder).calendars();
    const address = "hello@store.example.com";
    await connectAccount(host, { ...holder, provider: "local", address, calendars });
    await host.database.system(async (db) => {
      await db
        .update(organizations)
        .set({ timezone, name: "Marlow & Finch" })
        .where(eq(organizations.id, shop.id));
      await db.update(users).set({ availability }).where(eq(users.id, shop.owner.id));
    });
    const slug = await addType("Ring fitting", minutes, daysInAdvance);

    async function addType(name: string, defaultMeetingLength: number, days = daysInAdvance) {
      const body = { name, defaultMeetingLength, daysInAdvance: days };
      expect((await tested.call("appointmentTypes.create", shop.owner, { body })).status).toBe(200);
      const { body: types } = await tested.call("appointmentTypes.list", shop.owner);
      const [newest] = types as { appointmentBookingLink: string }[];
      return newest?.appointmentBookingLink.split("/").at(-1) ?? "";
    }

    return {
      ...shop,
      slug,
      addType,
      mails: () => mailStore(host, shop.id).mails(),

      book: (visit: Visit, to = slug) =>
        tested.send("POST", `/book/${to}`, {
          address: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            name: "Zoë Frost",
            email: "zoe@example.com",
            phoneNumber: "",
            note: "",
            timezone: "Asia/Tokyo",
            key: newId(),
            website: "",
            ...visit,
          }),
        }),

      async days(from: string, to = from, of = slug): Promise<Days> {
        const answer = await tested.call("visitor.slots", null, {
          params: { slug: of },
          query: { from, to },
        });
        expect(answer.status).toBe(200);
        return (answer.body as { days: Days }).days;
      },

      async slots(day: string, of = slug): Promise<string[]> {
        return (await this.days(day, day, of)).flatMap(({ slots }) => slots);
      },

      rows: () =>
        host.database.read(shop.id, (db) =>
          db.select().from(bookings).where(eq(bookings.organizationId, shop.id)),
        ),

      async addEvent(startsAt: string, endsAt: string, more: object = {}) {
        const event = { userId: shop.owner.id, calendarId: STORE_CALENDAR, uid: newId(), title: "Busy" };
        const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
        await host.database.tenant(shop.id, (db) =>
          db.insert(calendarEvents).values({ organizationId: shop.id, ...event, ...times, ...more }),
        );
      },

      setAccount: (values: Partial<typeof accounts.$inferInsert>) =>
        host.database.system((db) =>
          db.update(accounts).set(values).where(eq(accounts.organizationId, shop.id)),
        ),

      setHours: (week: boolean[][] | null, userId = shop.owner.id) =>
        host.database.system((db) =>
          db.update(users).set({ availability: week }).where(eq(users.id, userId)),
        ),

      connect: (person: Person, values: Partial<typeof accounts.$inferInsert> = {}) =>
        host.database.system((db) =>
          db.insert(accounts).values({
            ...{ organizationId: shop.id, id: newId(), userId: person.id, provider: "local" as const },
            ...{ address: person.email, calendarId: STORE_CALENDAR, ...values },
          }),
        ),

      async events() {
        const provider = localProvider(host, holder);
        return provider.events(STORE_CALENDAR, new Date("2026-01-01"), new Date("2028-01-01"));
      },
    };
  }

  const act = (name: "visitor.cancel" | "visitor.booking", token: string | null) =>
    tested.call(name, null, { params: { token: token ?? "" } });
  const moveTo = (token: string | null, startsAt: string) =>
    tested.call("visitor.move", null, { params: { token: token ?? "" }, body: { startsAt } });

  return { ...tested, clock, store, act, moveTo };
}

export function visited({ body }: { body: unknown }): Visited {
  return body as Visited;
}

export async function askHours(ask: Ask, { id }: Person): Promise<void> {
  await ask("people.setHours", { params: { id }, body: { availability: NINE_TO_FIVE } });
  const off = { personId: id, from: "2026-12-24", to: "2026-12-26", hours: null, reason: "" };
  const added = await ask("people.addException", { body: off });
  await ask("people.hours", { params: { id } });
  await ask("people.deleteException", { params: { id: added.id } });
}
