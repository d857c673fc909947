import { runTests } from "#server/testing/automations.ts";

const { clock, host, make, rules, runAt, shopAt, names, nextRun } = runTests();

const EVERYBODY = { condition: [] };
const DAILY_AT_NINE = { trigger: { type: "TIME_BASED", schedule: "0 9 * * *" }, ...EVERYBODY };

test("skips no birthday when the store moves east", async () => {
  const shop = await shopAt("2026-11-20T12:00:00Z");
  const id = await rules.create(shop.user);
  await runAt("2026-11-20T14:00:00Z");
  clock.now = new Date("2026-11-21T05:30:00Z");
  await rules.setTimezone(shop, "Asia/Singapore");
  await rules.run();
  expect(await names(shop.user, id)).toEqual(["Ada", "Bo"]);
  expect(await nextRun(shop.user, id)).toBe("2026-11-22T01:00:00.000Z");
});

test("doesn't repeat a daily rule when the store moves west", async () => {
  const shop = await shopAt("2026-11-20T12:00:00Z");
  await rules.setTimezone(shop, "Asia/Tokyo");
  const id = await rules.create(shop.user, DAILY_AT_NINE);
  await runAt("2026-11-21T00:00:00Z");
  expect(await rules.mails(shop.user, id)).toHaveLength(3);
  await rules.setTimezone(shop, "America/Los_Angeles");
  expect(await nextRun(shop.user, id)).toBe("2026-11-22T17:00:00.000Z");
  await runAt("2026-11-21T17:00:00Z");
  expect(await rules.mails(shop.user, id)).toHaveLength(3);
});

test("records a missed day's contacts and sends nothing", async () => {
  // Contacts get their creation time from the database's clock.
  const { user } = await shopAt("2027-11-19T15:00:00Z");
  const birthdays = await rules.create(user);
  const weekly = await rules.create(user, {
    trigger: { type: "TIME_BASED", schedule: "0 9 * * 0" },
    ...EVERYBODY,
  });
  await runAt("2027-11-22T13:00:00Z", "2027-11-22T14:00:00Z");
  const missed = { occurrence: "missed:2027-11-21", state: "skipped" };
  expect(await rules.mails(user, birthdays)).toMatchObject([
    { name: "Ada O’Brien-Nguyễn", ...missed },
    { name: "Bo O’Brien-Nguyễn", ...missed },
    { name: "Cy O’Brien-Nguyễn", occurrence: "birthday:2027", state: "queued" },
  ]);
  expect(await rules.mails(user, weekly)).toMatchObject([missed, missed, missed]);
  const { body } = await host.call("automations.mails", user, { params: { id: weekly } });
  const reason = "Missed: nothing was running on Sunday, November 21";
  expect(body).toMatchObject({ counts: { skipped: 3 }, mails: [{ reason }, { reason }, { reason }] });
});

test("doesn't report missed runs from before a schedule was edited", async () => {
  const { user } = await shopAt("2027-11-15T15:00:00Z");
  const id = await rules.create(user, {
    trigger: { type: "TIME_BASED", schedule: "0 9 1 * *" },
    ...EVERYBODY,
  });
  clock.now = new Date("2027-11-19T15:00:00Z");
  const form = await rules.form(user, EVERYBODY);
  expect((await host.call("automations.update", user, { params: { id }, body: form })).status).toBe(200);
  await runAt("2027-11-20T14:00:00Z");
  expect(await rules.mails(user, id)).toMatchObject(Array(3).fill({ state: "queued" }));
});

test("sends one email per address and occurrence", async () => {
  const { user } = await shopAt("2026-11-21T13:00:00Z");
  await make.contact(user, { firstName: "Adele", birthday: "1990-11-21", email: "ADA@example.com" });
  await make.contact(user, { firstName: "Cyan", birthday: "1990-11-21", email: "cy@example.com" });
  const [id, once] = [
    await rules.create(user),
    await rules.create(user, { trigger: { type: "DATE_BASED" }, ...EVERYBODY }),
  ];
  const { body } = await host.call("automations.recipients", user, { params: { id } });
  const twin = { name: "Adele O’Brien-Nguyễn", skipped: "Another contact with this address gets this email" };
  expect(body).toMatchObject({ total: 4, contacts: [{ skipped: null }, twin, {}, { skipped: null }] });
  await runAt("2026-11-21T14:00:00Z", "2026-11-22T14:00:00Z");
  const states = async (rule: string) =>
    (await rules.mails(user, rule)).map(({ name, state }) => [name.split(" ")[0], state]);
  expect(await states(id)).toEqual([
    ["Ada", "queued"],
    ["Adele", "skipped"],
    ["Bo", "queued"],
    ["Cy", "queued"],
    ["Cyan", "queued"],
  ]);
  expect(await states(once)).toEqual([
    ["Ada", "queued"],
    ["Adele", "skipped"],
    ["Bo", "queued"],
    ["Cy", "queued"],
    ["Cyan", "skipped"],
  ]);
  await make.contact(user, { firstName: "Bob", email: "bo@example.com" });
  await runAt("2026-11-23T14:00:00Z");
  expect(await states(once)).toContainEqual(["Bob", "skipped"]);
});
