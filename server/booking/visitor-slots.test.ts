import ICAL from "ical.js";
import { bookingTests, ELEVEN, TEN } from "#server/testing/booking.ts";

const host = bookingTests();

type Day = { day: string; state: string; slots: string[] };
type Lost = { message: string; slots?: { days: Day[] } };
type Links = { cancelToken: string; moveToken: string };

const links = ({ body }: { body: unknown }) => body as Links;
const lost = ({ body }: { body: unknown }) => body as Lost;

async function listed(slug: string, query: { from?: string; to?: string }) {
  const { status, body } = await host.call("visitor.slots", null, { params: { slug }, query });
  expect(status).toBe(200);
  const { days, last } = body as { days: Day[]; last: string };
  return [days[0]?.day, days.at(-1)?.day, last];
}

test("lists two weeks of bookable times by default", async () => {
  const { slug } = await host.store({ daysInAdvance: 20.5 });
  const last = "2026-11-22";
  expect(await listed(slug, {})).toEqual(["2026-11-02", "2026-11-15", last]);
  expect(await listed(slug, { from: "2026-11-16" })).toEqual(["2026-11-16", last, last]);
  expect(await listed(slug, { from: "2020-01-01" })).toEqual(["2026-11-02", "2026-11-15", last]);
  expect(await listed(slug, { from: "9999-12-31" })).toEqual([last, last, last]);
  expect(await listed(slug, { to: "2026-11-03" })).toEqual(["2026-11-02", "2026-11-03", last]);
});

test("refuses a late booking with the day's free times", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  const refused = await store.book({ startsAt: TEN, email: "anna@example.com" });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: "This time was just taken. Please choose another one.",
      slots: { timezone: "America/New_York", minutes: 60, days: [{ day: "2026-11-03", state: "open" }] },
    },
  });
  expect(lost(refused).slots?.days[0]?.slots).toEqual(await store.slots("2026-11-03"));
  const off = await store.book({ startsAt: "2026-11-03T15:30:00.000Z" });
  expect([off.status, lost(off).slots?.days.length]).toEqual([409, 1]);
});

test("refuses a late move with the day's free times", async () => {
  const store = await host.store();
  const { moveToken } = links(await store.book({ startsAt: TEN }));
  await store.book({ startsAt: ELEVEN, email: "anna@example.com" });
  const body = { startsAt: ELEVEN };
  const refused = await host.call("visitor.move", null, { params: { token: moveToken }, body });
  expect(refused.status).toBe(409);
  const free = lost(refused).slots?.days[0]?.slots;
  expect(free).toContain(TEN);
  expect(free).not.toContain(ELEVEN);
});

test("refuses an impossible time without free times", async () => {
  const store = await host.store();
  const refused = await store.book({ startsAt: "9999-12-31T00:00:00.000Z" });
  expect([refused.status, lost(refused).slots]).toEqual([409, undefined]);
});

test("refuses without times while the calendar is unavailable", async () => {
  const store = await host.store();
  await store.setAccount({ provider: "imap", secrets: null });
  const refused = await store.book({ startsAt: "2026-11-03T08:17:00.000Z" });
  expect([refused.status, lost(refused).slots]).toEqual([409, undefined]);
});

test("returns the email's event as a calendar file", async () => {
  const store = await host.store();
  const { cancelToken, moveToken } = links(await store.book({ startsAt: TEN }));
  const file = async (token: string) => {
    const { status, body } = await host.call("visitor.ics", null, { params: { token } });
    expect(status).toBe(200);
    return (body as { ics: string }).ics;
  };
  const said = (ics: string) => {
    const calendar = new ICAL.Component(ICAL.parse(ics));
    const { uid, startDate, endDate, summary, sequence, attendees, description } = new ICAL.Event(
      calendar.getFirstSubcomponent("vevent") ?? undefined,
    );
    const method = calendar.getFirstPropertyValue("method");
    const [startsAt, endsAt] = [startDate, endDate].map((time) => time.toJSDate().toISOString());
    return { event: { uid, startsAt, endsAt, summary, sequence }, attendees, method, description };
  };
  const [mail] = await store.mails();
  const [invited, cancels, moves] = [mail?.ics ?? "", await file(cancelToken), await file(moveToken)].map(
    said,
  );
  expect(invited?.event).toMatchObject({ startsAt: TEN, endsAt: ELEVEN });
  expect(cancels?.event).toEqual(invited?.event);
  expect(cancels).toMatchObject({ method: "PUBLISH", attendees: [] });
  expect(cancels?.description).toMatch(/^Cancel: \S+$/);
  expect(moves?.description).toMatch(/^Reschedule: \S+$/);
  expect(await store.mails()).toHaveLength(2);

  await host.call("visitor.move", null, { params: { token: moveToken }, body: { startsAt: ELEVEN } });
  expect(said(await file(moveToken))).toMatchObject({
    event: { startsAt: ELEVEN, sequence: 1 },
    description: "",
  });
  expect((await host.call("visitor.ics", null, { params: { token: "A".repeat(64) } })).status).toBe(404);
});
