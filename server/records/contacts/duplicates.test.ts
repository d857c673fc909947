import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { likelyPairs } from "./duplicates.ts";

const host = testHost();
const make = recordsOf(host);

async function pairs(user: Person) {
  const { status, body } = await host.call("duplicates.list", user);
  expect(status).toBe(200);
  return body as Answer<"duplicates.list">;
}

const named = async (user: Person) =>
  (await pairs(user)).pairs.map(({ cards, same }) => [...cards.map(({ name }) => name), ...same]);

test.each([
  ["an email in another case", { email: "AMARA@example.com" }, ["email", "name"]],
  ["a number in another notation", { firstName: "Tom", phoneNumber: "(020) 7946-0018" }, ["phone"]],
  [
    "a similar name and the same birthday",
    { lastName: "Okafor-Bell", birthday: "1982-11-22" },
    ["name", "birthday"],
  ],
  [
    "words in another order",
    { firstName: "Okafor", lastName: "Amara", birthday: "1982-11-22" },
    ["name", "birthday"],
  ],
  [
    "a name without accents and a similar email",
    { firstName: "Amára", email: "amara@okafor.example" },
    ["name", "local"],
  ],
  ["a similar name and the same last digits", { phoneNumber: "+1 555 946 0018" }, ["name", "digits"]],
  ["only a name", {}, null],
  ["a birthday alone", { firstName: "Tom", lastName: "Finch", birthday: "1982-11-22" }, null],
  ["no email or number", { firstName: "Tom", lastName: "Finch", email: "t@example.com" }, null],
])("%s", async (_, other, same) => {
  const { owner } = await host.shop();
  const first = { firstName: "Amara", lastName: "Okafor", birthday: "1982-11-22" };
  await make.contact(owner, { ...first, email: "amara@example.com", phoneNumber: "+44 20 7946 0018" });
  await make.contact(owner, {
    ...first,
    birthday: null,
    email: "other@example.com",
    phoneNumber: "",
    ...other,
  });
  const found = await pairs(owner);
  expect(found.pairs.map((pair) => pair.same)).toEqual(same ? [same] : []);
});

test("keeps pairs marked as different, in any order", async () => {
  const { owner, user } = await host.shop();
  const ids = [await make.contact(owner), await make.contact(owner)];
  expect(await named(user)).toHaveLength(1);
  expect((await host.call("duplicates.dismiss", user, { body: { ids } })).status).toBe(200);
  expect((await host.call("duplicates.dismiss", owner, { body: { ids: ids.toReversed() } })).status).toBe(
    200,
  );
  expect(await named(owner)).toEqual([]);
});

test("finds few pairs among 20,000 contacts", async () => {
  const { id, owner } = await host.shop();
  const database = await host.database();
  await database.tenant(id, (db) =>
    db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, birthday, search)
      select ${id}, gen_random_uuid(), 'Ada ' || md5(n::text), md5((n * 7)::text), md5(n::text) || '@example.com',
        '+44' || (7000000000 + n * 137), date '1990-01-01', ' x'
      from generate_series(1, 20000) as n`),
  );
  await database.tenant(id, (db) =>
    db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      select ${id}, gen_random_uuid(), 'No', 'Email', 'none@example.com', '', ' x' from generate_series(1, 500)`),
  );
  await make.contact(owner, { firstName: "Zoë", lastName: "Twin" });
  await make.contact(owner, { firstName: "Zoe", lastName: "Twin" });
  const began = performance.now();
  const found = await named(owner);
  const took = performance.now() - began;
  if (process.env.SHOW_TIMES) process.stdout.write(`duplicates of 20,000 contacts: ${Math.round(took)} ms\n`);
  const query = { firstName: "Adda", lastName: "Twin" };
  const typed = performance.now();
  expect((await host.call("duplicates.near", owner, { query })).status).toBe(200);
  if (process.env.SHOW_TIMES) process.stdout.write(`near: ${Math.round(performance.now() - typed)} ms\n`);
  expect(found).toEqual([expect.arrayContaining(["Zoë Twin", "Zoe Twin", "email", "phone", "name"])]);
});

test.each([
  ["the same", "Amara", "Okafor", ["Amara Okafor", "Amara Okafor-Bell"]],
  ["without accents, in another case", "AMÁRA", "okafor", ["Amara Okafor", "Amara Okafor-Bell"]],
  ["an additional letter", "Amarra", "Okaffor", ["Amara Okafor", "Amara Okafor-Bell"]],
  ["in another order", "Okafor", "Amara", ["Amara Okafor", "Amara Okafor-Bell"]],
  ["another first name", "Zoe", "Okafor", []],
  ["half of it", "Amara", " ", []],
  ["LIKE wildcards", "%_", "\\%", []],
  ["another store's", "Bridget", "Jones", []],
])("warns about a typed name: %s", async (_, firstName, lastName, found) => {
  const { owner } = await host.shop();
  const there = await host.shop();
  await make.contact(there.owner, { firstName: "Bridget", lastName: "Jones" });
  for (const last of ["Okafor-Bell", "Okafor", "Frost"])
    await make.contact(owner, { firstName: "Amara", lastName: last });
  const { status, body } = await host.call("duplicates.near", owner, { query: { firstName, lastName } });
  expect(status).toBe(200);
  expect((body as Answer<"duplicates.near">).map(({ name }) => name)).toEqual(found);
});

test("shows the previous pairs while counting", async () => {
  const { id, owner } = await host.shop();
  const twin = { firstName: "Ada", lastName: "Frost", email: "ada@example.com" };
  for (let i = 0; i < 2; i++) await make.contact(owner, { ...twin, phoneNumber: "" });
  const database = await host.database();
  let release = () => {};
  let reads = 0;
  let held = Promise.resolve();
  const hold = () => {
    reads = 0;
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
  // Blocks all statements after the first one, which checks for changes.
  const read: typeof database.read = async (organizationId, work) => {
    reads += 1;
    if (reads > 1) await held;
    return database.read(organizationId, work);
  };
  const watched = { ...database, read };
  const ask = async (waitMs = 60_000) => {
    const { pairs, isCounting } = await likelyPairs(watched, id, 10, waitMs);
    return [pairs.length, isCounting];
  };
  hold();
  expect(await ask(1)).toEqual([0, true]);
  release();
  expect(await ask()).toEqual([1, false]);
  expect(reads).toBeGreaterThan(6);
  await make.contact(owner, { ...twin, phoneNumber: "" });
  hold();
  expect(await ask(1)).toEqual([1, true]);
  release();
  expect(await ask()).toEqual([3, false]);
  reads = 0;
  expect(await ask()).toEqual([3, false]);
  expect(reads).toBe(1);
});
