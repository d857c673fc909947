import { eq, sql } from "drizzle-orm";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { condition, runTests } from "#server/testing/automations.ts";

const { clock, host, make, rules, runAt, shopAt, names, nextRun } = runTests();

const EVERYBODY = { condition: [] };

test("queues birthday email at 9:00, never before or after", async () => {
  const { user } = await shopAt("2026-11-21T13:59:00Z");
  const id = await rules.create(user);
  await runAt("2026-11-21T13:59:59Z");
  expect(await names(user, id)).toEqual([]);
  await runAt("2026-11-21T14:00:00Z", "2026-11-21T14:00:05Z", "2026-11-21T19:00:00Z");
  expect(await rules.mails(user, id)).toMatchObject([
    { name: "Ada O’Brien-Nguyễn", occurrence: "birthday:2026", state: "queued" },
    { name: "Bo O’Brien-Nguyễn", occurrence: "birthday:2026", state: "queued" },
  ]);
  const { body } = await host.call("automations.get", user, { params: { id } });
  expect(body).toMatchObject({
    lastRunAt: "2026-11-21T14:00:00.000Z",
    nextRunAt: "2026-11-22T14:00:00.000Z",
  });
  await runAt("2026-11-22T14:00:00Z", "2027-11-21T14:00:00Z");
  expect(
    (await rules.mails(user, id)).map(({ name, occurrence }) => [name.split(" ")[0], occurrence]),
  ).toEqual([
    ["Ada", "birthday:2026"],
    ["Ada", "birthday:2027"],
    ["Bo", "birthday:2026"],
    ["Bo", "birthday:2027"],
    ["Cy", "birthday:2026"],
  ]);
});

test("counts one birthday per year, also across New Year", async () => {
  const { user } = await shopAt("2026-12-25T13:00:00Z");
  const contact = await make.contact(user, { firstName: "Jan", birthday: "1990-01-02" });
  const id = await rules.create(user, { condition: [condition("Contact.birthday", "LESS_THAN", 7)] });
  await runAt("2026-12-26T14:00:00Z", "2026-12-28T14:00:00Z");
  const body = {
    firstName: "Jan",
    lastName: "Frost",
    email: "jan@example.com",
    phoneNumber: "+1 212 555 0100",
  };
  const moved = { ...body, birthday: "1990-01-05" };
  await host.call("contacts.update", user, { params: { id: contact }, body: moved });
  await runAt("2026-12-31T14:00:00Z", "2027-01-01T14:00:00Z", "2027-01-05T14:00:00Z");
  expect(await rules.mails(user, id)).toMatchObject([{ to: contact, occurrence: "birthday:2027" }]);
});

test("celebrates February 29 every year", async () => {
  const { user } = await shopAt("2026-02-20T13:00:00Z");
  await make.contact(user, { firstName: "Leap", birthday: "2000-02-29" });
  const id = await rules.create(user);
  await runAt("2026-02-28T14:00:00Z", "2026-03-01T14:00:00Z", "2028-02-28T14:00:00Z");
  expect(await names(user, id)).toEqual(["Leap"]);
  await runAt("2028-02-29T14:00:00Z", "2028-03-01T14:00:00Z");
  expect((await rules.mails(user, id)).map(({ occurrence }) => occurrence)).toEqual([
    "birthday:2026",
    "birthday:2028",
  ]);
});

test("runs other rules at every scheduled time", async () => {
  const { user } = await shopAt("2026-11-20T13:00:00Z");
  const id = await rules.create(user, { condition: [condition("Contact.name", "LESS_THAN", "b")] });
  const send = async () => {
    const database = await host.database();
    await database.tenant(user.organizationId, (db) =>
      db.update(mails).set({ state: "sent", sentAt: clock.now }),
    );
  };
  await runAt("2026-11-20T14:00:03Z");
  await send();
  await runAt("2026-11-21T14:00:02Z");
  const both = ["2026-11-20T14:00:00.000Z", "2026-11-21T14:00:00.000Z"];
  expect((await rules.mails(user, id)).map(({ occurrence }) => occurrence)).toEqual(both);
  await runAt("2026-11-22T14:00:00Z");
  expect(await rules.mails(user, id)).toHaveLength(2);
  const database = await host.database();
  await database.tenant(user.organizationId, (db) =>
    db.update(mails).set({ state: "held" }).where(eq(mails.state, "queued")),
  );
  await runAt("2026-11-23T14:00:00Z");
  expect(await rules.mails(user, id)).toHaveLength(2);
});

test("runs One-time rules once per contact at nine", async () => {
  const { user } = await shopAt("2026-11-21T15:00:00Z");
  const id = await rules.create(user, { trigger: { type: "DATE_BASED" }, ...EVERYBODY });
  await runAt("2026-11-21T16:00:00Z");
  expect(await names(user, id)).toEqual([]);
  await runAt("2026-11-22T14:00:00Z");
  expect(await names(user, id)).toEqual(["Ada", "Bo", "Cy"]);
  await make.contact(user, { firstName: "Di" });
  await runAt("2026-11-23T14:00:00Z", "2027-11-23T14:00:00Z");
  expect(await rules.mails(user, id)).toMatchObject([
    { occurrence: "once" },
    { occurrence: "once" },
    { occurrence: "once" },
    { name: "Di O’Brien-Nguyễn", occurrence: "once" },
  ]);
});

test.each([
  [
    "spring, in the gap",
    "30 2 * * *",
    "2026-03-08T06:59:59Z",
    "2026-03-08T07:00:00Z",
    "2026-03-09T06:30:00.000Z",
  ],
  [
    "spring, at nine",
    "0 9 * * *",
    "2026-03-08T12:59:59Z",
    "2026-03-08T13:00:00Z",
    "2026-03-09T13:00:00.000Z",
  ],
  [
    "autumn, repeated",
    "30 1 * * *",
    "2026-11-01T05:29:59Z",
    "2026-11-01T05:30:00Z",
    "2026-11-02T06:30:00.000Z",
  ],
  [
    "autumn, at nine",
    "0 9 * * *",
    "2026-11-01T13:59:59Z",
    "2026-11-01T14:00:00Z",
    "2026-11-02T14:00:00.000Z",
  ],
])("runs once when clocks change: %s", async (_, schedule, before, at, next) => {
  const { user } = await shopAt(before);
  const id = await rules.create(user, { trigger: { type: "TIME_BASED", schedule }, ...EVERYBODY });
  await runAt(before);
  expect(await names(user, id)).toEqual([]);
  const anHourLater = new Date(Date.parse(at) + 3_600_000).toISOString();
  await runAt(at, anHourLater);
  expect(await names(user, id)).toEqual(["Ada", "Bo", "Cy"]);
  expect(await nextRun(user, id)).toBe(next);
});

test("catches up once on the same day only", async () => {
  const { user } = await shopAt("2026-11-18T13:00:00Z");
  const hourly = await rules.create(user, {
    trigger: { type: "TIME_BASED", schedule: "0 * * * *" },
    ...EVERYBODY,
  });
  const daily = await rules.create(user, EVERYBODY);
  await runAt("2026-11-20T13:30:00Z");
  expect(await rules.mails(user, daily)).toEqual([]);
  expect((await rules.mails(user, hourly)).map(({ occurrence }) => occurrence)).toEqual(
    Array(3).fill("2026-11-20T13:00:00.000Z"),
  );
  await runAt("2026-11-20T21:15:00Z");
  expect((await rules.mails(user, daily)).map(({ occurrence }) => occurrence)).toEqual(
    Array(3).fill("2026-11-20T14:00:00.000Z"),
  );
  expect(await nextRun(user, daily)).toBe("2026-11-21T14:00:00.000Z");
  expect(await nextRun(user, hourly)).toBe("2026-11-20T22:00:00.000Z");
});

test("skips a missed day's birthday but not today's", async () => {
  const { user } = await shopAt("2026-11-20T15:00:00Z");
  const id = await rules.create(user);
  await runAt("2026-11-22T15:00:00Z");
  expect(await names(user, id)).toEqual(["Cy"]);
});

test("uses the store's day, in any timezone", async () => {
  const shop = await shopAt("2026-11-21T13:00:00Z");
  const id = await rules.create(shop.user, { trigger: { type: "TIME_BASED", schedule: "0 1 * * *" } });
  await rules.setTimezone(shop, "Asia/Tokyo");
  await runAt("2026-11-21T15:59:00Z");
  expect(await names(shop.user, id)).toEqual([]);
  await runAt("2026-11-21T16:00:00Z");
  expect(await names(shop.user, id)).toEqual(["Cy"]);
});

test("does nothing while paused", async () => {
  const { user } = await shopAt("2026-11-21T13:00:00Z");
  const id = await rules.create(user);
  const setActive = (active: boolean) =>
    host.call("automations.setActive", user, { params: { id }, body: { active } });
  await setActive(false);
  await runAt("2026-11-21T14:00:00Z");
  clock.now = new Date("2026-11-21T14:00:01Z");
  await setActive(true);
  await runAt("2026-11-21T14:00:02Z", "2026-11-21T20:00:00Z");
  expect(await names(user, id)).toEqual([]);
  await runAt("2026-11-22T14:00:00Z");
  expect(await names(user, id)).toEqual(["Cy"]);
});

test("runs a rule once with concurrent workers", async () => {
  const { user } = await shopAt("2026-11-21T13:59:00Z");
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push(await rules.create(user, EVERYBODY));
  clock.now = new Date("2026-11-21T14:00:00Z");
  const ran = await Promise.all(Array.from({ length: 6 }, () => rules.run()));
  expect(ran.reduce((sum, count) => sum + count)).toBe(4);
  for (const id of ids) expect(await names(user, id)).toEqual(["Ada", "Bo", "Cy"]);
  expect(await rules.run()).toBe(0);
});

test("retries a failed rule without blocking others", async () => {
  const { user } = await shopAt("2026-11-21T13:00:00Z");
  const broken = await rules.create(user, EVERYBODY);
  const whole = await rules.create(user);
  const database = await host.database();
  const set = (conditions: object[]) =>
    database.system((db) =>
      db
        .update(automations)
        .set({ conditions: sql`${JSON.stringify(conditions)}::jsonb` })
        .where(eq(automations.id, broken)),
    );
  await set([condition("Purchase.cost", "EQUALS", "much")]);
  const lines: string[] = [];
  const write = jest
    .spyOn(process.stdout, "write")
    .mockImplementation((line) => lines.push(String(line)) > 0);
  await runAt("2026-11-21T14:00:00Z");
  write.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      event: "automation failed",
      automation: broken,
      organization: user.organizationId,
      message: "error 22P02",
    },
  ]);
  expect(await names(user, whole)).toEqual(["Ada", "Bo"]);
  expect(await nextRun(user, broken)).toBe("2026-11-21T14:10:00.000Z");
  await set([]);
  await runAt("2026-11-21T14:10:00Z");
  expect((await rules.mails(user, broken)).map(({ occurrence }) => occurrence)).toEqual(
    Array(3).fill("2026-11-21T14:00:00.000Z"),
  );
  expect(await nextRun(user, broken)).toBe("2026-11-22T14:00:00.000Z");
});

test("reaches only contacts of its organization", async () => {
  const [here, there] = [await shopAt("2026-11-21T13:00:00Z"), await shopAt("2026-11-21T13:00:00Z")];
  await make.sale(there.user, await make.saleForm(there.user, { cost: "5000" }));
  const dear = { condition: [condition("Purchase.cost", "GREATER_THAN", 1000)] };
  const [ours, theirs, all] = [
    await rules.create(here.user, dear),
    await rules.create(there.user, dear),
    await rules.create(here.user, EVERYBODY),
  ];
  await runAt("2026-11-21T14:00:00Z");
  expect(await rules.mails(here.user, ours)).toEqual([]);
  expect(await names(there.user, theirs)).toEqual(["Zoë"]);
  expect(await names(here.user, all)).toEqual(["Ada", "Bo", "Cy"]);
});
