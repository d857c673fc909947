import type { CalendarEntry } from "#lib/contract/calendar.ts";
import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import type { Task } from "#lib/contract/tasks.ts";
import type { Today } from "#lib/contract/today.ts";
import { groupsOf } from "./today-rows.ts";

const words = { timezone: "America/New_York", me: "u1", money: moneyOf(DOLLARS) };
const open = { doneAt: null, doneBy: "" };
const task: Task = {
  ...{ id: "t1", kind: "TASK", what: "Send valuation", detail: "", person: { id: "u1", name: "Priya" } },
  ...{ contact: null, phoneNumber: "", dueDay: "2026-11-20", dueTime: "", repeat: "NONE", source: null },
  ...{ ...open, createdBy: "Priya", createdAt: null, updatedAt: null, version: 1 },
};
const day: Today = {
  ...{ day: "2026-11-21", appointments: [], repairs: [], occasions: [], tasks: [], next: null },
  ahead: { appointments: 0, birthdays: 0, anniversaries: 0, tasks: 0 },
};
const visit: Today["appointments"][number] = {
  ...{ id: "b1", startsAt: "2026-11-21T15:30:00.000Z", minutes: 45, title: "Ring fitting", isNoShow: false },
  ...{ contact: { id: null, name: "Farah Haddad" }, phoneNumber: "+1 628 555 0199" },
  ...{ person: { id: "u2", name: "Tomás" }, note: "Size US 5", ...open },
};
const birthday: Today["occasions"][number] = {
  ...{ kind: "birthday", contact: { id: "c1", name: "Rohan May" }, email: "r@example.com", phoneNumber: "" },
  ...{ years: 42, lastSale: { cost: 324, createdAt: "2026-11-19T15:00:00Z" }, wrote: null, ...open },
};
const rows = (changes: Partial<Today>, events: CalendarEntry[] = []) =>
  groupsOf({ ...day, ...changes }, events, words).flatMap(({ name, rows }) =>
    rows.map((row) => ({ group: name, ...row })),
  );

test("shows an appointment's length, and counts it done afterwards", () => {
  const times = { doneAt: "2026-11-21T15:35:00.000Z", doneBy: "Ada" };
  expect(rows({ appointments: [visit, { ...visit, ...times }, { ...visit, isNoShow: true }] })).toMatchObject(
    [
      {
        group: "Appointments",
        when: "10:30 AM",
        title: "Farah Haddad",
        line: "Ring fitting · 45 min · with Tomás · Size US 5",
        href: "/dashboard/appointments?day=2026-11-21&booking=b1",
        action: { kind: "call", href: "tel:+16285550199" },
        done: false,
      },
      { line: "Ring fitting · came, 10:35 AM · with Tomás", done: true, action: null },
      { line: "Ring fitting · did not come · with Tomás · Size US 5", done: true, isFixed: true },
    ],
  );
});

test("shows calendar entries among the appointments, without a tick", () => {
  const entry = { id: "e1", title: "Gem dealer visit", isAllDay: false, person: { id: "u2", name: "Tomás" } };
  const times = { start: "2026-11-21T15:00:00.000Z", end: "2026-11-21T16:00:00.000Z" };
  const fair = {
    ...entry,
    ...times,
    id: "e2",
    title: "Fair",
    isAllDay: true,
    person: { id: "u1", name: "" },
  };
  const found = rows({ appointments: [visit] }, [{ ...entry, ...times }, fair]);
  expect(found.map(({ group, when, title }) => [group, when, title])).toEqual([
    ["Appointments and calendar", "All day", "Fair"],
    ["Appointments and calendar", "10:00 AM", "Gem dealer visit"],
    ["Appointments and calendar", "10:30 AM", "Farah Haddad"],
  ]);
  expect(found.map(({ line }) => line).slice(0, 2)).toEqual([
    "Your calendar",
    "Tomás’s calendar · until 11:00 AM",
  ]);
  expect(found.map(({ ticked }) => ticked === null)).toEqual([true, true, false]);
});

test("shows why a repair is due and its place", () => {
  const repair: Today["repairs"][number] = {
    ...{
      id: "r1",
      prefix: "R",
      number: 1036,
      photoCount: 0,
      photo: null,
      name: "Tennis bracelet",
      kind: "BRACELET",
      state: "BENCH",
      version: 1,
    },
    ...{
      contact: { id: "c1", name: "Hannah May" },
      person: { id: "u2", name: "Tom" },
      email: "",
      phoneNumber: "",
    },
    ...{ stateAt: "2026-11-01T15:00:00Z", stateBy: "Tom", workshop: "", backDay: "", work: "Clasp" },
    ...{
      promisedDay: "2020-01-01",
      estimate: "FIXED",
      total: 65,
      approved: null,
      callAskedAt: null,
      notified: null,
    },
  };
  const away = { state: "AWAY" as const, workshop: "Harbor", callAskedAt: "2026-11-21T15:00:00Z" };
  expect(rows({ repairs: [repair, { ...repair, ...away }] })).toMatchObject([
    {
      group: "Repairs",
      when: expect.stringMatching(/ days late$/),
      late: true,
      title: "Tennis bracelet, Hannah May",
      line: "R-1036 · at the bench · with Tom",
      href: "/dashboard/repairs/1036",
      repairId: "r1",
    },
    {
      when: "Call back",
      late: false,
      line: "R-1036 · away at Harbor · with Tom · asked for a call",
      tell: null,
    },
  ]);
  const ready = {
    ...repair,
    state: "READY" as const,
    stateAt: "2020-10-20T15:00:00Z",
    email: "h@example.com",
  };
  const notified = { how: "TEXT" as const, at: "2020-11-03T15:00:00Z", by: "Lena Ortiz" };
  expect(
    rows({
      repairs: [
        ready,
        { ...ready, notified },
        { ...ready, email: "" },
        { ...ready, ...away, state: "READY" },
      ],
    }),
  ).toMatchObject([
    {
      line: "R-1036 · ready since Oct 20, 2020 · with Tom · customer not notified yet",
      tell: { id: "r1", text: "Tell Hannah" },
    },
    {
      line: expect.stringContaining("Texted Nov 3, 2020 by Lena"),
      tell: { id: "r1", text: "Tell Hannah again" },
    },
    { tell: null },
    { tell: null },
  ]);
});

test("offers to take in the piece of a drop-off", () => {
  const dropOff = { ...visit, title: "Repair drop-off" };
  const known = { ...dropOff, contact: { id: "c1", name: "Liam May" } };
  expect(rows({ appointments: [dropOff, known, { ...known, isNoShow: true }, visit] })).toMatchObject([
    { action: { kind: "takeIn", href: "/dashboard/repairs/new" } },
    { action: { kind: "takeIn", href: "/dashboard/repairs/new?contact=c1" } },
    { action: null },
    { action: { kind: "call" } },
  ]);
});

test("offers a birthday email, and counts only today's automation", () => {
  const wrote = (at: string) => ({ ...birthday, wrote: { name: "Wishes", at } });
  expect(
    rows({ occasions: [birthday, wrote("2026-11-21T14:00:00Z"), wrote("2026-11-14T14:00:00Z")] }),
  ).toMatchObject([
    {
      when: "Birthday",
      line: "Turns 42 · last sale $324.00, Nov 19",
      action: { kind: "greet", href: "mailto:r@example.com" },
      done: false,
    },
    { line: "Automation “Wishes” wrote at 9:00 AM", done: true, isFixed: true, action: null },
    { line: expect.stringContaining("Automation “Wishes” wrote on Nov 14"), done: false, isFixed: false },
  ]);
});

test("shows a late task with its origin, and calls separately", () => {
  const about = { id: "c1", name: "Chen Wei" };
  const note = { kind: "note", id: "n1", name: "", at: "2026-11-12T15:00:00Z", templateId: "" } as const;
  const rule = { kind: "automation", id: "a1", name: "After 30 days", at: null, templateId: "t1" } as const;
  const call = { ...task, kind: "CALL", contact: about, dueDay: "2026-11-21", source: rule } as const;
  expect(
    rows({
      tasks: [
        { ...call, phoneNumber: "+1 628 555 0199" },
        { ...task, contact: about, source: note, detail: "For her insurer" },
        { ...task, source: { ...rule, kind: "sale", id: "s1", name: "INV 7" } },
        { ...task, dueDay: "2026-11-21", dueTime: "14:30", person: null, repeat: "WORKDAY" },
        { ...task, doneAt: "2026-11-21T15:00:00Z", doneBy: "Ada", person: { id: "u2", name: "Tomás" } },
      ],
    }),
  ).toMatchObject([
    {
      group: "Tasks",
      when: "1 day late",
      late: true,
      line: "For her insurer · About Chen Wei · from the note of Nov 12",
      href: null,
    },
    { href: "/dashboard/sales?q=INV%207&sale=s1&do=payment" },
    { when: "2:30 PM", late: false, line: "Every day the store is open · for everyone" },
    { when: "Today", late: false, line: "for Tomás · done by Ada", done: true },
    {
      group: "Customers to call",
      when: "Automation",
      texts: { contactId: "c1", templateId: "t1" },
      title: "Chen Wei",
      line: "Send valuation · automation “After 30 days”",
      action: { kind: "call", text: "+1 628 555 0199" },
    },
  ]);
});
