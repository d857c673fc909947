import { mergedFields } from "#lib/contract/duplicates.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

type Seen = {
  id: string;
  contact: { id: string; name: string };
  name: string;
  otherName: string;
  version: number;
};

const seen = async (user: Person, id: string) =>
  (await host.call("relations.ofContact", user, { params: { id } })).body as Seen[];
const words = async (user: Person, id: string) =>
  (await seen(user, id)).map(({ contact, name, otherName }) => `${contact.name}: ${name}/${otherName}`);
const relate = (user: Person, contactId: string, id: string, name = "Husband", otherName = "Wife") =>
  host.call("relations.create", user, { body: { contactId, other: { id, name: "x" }, name, otherName } });

async function couple() {
  const shop = await host.shop();
  const { user } = shop;
  const [amara, daniel, farah] = [
    await make.contact(user, { firstName: "Amara", lastName: "Okafor" }),
    await make.contact(user, { firstName: "Daniel", lastName: "Okafor", birthday: "1980-06-03" }),
    await make.contact(user, { firstName: "Farah", lastName: "Haddad" }),
  ];
  expect((await relate(user, amara, daniel)).status).toBe(200);
  return { ...shop, amara, daniel, farah };
}

test("shows a relation and birthday on both contacts", async () => {
  const { user, amara, daniel } = await couple();
  expect(await seen(user, amara)).toMatchObject([
    { contact: { id: daniel, name: "Daniel Okafor" }, name: "Husband", birthday: "1980-06-03T12:00:00.000Z" },
  ]);
  expect(await words(user, daniel)).toEqual(["Amara Okafor: Wife/Husband"]);
  const [{ id, version } = { id: "", version: 0 }] = await seen(user, daniel);
  const body = { contactId: daniel, name: "Partner", otherName: "Fiancé", version };
  expect((await host.call("relations.update", user, { params: { id }, body })).status).toBe(200);
  expect(await words(user, amara)).toEqual(["Daniel Okafor: Fiancé/Partner"]);
  const late = await host.call("relations.update", user, { params: { id }, body });
  expect(late).toMatchObject({ status: 409, body: { current: { name: "Partner", version: 2 } } });
  await host.call("relations.delete", user, { params: { id } });
  for (const card of [amara, daniel]) {
    const { body } = await host.call("history.ofRecord", user, { params: { id: card } });
    const entries = (body as { kind: string; action: string }[]).filter(({ kind }) => kind === "relation");
    expect(entries.map(({ action }) => action)).toEqual(["deleted", "changed", "created"]);
  }
  expect((await host.call("trash.restore", user, { params: { id } })).status).toBe(200);
  expect(await words(user, amara)).toEqual(["Daniel Okafor: Fiancé/Partner"]);
});

test("rejects relations to oneself, duplicates, strangers and too many", async () => {
  const { user, amara, daniel, farah } = await couple();
  expect((await relate(user, amara, amara)).status).toBe(400);
  expect((await relate(user, daniel, amara, "WIFE ", "husband")).status).toBe(409);
  const stranger = await make.contact((await host.shop()).user);
  expect((await relate(user, amara, stranger)).status).toBe(404);
  expect((await relate(user, stranger, amara)).status).toBe(404);
  for (const name of ["", " ", "x".repeat(61)])
    expect((await relate(user, amara, farah, name)).status).toBe(400);
  for (let i = 1; i < 50; i++) await relate(user, amara, farah, `Friend ${i}`, "Friend");
  expect((await relate(user, farah, amara, "Introduced by", "Introduced")).status).toBe(422);
});

test("removes relations with a deleted contact and restores them", async () => {
  const { user, amara, daniel } = await couple();
  await host.call("contacts.delete", user, { params: { id: daniel } });
  expect(await words(user, amara)).toEqual([]);
  expect((await host.call("trash.restore", user, { params: { id: daniel } })).status).toBe(200);
  expect(await words(user, amara)).toEqual(["Daniel Okafor: Husband/Wife"]);
});

test("merges relations without duplicates, and restores all on undo", async () => {
  const { owner, user, amara, daniel, farah } = await couple();
  await relate(user, farah, daniel);
  await relate(user, amara, farah, "Sister", "Sister");
  const card = async (id: string) => {
    const { body } = await host.call("contacts.get", user, { params: { id } });
    return { id, version: (body as { version: number }).version };
  };
  const from = Object.fromEntries(mergedFields.map((field) => [field, amara]));
  const body = { cards: [await card(amara), await card(farah)], from };
  const merged = await host.call("contacts.merge", owner, { body });
  expect(merged.status).toBe(200);
  expect(await words(user, amara)).toEqual(["Daniel Okafor: Husband/Wife"]);
  const { change } = merged.body as { change: string };
  expect((await host.call("contacts.unmerge", owner, { params: { id: change } })).status).toBe(200);
  expect((await words(user, amara)).toSorted()).toEqual([
    "Daniel Okafor: Husband/Wife",
    "Farah Haddad: Sister/Sister",
  ]);
  expect((await words(user, farah)).toSorted()).toEqual([
    "Amara Okafor: Sister/Sister",
    "Daniel Okafor: Husband/Wife",
  ]);
});

test("removes an erased contact's relations, also from the history", async () => {
  const { owner, user, amara, daniel } = await couple();
  const erased = await host.call("contacts.erase", owner, {
    params: { id: daniel },
    body: { name: "Daniel Okafor" },
  });
  expect(erased.status).toBe(200);
  expect(await words(user, amara)).toEqual([]);
  const { body } = await host.call("history.ofRecord", user, { params: { id: amara } });
  expect(JSON.stringify(body)).not.toContain("Husband");
});
