import { newId } from "#server/platform/db/id.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { CHANGES, clockIn, momentsAround } from "#server/testing/zones.ts";

let now = new Date("2026-11-21T14:35:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const rules = rulesOf(host);

type Ticked = { doneAt: string | null; doneBy: string | null };
type Today = {
  day: string;
  appointments: ({ id: string; contact: { name: string }; isNoShow: boolean } & Ticked)[];
  occasions: ({ kind: string; contact: { name: string }; years: number | null } & Ticked)[];
  tasks: ({ id: string; what: string; dueDay: string } & Ticked)[];
  ahead: object;
  aheadDays: { day: string; appointments: number }[];
  next: object | null;
};

async function shopIn(timezone = "America/New_York") {
  const shop = await host.shop();
  await host.call("organization.setTimezone", shop.owner, { body: { timezone } });
  return shop;
}

async function today(user: Person, whose?: string): Promise<Today> {
  const { status, body } = await host.call("today.get", user, { query: { whose } });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Today;
}

const tick = (user: Person, kind: string, id: string, done = true) =>
  host.call("today.tick", user, { body: { kind, id, done } });

async function book({ id: organizationId }: Shop, startsAt: string, changes: object = {}): Promise<string> {
  const database = await host.database();
  const id = newId();
  const times = { startsAt: new Date(startsAt), endsAt: new Date(Date.parse(startsAt) + 2_700_000) };
  const visitor = { title: "Ring fitting", name: "Farah Haddad", email: "f@example.com", timezone: "UTC" };
  await database.tenant(organizationId, (db) =>
    db.insert(bookings).values({ organizationId, id, requestKey: id, ...times, ...visitor, ...changes }),
  );
  return id;
}

beforeEach(() => {
  now = new Date("2026-11-21T14:35:00Z");
});

test("lists the store's day, overdue tasks first", async () => {
  const shop = await shopIn();
  const { user, admin } = shop;
  const contactId = await make.contact(user, { firstName: "Liam", lastName: "May", birthday: "1984-11-21" });
  const wed = { firstName: "Ann", lastName: "Khan", anniversary: "2014-11-21", birthday: "1980-01-01" };
  await make.contact(user, wed);
  const form = await make.saleForm(user, { contact: { id: contactId, name: "" }, cost: "324.00" });
  await make.sale(user, form);
  await book(shop, "2026-11-21T04:59:00Z", { name: "Before" });
  const first = await book(shop, "2026-11-21T05:00:00Z", { contactId, userId: user.id });
  await book(shop, "2026-11-21T19:00:00Z", { status: "CANCELLED" });
  await book(shop, "2026-11-22T04:59:00Z", { status: "NO_SHOW", phoneNumber: "+1 628 555 0199" });
  await book(shop, "2026-11-22T05:00:00Z", { name: "After" });
  await book(shop, "2026-11-21T15:00:00Z", { name: "Theirs", userId: admin.id });
  const late = await make.task(user, { dueDay: "2026-11-20", dueTime: "09:00" });
  const untimed = await make.task(user, { personId: user.id });
  const timed = await make.task(user, { dueTime: "16:00" });
  await make.task(user, { what: "Theirs", personId: admin.id });
  await make.task(user, { what: "Tomorrow", dueDay: "2026-11-22" });

  const mine = await today(user, "mine");
  expect(mine.day).toBe("2026-11-21");
  expect(mine.appointments).toMatchObject([
    {
      id: first,
      startsAt: "2026-11-21T05:00:00.000Z",
      minutes: 45,
      title: "Ring fitting",
      contact: { id: contactId, name: "Liam May" },
      phoneNumber: "+44 20 7946 0018",
      person: { id: user.id, name: "Ada USER" },
      isNoShow: false,
      doneAt: null,
    },
    {
      contact: { id: null, name: "Farah Haddad" },
      person: null,
      isNoShow: true,
      phoneNumber: "+1 628 555 0199",
    },
  ]);
  expect(mine.occasions).toMatchObject([
    {
      kind: "birthday",
      contact: { id: contactId, name: "Liam May" },
      years: 42,
      lastSale: { cost: "324.00", createdAt: "2026-11-20T15:00:00.000Z" },
      wrote: null,
    },
    { kind: "anniversary", contact: { name: "Ann Khan" }, years: 12, lastSale: null },
  ]);
  expect(mine.tasks.map(({ id }) => id)).toEqual([late, timed, untimed]);
  expect(mine.ahead).toEqual({ appointments: 1, birthdays: 0, anniversaries: 0, tasks: 1 });
  expect(mine.next).toEqual({ kind: "task", name: "Tomorrow", day: "2026-11-22" });
  const everyones = await today(user);
  expect(everyones.appointments.map(({ contact }) => contact.name)).toEqual([
    "Liam May",
    "Theirs",
    "Farah Haddad",
  ]);
  expect(everyones.tasks).toHaveLength(4);
});

test("shows completed tasks until midnight in the store's timezone", async () => {
  const shop = await shopIn();
  const { user } = shop;
  const id = await make.task(user, { dueDay: "2026-11-19" });
  await host.call("tasks.setDone", user, { params: { id }, body: { done: true } });
  now = new Date("2026-11-22T04:59:59Z");
  expect((await today(user)).tasks).toMatchObject([
    { id, doneAt: "2026-11-21T14:35:00.000Z", doneBy: "Ada USER" },
  ]);
  now = new Date("2026-11-22T05:00:00Z");
  expect((await today(user)).tasks).toEqual([]);
});

test("marks appointments and occasions as done for the day", async () => {
  const shop = await shopIn();
  const { user, admin } = shop;
  const contactId = await make.contact(user, { birthday: "1984-11-21" });
  const booking = await book(shop, "2026-11-21T15:30:00Z");
  for (const [kind, id] of [
    ["birthday", contactId],
    ["appointment", booking],
  ] as const) {
    await Promise.all([user, admin, user].map((person) => tick(person, kind, id)));
    expect((await tick(user, kind, id)).status).toBe(200);
  }
  const shown = await today(user);
  for (const one of [shown.occasions[0], shown.appointments[0]]) {
    expect(one).toMatchObject({ doneAt: now.toISOString(), doneBy: expect.stringMatching(/^Ada /) });
  }
  expect(shown.tasks).toEqual([]);
  expect((await host.call("tasks.list", user, { query: { state: "done" } })).body).toEqual([]);
  await tick(user, "birthday", contactId, false);
  expect((await today(user)).occasions[0]).toMatchObject({ doneAt: null, doneBy: null });
  await tick(admin, "birthday", contactId);
  expect((await today(user)).occasions[0]).toMatchObject({ doneBy: "Ada ADMIN" });
  now = new Date("2027-11-21T15:00:00Z");
  expect((await today(user)).occasions[0]).toMatchObject({ years: 43, doneAt: null });

  const there = await shopIn();
  expect((await tick(there.user, "birthday", contactId)).status).toBe(404);
  expect((await tick(there.user, "appointment", booking)).status).toBe(404);
  expect((await tick(user, "appointment", contactId)).status).toBe(404);
  expect((await tick(user, "birthday", "x")).status).toBe(404);
});

test("names an automation that wrote for this year's occasion", async () => {
  const shop = await shopIn();
  const { id: organizationId, owner, user } = shop;
  const contactId = await make.contact(user, { birthday: "1984-11-21" });
  const automationId = await rules.create(owner);
  const database = await host.database();
  const mail = { organizationId, kind: "automation" as const, toAddress: "z@example.com", toName: "Zoë" };
  const sent = { contactId, automationId, state: "sent" as const, sentAt: new Date("2026-11-21T14:00:00Z") };
  await database.tenant(organizationId, (db) =>
    db.insert(mails).values([
      { ...mail, ...sent, id: newId(), occurrence: "birthday:2026" },
      { ...mail, ...sent, id: newId(), occurrence: "anniversary:2026" },
      {
        ...mail,
        ...sent,
        id: newId(),
        occurrence: "birthday:2025",
        sentAt: new Date("2025-11-21T14:00:00Z"),
      },
    ]),
  );
  expect((await today(user)).occasions).toMatchObject([
    { wrote: { name: expect.any(String), at: "2026-11-21T14:00:00.000Z" } },
  ]);
  await database.tenant(organizationId, (db) => db.update(mails).set({ state: "kept" }));
  expect((await today(user)).occasions).toMatchObject([{ wrote: null }]);
});

test("shows 29 February on the 28th, across New Year", async () => {
  const shop = await shopIn();
  const { user } = shop;
  await make.contact(user, { firstName: "Leap", lastName: "May", birthday: "1988-02-29" });
  now = new Date("2027-02-28T17:00:00Z");
  expect((await today(user)).occasions).toMatchObject([{ years: 39 }]);
  now = new Date("2027-02-26T17:00:00Z");
  expect((await today(user)).ahead).toMatchObject({ birthdays: 1 });
  now = new Date("2028-02-28T17:00:00Z");
  expect((await today(user)).occasions).toEqual([]);

  now = new Date("2026-12-28T17:00:00Z");
  const contactId = await make.contact(user, { firstName: "New", lastName: "Year", birthday: "1990-01-04" });
  await make.contact(user, { firstName: "Too", lastName: "Late", birthday: "1990-01-05" });
  await book(shop, "2026-12-29T20:30:00Z", { contactId });
  await make.task(user, { dueDay: "2026-12-29", dueTime: "09:00" });
  expect((await today(user)).ahead).toEqual({ appointments: 1, birthdays: 1, anniversaries: 0, tasks: 1 });
  const { body } = await host.call("today.ahead", user);
  expect(body).toEqual([
    {
      kind: "task",
      day: "2026-12-29",
      time: "09:00",
      name: "Order the sizing bar",
      detail: "",
      contactId: null,
    },
    {
      kind: "appointment",
      day: "2026-12-29",
      time: "15:30",
      name: "New Year",
      detail: "Ring fitting",
      contactId,
    },
    { kind: "birthday", day: "2027-01-04", time: null, name: "New Year", detail: "", contactId },
  ]);
});

test("counts the next seven days, and names closed ones", async () => {
  const shop = await shopIn();
  const { user, owner } = shop;
  for (const at of ["2026-11-22T15:00:00Z", "2026-11-22T14:30:00Z", "2026-11-28T15:00:00Z"])
    await book(shop, at);
  await make.contact(user, { firstName: "Ann", lastName: "Khan", birthday: "1980-11-24" });
  await make.task(user, { dueDay: "2026-11-24" });
  const days = {
    personId: null,
    from: "2026-11-26",
    to: "2026-11-27",
    hours: null,
    reason: "Thanksgiving",
  };
  expect(await host.call("people.addException", owner, { body: days })).toMatchObject({ status: 200 });
  const { aheadDays } = await today(user);
  const none = {
    ...{ appointments: 0, birthdays: 0, anniversaries: 0, tasks: 0, first: null },
    ...{ isClosed: false, reason: "" },
  };
  expect(aheadDays).toEqual([
    { ...none, day: "2026-11-22", appointments: 2, first: "2026-11-22T14:30:00.000Z" },
    { ...none, day: "2026-11-23" },
    { ...none, day: "2026-11-24", birthdays: 1, tasks: 1 },
    { ...none, day: "2026-11-25" },
    { ...none, day: "2026-11-26", isClosed: true, reason: "Thanksgiving" },
    { ...none, day: "2026-11-27", isClosed: true, reason: "Thanksgiving" },
    { ...none, day: "2026-11-28", appointments: 1, first: "2026-11-28T15:00:00.000Z" },
  ]);
});

test.each(CHANGES)(
  "each appointment belongs to one day, also on $kind in $zone",
  async ({ zone, change }) => {
    const shop = await shopIn(zone);
    const moments = momentsAround({ change });
    const ids = new Map<string, { day: string; time: string }>();
    for (const at of moments) {
      const id = await book(shop, new Date(at).toISOString(), { name: String(at) });
      ids.set(id, clockIn(zone, at));
    }
    const on = (wanted: (day: string) => boolean) => [...ids].filter(([, { day }]) => wanted(day));
    const days = [...new Set([...ids.values()].map(({ day }) => day))];
    for (const day of days) {
      now = new Date(moments.find((at) => clockIn(zone, at).day === day) ?? 0);
      const shown = await today(shop.user);
      expect(shown.day).toBe(day);
      expect(shown.appointments.map(({ id }) => id)).toEqual(on((one) => one === day).map(([id]) => id));
      const ahead = on((one) => one > day);
      expect(shown.ahead).toMatchObject({ appointments: ahead.length });
      for (const { day, appointments } of shown.aheadDays)
        expect(on((one) => one === day)).toHaveLength(appointments);
      const listed = (await host.call("today.ahead", shop.user)).body as { day: string; time: string }[];
      expect(listed.map(({ day, time }) => ({ day, time }))).toEqual(
        ahead
          .map(([, at]) => at)
          .toSorted(byClock)
          .slice(0, 60),
      );
    }
  },
);

const byClock = (a: { day: string; time: string }, b: { day: string; time: string }) =>
  `${a.day} ${a.time}`.localeCompare(`${b.day} ${b.time}`);
