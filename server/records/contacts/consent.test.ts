import { sql } from "drizzle-orm";
import { type Consent, strictest } from "#lib/contract/consent.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import type { Name } from "#lib/contract/routes.ts";
import { newId } from "#server/platform/db/id.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const rules = rulesOf(host);
const NOTHING_SAID = { state: "unknown", at: null, source: null, by: null, said: null };

test("a refusal takes precedence, and stores can require consent", async () => {
  const shop = await host.shop();
  const { owner, user } = shop;
  const id = await make.contact(owner);
  const other = await make.contact(owner, { email: "other@example.com" });
  const call = (name: Name, input: object, who = owner) => host.call(name, who, input);
  const consent = async () => {
    const { body } = await call("contacts.get", { params: { id } });
    return (body as { consent: object }).consent;
  };
  const set = (state: string, said: unknown = "Signed the card at the till", who = user) =>
    call("contacts.setConsent", { params: { id }, body: { state, said } }, who);
  const rule = await rules.create(owner, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const reached = async () => {
    const { body } = await call("automations.recipients", { params: { id: rule } });
    const { reached, contacts } = body as {
      reached: number;
      contacts: { id: string; skipped: string | null }[];
    };
    return [reached, contacts.find((one) => one.id === id)?.skipped];
  };
  expect(await consent()).toEqual(NOTHING_SAID);
  expect(await reached()).toEqual([2, null]);

  expect((await set("withdrawn", "")).status).toBe(200);
  const said = { at: expect.any(String), source: "staff", by: "Ada USER" };
  expect(await consent()).toEqual({ state: "withdrawn", ...said, said: null });
  expect(await reached()).toEqual([1, "Said no to marketing emails"]);
  expect((await set("unknown")).status).toBe(200);
  expect(await consent()).toEqual(NOTHING_SAID);

  const setting = (onlyConsented: unknown, who = owner) =>
    call("organization.setConsent", { body: { onlyConsented } }, who);
  expect((await setting(true, user)).status).toBe(403);
  expect((await setting("yes")).status).toBe(400);
  expect((await setting(true)).status).toBe(200);
  expect(await call("organization.consent", {}, user)).toMatchObject({ body: { onlyConsented: true } });
  expect(await reached()).toEqual([0, "Has not said yes to marketing emails"]);
  for (const none of ["", "  ", null])
    expect(await set("given", none)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("how they agreed") },
    });
  expect((await set("given", "x".repeat(301))).status).toBe(400);
  expect((await set("given")).status).toBe(200);
  expect(await consent()).toEqual({ state: "given", ...said, said: "Signed the card at the till" });
  expect(await reached()).toEqual([1, null]);

  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.execute(sql`insert into suppressions (organization_id, address, reason)
      values (${shop.id}, 'zoe@example.com', 'unsubscribed')`),
  );
  expect(await consent()).toEqual({
    state: "withdrawn",
    at: expect.any(String),
    source: "unsubscribe",
    by: null,
    said: null,
  });
  expect(await reached()).toEqual([0, "Unsubscribed"]);
  expect(await set("given")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("unsubscribed") },
  });
  const listed = async (query: object) => (await call("contacts.list", { query }, user)).body;
  expect(await listed({ with: "all" })).toMatchObject([
    { id: other, consent: NOTHING_SAID },
    { id, consent: { state: "withdrawn", source: "unsubscribe" } },
  ]);
  expect(JSON.stringify(await listed({}))).not.toContain("consent");
  expect((await call("contacts.list", { query: { with: "some" } })).status).toBe(400);
  expect((await set("withdrawn")).status).toBe(200);
  expect((await set("maybe")).status).toBe(400);
  expect(await call("contacts.get", { params: { id: other } })).toMatchObject({
    body: { consent: { state: "unknown" } },
  });
  const { body } = await call("history.ofRecord", { params: { id } });
  expect(JSON.stringify(body)).toContain('"field":"consent","from":"unknown","to":"withdrawn"');
});

test("lifting an unsubscribe records consent with a reason", async () => {
  const { owner, id: organizationId } = await host.shop();
  const addresses = [{ kind: "HOME", address: "+1 212 555 0199" }];
  const id = await make.contact(owner, { addresses });
  const database = await host.database();
  const said = async () => {
    const { body } = await host.call("contacts.get", owner, { params: { id } });
    return body as { consent: object; suppressions: { id: string }[] };
  };
  await database.tenant(organizationId, async (db) => {
    await db.execute(sql`insert into suppressions (organization_id, address, reason)
      values (${organizationId}, 'zoe@example.com', 'unsubscribed'), (${organizationId}, '12125550199', 'unsubscribed')`);
    await db.execute(
      sql`update contacts set consent = 'withdrawn', consent_at = now(), consent_source = 'unsubscribe'`,
    );
  });
  const [suppression] = (await said()).suppressions;
  const body = { liftedBecause: "Asked for the newsletter at the till" };
  await host.call("suppressions.lift", owner, { params: { id: suppression?.id }, body });
  expect(await said()).toMatchObject({
    suppressions: [],
    consent: { state: "given", source: "staff", by: "Ada OWNER", said: body.liftedBecause },
  });
});

test("a refusal stops marketing to everyone at the address", async () => {
  const { owner, user } = await host.shop();
  const older = await make.contact(owner, { email: "couple@example.com" });
  const other = await make.contact(owner, { email: "Couple@Example.com" });
  const rule = await rules.create(owner, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const reasons = async () => {
    const { body } = await host.call("automations.recipients", owner, { params: { id: rule } });
    const { contacts } = body as { contacts: { id: string; skipped: string | null }[] };
    return [older, other].map((id) => contacts.find((one) => one.id === id)?.skipped);
  };
  const set = (state: string, id = other) =>
    host.call("contacts.setConsent", user, { params: { id }, body: { state, said: "At the till" } });
  expect(await reasons()).toEqual([null, "Another contact with this address gets this email"]);
  expect((await set("withdrawn")).status).toBe(200);
  expect(await reasons()).toEqual([
    "Another contact with this address said no to marketing emails",
    "Said no to marketing emails",
  ]);
  expect((await set("given")).status).toBe(200);
  expect((await reasons())[0]).toBeNull();
  const further = [{ kind: "HOME", address: "COUPLE@example.com" }];
  await set("withdrawn", await make.contact(owner, { email: "own@example.com", addresses: further }));
  expect(await reasons()).toEqual(
    Array(2).fill("Another contact with this address said no to marketing emails"),
  );
});

test("passes a deleted contact's refusal on until it is restored", async () => {
  const { owner, user } = await host.shop();
  const gone = await make.contact(owner, { email: "twin@example.com" });
  const [silent, yes] = [
    await make.contact(owner, { email: "Twin@example.com" }),
    await make.contact(owner, { email: "twin@example.com" }),
  ];
  const set = (id: string, state: string) =>
    host.call("contacts.setConsent", user, { params: { id }, body: { state, said: "At the till" } });
  const states = () =>
    Promise.all(
      [silent, yes].map(async (id) => {
        const { body } = await host.call("contacts.get", user, { params: { id } });
        return (body as { consent: Consent }).consent.state;
      }),
    );
  await set(gone, "withdrawn");
  await set(yes, "given");
  expect((await host.call("contacts.delete", owner, { params: { id: gone } })).status).toBe(200);
  expect(await states()).toEqual(["withdrawn", "given"]);
  expect((await host.call("trash.restore", owner, { params: { id: gone } })).status).toBe(200);
  expect(await states()).toEqual(["unknown", "given"]);
});

test("lifting one person's unsubscribe leaves the refusals of others", async () => {
  const { owner, id: organizationId } = await host.shop();
  const contact = (email: string, ...more: string[]) =>
    make.contact(owner, { email, addresses: more.map((address) => ({ kind: "OTHER", address })) });
  const ids = [
    await contact("bo@example.com"),
    await contact("ada@example.com", "bo@example.com"),
    await contact("cy@example.com", "Bo@example.com"),
    await contact("BO@example.com", "di@example.com"),
  ];
  const no = { state: "withdrawn", said: "At the till" };
  await host.call("contacts.setConsent", owner, { params: { id: ids[1] }, body: no });
  const [mail, { secret, database }] = [newId(), await host.host()];
  await database.tenant(organizationId, async (db) => {
    await db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, text, state)
      values (${organizationId}, ${mail}, 'automation', ${ids[0]}, 'Bo@example.com', 'Bo', 'Hello', 'sent')`);
    await db.execute(sql`insert into suppressions (organization_id, address, reason)
      values (${organizationId}, 'di@example.com', 'unsubscribed')`);
  });
  const token = recordToken(secret, "unsubscribe", { organizationId, id: mail });
  expect((await host.call("mails.unsubscribe", null, { params: { token } })).status).toBe(200);
  const said = async () => {
    const found = await Promise.all(ids.map((id) => host.call("contacts.get", owner, { params: { id } })));
    return found.map(({ body }) => (body as { consent: Consent }).consent);
  };
  const own = { state: "withdrawn", source: "unsubscribe" };
  expect(await said()).toMatchObject([own, { ...no, source: "staff" }, own, own]);
  const { body } = await host.call("suppressions.list", owner, { query: { search: "bo@" } });
  const params = { id: (body as { id: string }[])[0]?.id };
  const lifted = { liftedBecause: "Bo asked" };
  expect((await host.call("suppressions.lift", owner, { params, body: lifted })).status).toBe(200);
  expect(await said()).toMatchObject([
    { state: "given", said: "Bo asked" },
    { ...no, source: "staff" },
    ...[own, own],
  ]);
});

test("a deleted contact's refusal follows all its addresses", async () => {
  const { owner, user } = await host.shop();
  const contact = (email: string, address?: string, who = user) =>
    make.contact(who, { email, phoneNumber: "", addresses: address ? [{ kind: "WORK", address }] : [] });
  const add = (contactId: string, address: string) =>
    host.call("addresses.create", user, { body: { contactId, kind: "WORK", address } });
  const said = async (id: string, who = user) =>
    ((await host.call("contacts.get", who, { params: { id } })).body as { consent: Consent }).consent;
  const set = (id: string, state: string) =>
    host.call("contacts.setConsent", user, { params: { id }, body: { state, said: "At the till" } });
  const gone = await contact("ada@example.com", "Ada@Work.example");
  const older = await contact("older@example.com");
  const further = (await add(older, "ADA@example.com")).body as { id: string };
  await set(gone, "withdrawn");
  expect((await host.call("contacts.delete", owner, { params: { id: gone } })).status).toBe(200);
  const no = { state: "withdrawn", source: "staff", by: "Ada USER", said: "At the till" };
  expect(await said(await contact("ada@work.example"))).toMatchObject(no);
  expect(await said(await contact("new@example.com", "ADA@example.com"))).toMatchObject(no);
  expect(await said(older)).toMatchObject({ state: "unknown" });
  expect((await host.call("addresses.makeFirst", user, { params: further })).status).toBe(200);
  expect(await said(older)).toMatchObject(no);
  const [later, yes] = [await contact("later@example.com"), await contact("yes@example.com")];
  await set(yes, "given");
  for (const id of [later, yes]) expect((await add(id, "ada@work.example")).status).toBe(200);
  expect([await said(later), await said(yes)]).toMatchObject([no, { state: "given" }]);
  const { user: stranger } = await host.shop();
  const there = await contact("ada@work.example", undefined, stranger);
  expect(await said(there, stranger)).toMatchObject({ state: "unknown" });
});

test("a contact's own refusal survives a new address", async () => {
  const { owner, user, id: organizationId } = await host.shop();
  const id = await make.contact(owner, { email: "new-address@example.com" });
  const [mail, { secret }, database] = [newId(), await host.host(), await host.database()];
  await database.tenant(organizationId, (db) =>
    db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, text, state)
      values (${organizationId}, ${mail}, 'automation', ${id}, 'Old-Address@example.com', 'Zoe', 'Hello', 'sent')`),
  );
  const set = (state: string, who = user) =>
    host.call("contacts.setConsent", who, { params: { id }, body: { state, said: "At the till" } });
  expect((await set("withdrawn")).status).toBe(200);
  const token = recordToken(secret, "unsubscribe", { organizationId, id: mail });
  expect((await host.call("mails.unsubscribe", null, { params: { token } })).status).toBe(200);
  for (const state of ["withdrawn", "given", "unknown"])
    expect([state, (await set(state)).status]).toEqual([state, state === "withdrawn" ? 200 : 403]);
  const said = async () => (await host.call("contacts.get", user, { params: { id } })).body;
  expect(await said()).toMatchObject({ consent: { state: "withdrawn", source: "unsubscribe" } });
  expect((await set("unknown", owner)).status).toBe(409);
  expect((await set("given", owner)).status).toBe(200);
  expect(await said()).toMatchObject({ consent: { state: "given", by: "Ada OWNER", said: "At the till" } });
});

test.each([
  ["given", "withdrawn", "withdrawn"],
  ["withdrawn", "given", "withdrawn"],
  ["given", "unknown", "unknown"],
  ["given", "given", "given"],
])("merging consent %s and %s gives %s; undo restores both", async (first, second, then) => {
  const { owner } = await host.shop();
  const ids = [await make.contact(owner), await make.contact(owner, { email: "other@example.com" })];
  const consentOf = async (id = "") => {
    const { body } = await host.call("contacts.get", owner, { params: { id } });
    return (body as { consent: { state: string } }).consent.state;
  };
  for (const [i, state] of [first, second].entries()) {
    await host.call("contacts.setConsent", owner, {
      params: { id: ids[i] },
      body: { state, said: `Card ${i}` },
    });
  }
  const { body: cards } = await host.call("duplicates.cards", owner, { query: { ids: ids.join(",") } });
  const body = {
    cards: (cards as { id: string; version: number }[]).map(({ id, version }) => ({ id, version })),
    from: Object.fromEntries(mergedFields.map((field) => [field, ids[0]])),
  };
  const merged = await host.call("contacts.merge", owner, { body });
  expect(merged.status).toBe(200);
  const { id, change } = merged.body as { id: string; change: string };
  expect(await consentOf(id)).toBe(then);
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect([await consentOf(ids[0]), await consentOf(ids[1])]).toEqual([first, second]);
});

test("a merged address's refusal lasts until an unmerge", async () => {
  const { owner, user } = await host.shop();
  const ids = [await make.contact(owner), await make.contact(owner, { email: "merged@example.com" })];
  const no = { state: "withdrawn", said: "At the till" };
  await host.call("contacts.setConsent", owner, { params: { id: ids[1] }, body: no });
  const { body } = await host.call("duplicates.cards", owner, { query: { ids: ids.join(",") } });
  const cards = (body as { id: string; version: number }[]).map(({ id, version }) => ({ id, version }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, ids[0]]));
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  const added = async () => {
    const id = await make.contact(user, { email: "Merged@example.com" });
    return (await host.call("contacts.get", user, { params: { id } })).body;
  };
  expect(await added()).toMatchObject({ consent: no });
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect(await added()).toMatchObject({ consent: { state: "unknown" } });
});

test("a customer's own refusal keeps its source when merged", async () => {
  const { owner, id: organizationId } = await host.shop();
  const ids = [await make.contact(owner), await make.contact(owner, { email: "other@example.com" })];
  const no = { state: "withdrawn", said: "At the till" };
  await host.call("contacts.setConsent", owner, { params: { id: ids[0] }, body: no });
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.execute(sql`update contacts set consent = 'withdrawn', consent_at = now(), consent_source = 'unsubscribe'
      where id = ${ids[1]}`),
  );
  const asked = await host.call("duplicates.cards", owner, { query: { ids: ids.join(",") } });
  const cards = asked.body as { id: string; version: number; consent: Consent }[];
  expect(cards.map(({ consent }) => consent.source)).toEqual(["staff", "unsubscribe"]);
  expect(strictest(cards, ({ consent }) => consent)?.id).toBe(ids[1]);
  const body = {
    cards: cards.map(({ id, version }) => ({ id, version })),
    from: Object.fromEntries(mergedFields.map((field) => [field, ids[0]])),
  };
  expect((await host.call("contacts.merge", owner, { body })).status).toBe(200);
  expect(await host.call("contacts.get", owner, { params: { id: ids[0] } })).toMatchObject({
    body: { consent: { state: "withdrawn", source: "unsubscribe", by: null } },
  });
});

test("a deleted contact's refusal of texts follows its number", async () => {
  const { owner, user } = await host.shop();
  const [first, second] = ["+1 617 555 0134", "+1 617 555 0135"];
  const addresses = [{ kind: "WORK", address: second }];
  const gone = await make.contact(owner, { email: "a@example.com", phoneNumber: first, addresses });
  await host.call("contacts.setTexts", user, { params: { id: gone }, body: { isRefused: true } });
  await host.call("contacts.delete", owner, { params: { id: gone } });
  const card = async (id: string) => (await host.call("contacts.get", user, { params: { id } })).body;
  const noTexts = { by: "Ada USER", at: expect.any(String) };
  const same = await make.contact(user, { email: "b@example.com", phoneNumber: first });
  const more = await make.contact(user, {
    ...{ email: "c@example.com", phoneNumber: "" },
    addresses: [{ kind: "HOME", address: second }],
  });
  const other = await make.contact(user, { email: "d@example.com", phoneNumber: "+1 617 555 0136" });
  for (const id of [same, more]) expect(await card(id)).toMatchObject({ noTexts });
  expect(await card(other)).toMatchObject({ noTexts: null });
  const elsewhere = await host.shop();
  const theirs = await make.contact(elsewhere.user, { email: "b@example.com", phoneNumber: first });
  const found = await host.call("contacts.get", elsewhere.user, { params: { id: theirs } });
  expect(found.body).toMatchObject({ noTexts: null });
  const body = { ...((await card(other)) as object), phoneNumber: first };
  expect((await host.call("contacts.update", user, { params: { id: other }, body })).status).toBe(200);
  expect(await card(other)).toMatchObject({ noTexts });
});

test("keeps who first noted that a contact wants no texts", async () => {
  const { owner, user } = await host.shop();
  const other = await host.shop();
  const kept = await make.contact(owner, { email: "kept@example.com" });
  const gone = await make.contact(owner, { email: "gone@example.com" });
  const set = (isRefused: unknown, who = owner, id = gone) =>
    host.call("contacts.setTexts", who, { params: { id }, body: { isRefused } });
  const said = async (id: string) => (await host.call("contacts.get", user, { params: { id } })).body;
  const versionOf = async (id: string) => ((await said(id)) as { version: number }).version;
  expect((await set(true, other.owner)).status).toBe(404);
  expect((await set("yes")).status).toBe(400);
  expect((await set("x".repeat(1_000_000))).status).toBe(413);
  expect(await said(gone)).toMatchObject({ noTexts: null });
  const note = (isText?: boolean) =>
    host.call("notes.create", user, { body: { contactId: gone, content: "Texted: Hello", isText } });
  expect((await note(true)).status).toBe(200);
  await Promise.all([set(true, user), set(true, user)]);
  const noTexts = { status: 409, body: { message: expect.stringMatching(/ asked for no texts\.$/) } };
  expect(await note(true)).toMatchObject(noTexts);
  expect((await note()).status).toBe(200);
  expect((await set(true)).status).toBe(200);
  const refused = { noTexts: { by: "Ada USER" } };
  expect(await said(gone)).toMatchObject(refused);
  const cards = [
    { id: kept, version: await versionOf(kept) },
    { id: gone, version: await versionOf(gone) },
  ];
  const from = Object.fromEntries(mergedFields.map((field) => [field, kept]));
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  expect(await said(kept)).toMatchObject(refused);
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect(await said(kept)).toMatchObject({ noTexts: null });
  expect(await said(gone)).toMatchObject(refused);
  expect((await set(false, user)).status).toBe(200);
  expect(await said(gone)).toMatchObject({ noTexts: null });
});
