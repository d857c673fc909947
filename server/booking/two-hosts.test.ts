import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings } from "#server/platform/db/schema-calendar.ts";
import { testHosts } from "#server/testing/hosts.ts";
import { week } from "#server/testing/slots.ts";

jest.setTimeout(120_000);

const PEOPLE = 5;
const VISITORS = 100;
const SLUG = "fitting";

type Answer = { status: number; body: { slots?: { days: { slots: string[] }[] } } };

test("gives visitors on two hosts one appointment per person", async () => {
  const hosts = await testHosts();
  try {
    const organizationId = newId();
    const opened = await hosts.open();
    await opened.database.system(async (db) => {
      await db.insert(organizations).values({ id: organizationId, name: "Marlow & Finch", timezone: "UTC" });
      for (let i = 0; i < PEOPLE; i++) {
        const person = {
          id: newId(),
          email: `p${i}@example.com`,
          firstName: `Person ${i}`,
          lastName: "Finch",
        };
        const availability = week(() => true);
        await db
          .insert(users)
          .values({ organizationId, ...person, role: "USER", availability, passwordHash: "" });
      }
      const type = { name: "Fitting", defaultMeetingLength: 60, daysInAdvance: 30, slug: SLUG };
      await db.insert(appointmentTypes).values({ organizationId, id: newId(), ...type });
    });
    await opened.close();

    // PGlite serves one process at a time.
    const count = process.env.TEST_DATABASE_URL ? 2 : 1;
    const env = { TRUST_PROXY: "1" };
    const running = await Promise.all(Array.from({ length: count }, () => hosts.start(env)));
    const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const startsAt = `${day}T10:00:00.000Z`;
    const post = (i: number, key: string) =>
      fetch(`${running[i % count]?.url}/api/v1/book/${SLUG}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `10.1.${i}.1` },
        body: JSON.stringify({
          ...{ startsAt, name: "Zoë Frost", email: `v${i}@example.com`, phoneNumber: "", note: "" },
          ...{ timezone: "UTC", key, website: "" },
        }),
      });
    const book = async (i: number): Promise<Answer> => {
      const key = newId();
      let response = await post(i, key);
      while (response.status === 503) {
        await sleep(Number(response.headers.get("retry-after")) * 1000);
        response = await post(i, key);
      }
      return { status: response.status, body: (await response.json()) as Answer["body"] };
    };
    const answers = await Promise.all(Array.from({ length: VISITORS }, (_, i) => book(i)));
    for (const host of running) await host.stop();

    const after = await hosts.open();
    const rows = await after.database.system((db) => db.select().from(bookings));
    await after.close();
    const late = answers.filter(({ status }) => status === 409);
    expect([answers.filter(({ status }) => status === 200).length, late.length]).toEqual([
      PEOPLE,
      VISITORS - PEOPLE,
    ]);
    expect(rows.map(({ startsAt: start }) => start.toISOString())).toEqual(Array(PEOPLE).fill(startsAt));
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(PEOPLE);
    const sixth = late.at(-1)?.body.slots?.days[0]?.slots ?? [];
    expect(sixth).not.toContain(startsAt);
    expect(sixth).toContain(`${day}T11:00:00.000Z`);
  } finally {
    await hosts.remove();
  }
});
