import { sql } from "drizzle-orm";
import { contacts } from "#server/db/schema.ts";
import { mails } from "#server/db/schema-mail.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person } from "#server/testing/records.ts";

const host = testHost();
const rules = rulesOf(host);

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...person, email: `zoe-${i}@example.com` }));

async function send(user: Person, list: unknown[], rest: object = {}): Promise<object[]> {
  const answer = await host.call("contacts.import", user, { body: { contacts: list, ...rest } });
  expect(answer.status).toBe(200);
  return (answer.body as { outcomes: object[] }).outcomes;
}

async function emails(user: Person): Promise<string[]> {
  const { body } = await host.call("contacts.list", user, { query: { limit: 100 } });
  return (body as { email: string }[]).map(({ email }) => email).sort();
}

const NEW = { outcome: "new" };
const KNOWN = { outcome: "known" };

test("contacts are imported as they would be created", async () => {
  const { user } = await host.shop();
  const full = { ...person, birthday: "1968-03-14T12:00:00.000Z", anniversary: "" };
  expect(await send(user, [full])).toEqual([NEW]);
  const { body } = await host.call("contacts.list", user, { query: { search: "020 7946 0018" } });
  expect(body).toMatchObject([{ ...full, anniversary: null, version: 1, recentSale: null }]);
});

test("each is checked by itself, and one that is refused keeps no other out", async () => {
  const { user } = await host.shop();
  const [first, second] = numbered(2);
  const worse = [
    { ...person, lastName: "a\0b" },
    { ...person, birthday: "2026-02-30" },
    null,
    "x",
    [[[]]],
    {},
  ];
  const bad = [{ ...person, email: "amara@" }, { ...person, firstName: "R2D2" }, ...worse];
  const outcomes = await send(user, [first, ...bad, second]);
  expect(outcomes).toEqual([
    NEW,
    { outcome: "refused", reason: "email: Invalid email format" },
    { outcome: "refused", reason: "firstName: Please enter a valid name" },
    ...worse.map(() => ({ outcome: "refused", reason: expect.any(String) })),
    NEW,
  ]);
  expect(await emails(user)).toEqual(["zoe-0@example.com", "zoe-1@example.com"]);
});

test("what is missing costs nobody the person, and without an email the same name and number are one", async () => {
  const { user } = await host.shop();
  const cher = { ...person, firstName: "Cher", lastName: "", email: "", phoneNumber: "" };
  const zoe = { ...person, email: "" };
  expect(await send(user, [cher, zoe, { ...zoe, phoneNumber: "" }, zoe])).toEqual([NEW, NEW, NEW, KNOWN]);
  expect(await send(user, [cher, zoe, person])).toEqual([KNOWN, KNOWN, NEW]);
  expect(await send(user, [{ ...cher, firstName: "" }])).toMatchObject([{ outcome: "refused" }]);
  const { body } = await host.call("contacts.options", user, { query: { search: "cher" } });
  expect(body).toMatchObject([{ name: "Cher" }]);
});

test("an email that is there already, in any case, leaves its contact as it is", async () => {
  const { user } = await host.shop();
  await host.call("contacts.create", user, { body: { ...person, email: "Zoe@Example.com" } });
  const again = { ...person, firstName: "Somebody", email: "zoe@EXAMPLE.com" };
  const twice = { ...person, email: "amara@example.com" };
  expect(await send(user, [again, twice, { ...twice, email: "AMARA@example.com" }])).toEqual([
    KNOWN,
    NEW,
    KNOWN,
  ]);
  const { body } = await host.call("contacts.list", user, { query: { search: "zoe@example" } });
  expect(body).toMatchObject([{ firstName: person.firstName, email: "Zoe@Example.com", version: 1 }]);
  expect(await emails(user)).toEqual(["Zoe@Example.com", "amara@example.com"]);
});

test("a dry run tells the same and imports nobody", async () => {
  const { user } = await host.shop();
  const list = [...numbered(3), ...numbered(1), {}];
  const told = await send(user, list, { dryRun: true });
  expect(await emails(user)).toEqual([]);
  expect(await send(user, list)).toEqual(told);
  expect(await emails(user)).toHaveLength(3);
});

test("a hundred at most, and one at least", async () => {
  const { user } = await host.shop();
  expect(await send(user, numbered(100))).toEqual(Array(100).fill(NEW));
  for (const [list, message] of [
    [numbered(101), "contacts: 100 contacts at most"],
    [[], "contacts: Required"],
  ] as const) {
    const answer = await host.call("contacts.import", user, { body: { contacts: list } });
    expect(answer).toMatchObject({ status: 400, body: { message } });
  }
  for (const body of [{}, { contacts: "x" }, { contacts: [person], dryRun: "no" }, []]) {
    expect((await host.call("contacts.import", user, { body })).status).toBe(400);
  }
  expect(await emails(user)).toHaveLength(100);
});

test("a repeat with its key imports nobody twice and gets the first answer", async () => {
  const { user } = await host.shop();
  const repeat = () =>
    host.send("POST", "/contacts/import", {
      headers: {
        authorization: `Bearer ${user.token}`,
        "content-type": "application/json",
        "idempotency-key": "0123456789abcdef",
      },
      body: JSON.stringify({ contacts: numbered(2) }),
    });
  const answers = await Promise.all(Array.from({ length: 4 }, repeat));
  for (const { body } of answers) expect(body).toEqual({ outcomes: [NEW, NEW] });
  expect(await emails(user)).toHaveLength(2);
});

test("one list imported twice at once makes one contact each", async () => {
  const { user, admin } = await host.shop();
  await Promise.all([send(user, numbered(20)), send(admin, numbered(20).reverse())]);
  expect(await emails(user)).toHaveLength(20);
});

test("another store's contacts are neither known nor touched, and none is imported there", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  await host.call("contacts.create", there.user, { body: person });
  const planted = { ...person, organizationId: there.id, organization_id: there.id, version: 7 };
  expect(await send(here.user, [planted])).toEqual([NEW]);
  expect(await emails(here.user)).toEqual([person.email]);
  expect(await emails(there.user)).toEqual([person.email]);
});

test("imported contacts raise no event", async () => {
  const { owner } = await host.shop();
  await rules.create(owner, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const database = await host.database();
  const waiting = () => database.read(owner.organizationId, (db) => db.select().from(mails));
  await send(owner, numbered(3));
  expect(await waiting()).toEqual([]);
  // The rule is listening all the same.
  await host.call("contacts.create", owner, { body: person });
  expect(await waiting()).toHaveLength(1);
});

test("emails are found through their index, behind the wall", async () => {
  const { id, user } = await host.shop();
  const many = numbered(1000);
  for (let from = 0; from < many.length; from += 100) await send(user, many.slice(from, from + 100));
  const database = await host.database();
  await database.system((db) => db.execute(sql`analyze contacts`));
  const plan = await database.read(id, (db) =>
    db.execute(
      sql`explain select ${contacts.emailKey} from ${contacts}
        where ${contacts.organizationId} = ${id} and ${contacts.emailKey} in ('zoe-0@example.com', 'zoe-1@example.com')`,
    ),
  );
  const condition = plan.rows.map((row) => String(row["QUERY PLAN"])).find((line) => /Index Cond/.test(line));
  expect(condition).toContain("email_key");
});
