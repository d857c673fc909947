import { sql } from "drizzle-orm";
import { contactForm } from "#lib/contract/contacts.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const form = (changes: object = {}) => ({
  firstName: "Zoë",
  lastName: "O’Brien-Nguyễn",
  email: "zoe@example.com",
  phoneNumber: "+44 20 7946 0018",
  birthday: "1968-03-14T12:00:00.000Z",
  anniversary: "",
  ...changes,
});

type Listed = { id: string; firstName: string; recentSale: object | null };

async function create(person: Person, changes: object = {}): Promise<string> {
  const answer = await host.call("contacts.create", person, { body: form(changes) });
  expect(answer.status).toBe(200);
  return (answer.body as { id: string }).id;
}

async function list(person: Person, query: object = {}): Promise<Listed[]> {
  const answer = await host.call("contacts.list", person, { query });
  expect(answer.status).toBe(200);
  return answer.body as Listed[];
}

const names = async (person: Person, query: object) =>
  (await list(person, query)).map(({ firstName }) => firstName);

async function sell(person: Person, contactId: string, cost: string, createdAt: Date): Promise<void> {
  const database = await host.database();
  await database.tenant(person.organizationId, (db) =>
    db.insert(purchases).values({
      organizationId: person.organizationId,
      id: newId(),
      cost,
      contactId,
      contactName: "Zoë",
      productCategoryName: "Rings",
      search: "",
      createdAt,
    }),
  );
}

test("creates, reads, changes and deletes a contact", async () => {
  const { user } = await host.shop();
  const id = await create(user);
  const params = { id };
  expect((await host.call("contacts.get", user, { params })).body).toEqual({
    ...form(),
    id,
    addresses: [],
    anniversary: null,
    fields: {},
    tags: [],
    recentSale: null,
    suppressions: [],
    consent: { state: "unknown", at: null, source: null, by: null, said: null },
    noTexts: null,
    version: 1,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const body = form({ firstName: "Zora", birthday: null, anniversary: "2016-02-29" });
  expect((await host.call("contacts.update", user, { params, body })).status).toBe(200);
  expect((await host.call("contacts.get", user, { params })).body).toMatchObject({
    firstName: "Zora",
    birthday: null,
    anniversary: "2016-02-29T12:00:00.000Z",
  });
  expect((await host.call("contacts.delete", user, { params })).status).toBe(200);
  for (const name of ["contacts.get", "contacts.delete"] as const) {
    expect(await host.call(name, user, { params })).toMatchObject({
      status: 404,
      body: { status: 404, message: "This record does not exist" },
    });
  }
  expect((await host.call("contacts.update", user, { params, body })).status).toBe(404);
});

test.each([
  ["1968-03-14T12:00:00.000Z", "1968-03-14T12:00:00.000Z"],
  ["1968-03-14", "1968-03-14T12:00:00.000Z"],
  ["1968-03-14T00:00:00Z", "1968-03-14T12:00:00.000Z"],
  ["1968-03-14T23:30:00-05:00", "1968-03-14T12:00:00.000Z"],
  ["0001-01-01", "0001-01-01T12:00:00.000Z"],
  ["9999-12-31", "9999-12-31T12:00:00.000Z"],
  ["", null],
  [null, null],
])("returns a birthday sent as %j as %j", async (sent, answered) => {
  const { user } = await host.shop();
  const id = await create(user, { birthday: sent });
  expect((await host.call("contacts.get", user, { params: { id } })).body).toMatchObject({
    birthday: answered,
  });
});

test("an update keeps absent fields and clears empty ones", async () => {
  const { user } = await host.shop();
  const id = await create(user, { anniversary: "1999-06-12" });
  const { birthday, anniversary, ...needed } = form();
  const days = async (changes: object) => {
    const body = { ...needed, ...changes };
    expect((await host.call("contacts.update", user, { params: { id }, body })).status).toBe(200);
    const { body: one } = await host.call("contacts.get", user, { params: { id } });
    return [
      (one as typeof needed & { birthday: string }).birthday,
      (one as { anniversary: string }).anniversary,
    ];
  };
  const both = ["1968-03-14T12:00:00.000Z", "1999-06-12T12:00:00.000Z"];
  expect(await days({ lastName: "Byron" })).toEqual(both);
  expect(await days({ birthday: "" })).toEqual([null, both[1]]);
  expect(await days({ birthday: both[0], anniversary: null })).toEqual([both[0], null]);
  expect(await days({ birthday: null, anniversary: both[1] })).toEqual([null, both[1]]);
});

test("an edit form sends null for an empty day", () => {
  const sent = JSON.parse(JSON.stringify(contactForm.parse(form({ birthday: "", anniversary: "" }))));
  expect(sent).toMatchObject({ birthday: null, anniversary: null });
});

test("a first name and an email or number are enough", async () => {
  const { user } = await host.shop();
  const refused = async (changes: object) => {
    const { status, body } = await host.call("contacts.create", user, { body: form(changes) });
    expect(status).toBe(400);
    return (body as { message: string }).message;
  };
  expect(await refused({ email: "", phoneNumber: "" })).toMatch("email: Invalid email format");
  expect(await refused({ email: "", phoneNumber: "555" })).toMatch("phoneNumber: Phone number must be");
  expect(await refused({ firstName: "", email: "" })).toMatch("firstName: First name is required");

  const called = await create(user, { lastName: "", email: "", birthday: "" });
  const wrote = await create(user, { phoneNumber: "" });
  expect((await list(user, { search: "0018" })).map(({ id }) => id)).toEqual([called]);
  const params = { id: called };
  const update = (changes: object) =>
    host.call("contacts.update", user, { params, body: form({ lastName: "", email: "", ...changes }) });
  expect((await update({ firstName: "Dora" })).status).toBe(200);
  expect((await update({ phoneNumber: "" })).status).toBe(400);
  expect((await host.call("contacts.get", user, { params })).body).toMatchObject({
    firstName: "Dora",
    lastName: "",
    email: "",
    phoneNumber: "+44 20 7946 0018",
  });
  const page = { page: 1, limit: 10 };
  expect((await host.call("contacts.options", user, { query: page })).body).toMatchObject([
    { id: called, name: "Dora", email: "" },
    { id: wrote, phoneNumber: "" },
  ]);
  const sold = { ...(await make.saleForm(user)), contact: { id: called, name: "Dora" } };
  await make.sale(user, sold);
  expect((await host.call("sales.list", user)).body).toMatchObject([
    { contact: { id: called, name: "Dora" } },
  ]);
});

test("pages are sorted by creation date without gaps", async () => {
  const { id: organizationId, user } = await host.shop();
  const database = await host.database();
  const at = new Date("2026-01-01T00:00:00Z");
  const rows = Array.from({ length: 123 }, () => ({
    ...form(),
    anniversary: null,
    birthday: null,
    id: newId(),
  }));
  await database.tenant(organizationId, (db) =>
    db
      .insert(contacts)
      .values(rows.map((row) => ({ ...row, organizationId, search: " zoe", createdAt: at }))),
  );
  const newest = rows
    .map(({ id }) => id)
    .sort()
    .reverse();
  const ids = async (query: object) => (await list(user, query)).map(({ id }) => id);
  expect(await ids({})).toEqual(newest.slice(0, 50));
  expect(await ids({ page: 2, limit: 50, sort: "createdAt:desc" })).toEqual(newest.slice(50, 100));
  expect(await ids({ page: 3 })).toEqual(newest.slice(100));
  expect(await ids({ page: 4 })).toEqual([]);
  expect(await ids({ page: 2, limit: 100, search: "zoe" })).toEqual(newest.slice(100));
  expect(await ids({ page: 1, limit: 3, sort: "createdAt:asc" })).toEqual(newest.slice(-3).reverse());
  expect(await ids({ page: 1_000_000, limit: 100 })).toEqual([]);
});

test("the list shows each contact's latest sale", async () => {
  const { user } = await host.shop();
  const id = await create(user);
  expect((await list(user))[0]).toMatchObject({ id, recentSale: null });
  await sell(user, id, "1200.50", new Date("2026-03-01T10:00:00Z"));
  await sell(user, id, "80.00", new Date("2026-02-01T10:00:00Z"));
  const recentSale = { cost: "1200.50", createdAt: "2026-03-01T10:00:00.000Z" };
  expect((await list(user))[0]).toMatchObject({ id, recentSale });
  expect((await list(user, { search: "zoe" }))[0]).toMatchObject({ id, recentSale });
  expect((await host.call("contacts.get", user, { params: { id } })).body).toMatchObject({ recentSale });
});

test("sales follow a contact's name and keep it", async () => {
  const { id: organizationId, user } = await host.shop();
  const params = { id: await create(user) };
  await sell(user, params.id, "10", new Date());
  await host.call("contacts.update", user, { params, body: form({ firstName: "Zora" }) });
  await host.call("contacts.delete", user, { params });
  const database = await host.database();
  const kept = await database.read(organizationId, (db) =>
    db.select({ contactId: purchases.contactId, contactName: purchases.contactName }).from(purchases),
  );
  expect(kept).toEqual([{ contactId: null, contactName: "Zora O’Brien-Nguyễn" }]);
});

test("search", async () => {
  const { user } = await host.shop();
  await create(user);
  await create(user, {
    firstName: "Lívia",
    lastName: "Szabó",
    email: "half_off@example.org",
    phoneNumber: "(415) 555-0132",
  });
  await create(user, {
    firstName: "Oliver",
    lastName: "Lim",
    email: "back@example.org",
    phoneNumber: "+1 415 555 0199",
  });
  const found = async (search: string) => (await names(user, { search })).sort();
  expect(await found("nguyen")).toEqual(["Zoë"]);
  expect(await found("OBRIEN zoe")).toEqual(["Zoë"]);
  expect(await found("o'brien")).toEqual(["Zoë"]);
  expect(await found("(0)207 946-0018")).toEqual(["Zoë"]);
  expect(await found("1-415-555-0132")).toEqual(["Lívia"]);
  expect(await found("415555")).toEqual(["Lívia", "Oliver"]);
  expect(await found("li")).toEqual(["Lívia", "Oliver"]);
  expect(await found("iv")).toEqual([]);
  expect(await found("liver")).toEqual(["Oliver"]);
  expect(await found("example.org lim")).toEqual(["Oliver"]);
  expect(await found("nobody")).toEqual([]);
  expect(await found("%")).toEqual([]);
  expect(await found("_")).toEqual([]);
  expect(await found("\\")).toEqual([]);
  expect(await found("half_off")).toEqual(["Lívia"]);
  expect(await found("half%")).toEqual([]);
  expect(await found("'; drop table contacts; --")).toEqual([]);
  expect(await found("  ")).toEqual(["Lívia", "Oliver", "Zoë"]);
  await host.call("contacts.update", user, {
    params: { id: (await list(user, { search: "lim" }))[0]?.id },
    body: form({ firstName: "Renée" }),
  });
  expect(await found("lim")).toEqual([]);
  expect(await found("renee")).toEqual(["Renée"]);
});

test("options are sorted by name", async () => {
  const { user } = await host.shop();
  for (const firstName of ["Zoe", "ármin", "Bo"]) await create(user, { firstName, lastName: "X" });
  const options = async (query: object) => {
    const { body } = await host.call("contacts.options", user, { query });
    return (body as { name: string }[]).map(({ name }) => name);
  };
  expect(await options({})).toEqual(["ármin X", "Bo X", "Zoe X"]);
  expect(await options({ page: 2, limit: 2 })).toEqual(["Zoe X"]);
  expect(await options({ page: 1, limit: 50, search: "arm" })).toEqual(["ármin X"]);
});

test("options distinguish people with the same name", async () => {
  const { user } = await host.shop();
  const named = (email: string) => create(user, { firstName: "Amara", lastName: "Okafor", email });
  const ids = [await named("one@example.com"), await named("two@example.com")];
  await sell(user, ids[1] ?? "", "12.50", new Date("2026-11-20T15:00:00Z"));
  const options = async (query: object) => (await host.call("contacts.options", user, { query })).body;
  const phoneNumber = form({}).phoneNumber;
  const name = "Amara Okafor";
  expect(await options({ page: 1, limit: 50 })).toEqual([
    { id: ids[0], name, email: "one@example.com", phoneNumber, recentSale: null },
    {
      id: ids[1],
      name,
      email: "two@example.com",
      phoneNumber,
      recentSale: { cost: "12.50", createdAt: expect.any(String) },
    },
  ]);
  expect(await options({})).toEqual(ids.map((id) => ({ id, name })));
});

test("ignores unknown keys", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const body = JSON.stringify(
    form({ organizationId: there.id, organization_id: there.id, id: newId(), search: "x" }),
  );
  const answer = await host.send("POST", "/contacts/createContact", {
    headers: { authorization: `Bearer ${here.user.token}`, "content-type": "application/json" },
    body: body.replace(/^\{/, '{"__proto__":{"role":"OWNER"},"constructor":1,'),
  });
  expect(answer.status).toBe(200);
  expect(await list(there.user)).toEqual([]);
  const database = await host.database();
  const rows = await database.read(here.id, (db) =>
    db.select({ search: contacts.search }).from(contacts).where(sql`true`),
  );
  expect(rows).toEqual([{ search: " zoe obrien-nguyen zoe@example.com 442079460018" }]);
});
