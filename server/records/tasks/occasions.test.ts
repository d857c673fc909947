import type { Today } from "#lib/contract/today.ts";
import { mails as sent, suppressions } from "#server/platform/db/schema-mail.ts";
import { runTests } from "#server/testing/automations.ts";
import type { Person } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";

const { clock, host, make, rules, runAt, shopAt } = runTests();

const MORNING = "2027-11-21T13:30:00Z";

async function store() {
  const shop = await shopAt(MORNING);
  await mailStore({ database: await host.database(), clock: () => clock.now }, shop.id).account();
  const { occasions } = (await host.call("today.get", shop.user)).body as Today;
  const id = occasions.find(({ contact }) => contact.name.startsWith("Ada"))?.contact.id ?? "";
  const templateId = await rules.template(shop.user);
  const greet = (person: Person, changes: object = {}) =>
    host.call("today.greet", person, { body: { kind: "birthday", id, templateId, ...changes } });
  const mails = async () =>
    (
      (await host.call("mails.list", shop.user)).body as { toName: string; subject: string; kind: string }[]
    ).map(({ toName, subject, kind }) => `${toName.split(" ")[0]}: ${subject} (${kind})`);
  return { ...shop, id, greet, mails };
}

test("sends the template once and marks the occasion done", async () => {
  const { user, owner, id, greet, mails } = await store();
  const rule = await rules.create(user);
  expect((await greet(user)).status).toBe(200);
  expect((await greet(owner)).status).toBe(409);
  expect(await mails()).toEqual(["Ada: Hello Ada (automation)"]);
  const { occasions } = (await host.call("today.get", user)).body as Today;
  expect(occasions.find(({ contact }) => contact.id === id)).toMatchObject({ doneBy: "Ada USER" });
  await runAt("2027-11-21T14:00:00Z");
  expect((await rules.mails(user, rule)).map(({ name }) => name.split(" ")[0])).toEqual(["Bo"]);
});

test("sends another email after the first one failed", async () => {
  const { user, greet, mails } = await store();
  expect((await greet(user)).status).toBe(200);
  const database = await host.database();
  await database.tenant(user.organizationId, (db) => db.update(sent).set({ state: "failed" }));
  expect((await greet(user)).status).toBe(200);
  expect(await mails()).toHaveLength(2);
  expect((await greet(user)).status).toBe(409);
});

test("refuses contacts without consent, greeted or of another store", async () => {
  const { user, greet, mails } = await store();
  const { organizationId } = user;
  const other = await make.contact(user, { firstName: "Cyd", birthday: "1990-12-21" });
  expect((await greet(user, { id: other })).status).toBe(404);
  const there = await host.shop();
  const theirs = await make.contact(there.user, { birthday: "1990-11-21" });
  expect((await greet(user, { id: theirs })).status).toBe(404);
  expect((await greet(user, { templateId: await rules.template(there.user) })).status).toBe(404);
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.insert(suppressions).values({ organizationId, address: "ada@example.com", reason: "bounced" }),
  );
  expect(await greet(user)).toMatchObject({
    status: 409,
    body: { message: "We can't email them: An earlier mail to this address came back" },
  });
  expect(await mails()).toEqual([]);
});
