import { mergedFields } from "#lib/contract/duplicates.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, work, upload, get, start } = importsOf(host);

async function everybody(organizationId: string) {
  const database = await host.database();
  return database.read(organizationId, (db) => db.select().from(contacts).orderBy(contacts.firstName));
}

async function merge(owner: Person, ids: (string | undefined)[]) {
  const found = (await everybody(owner.organizationId)).filter((one) => ids.includes(one.id));
  const cards = found.map(({ id, version }) => ({ id, version }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, ids[0]]));
  return ask("contacts.merge", owner, { body: { cards, from } });
}

test("restores every row on revert, except rows edited since", async () => {
  const { id, user, admin } = await host.shop();
  await make.contact(user, {
    firstName: "Max",
    lastName: "Frost",
    email: "max@example.com",
    phoneNumber: "",
  });
  const database = await host.database();
  const before = await dump(database, id);
  const people = await upload(
    user,
    "First name,Email,Phone,Notes\nMax,max@example.com,+1 415 555 0188,Tall\nIda,ida@example.com,,\n",
  );
  await start(user, people);
  const sales = await upload(
    user,
    "Date,Total,Email,Item\n2024-03-01,12.00,ida@example.com,Rings\n2024-03-02,13.00,max@example.com,Rings\n",
  );
  await start(user, sales);
  expect(await get(user, sales)).toMatchObject({ revertUntil: expect.any(String), mayChange: true });
  for (const params of [sales, people]) {
    expect(await ask("imports.kept", user, { params })).toEqual({ count: 0, records: [] });
    await ask("imports.revert", user, { params });
    await ask("imports.revert", admin, { params });
    await work();
    expect(await get(user, params)).toMatchObject({ state: "reverted", kept: 0, revertUntil: null });
  }
  expect(await dump(database, id)).toEqual(before);

  const again = await upload(user, "First name,Email\nIda,ida@example.com\nBen,ben@example.com\n");
  await start(user, again);
  const [ben] = await everybody(id);
  const body = { ...person, firstName: "Benjamin", email: "ben@example.com" };
  await ask("contacts.update", user, { params: { id: ben?.id }, body });
  const kept = { count: 1, records: [{ kind: "contact", id: ben?.id, name: expect.any(String) }] };
  expect(await ask("imports.kept", user, { params: again })).toEqual(kept);
  await ask("imports.revert", user, { params: again });
  await work();
  expect(await ask("imports.kept", user, { params: again })).toEqual(kept);
  expect(await everybody(id)).toMatchObject([{ firstName: "Benjamin" }, { firstName: "Max" }]);
});

test("undoes an import whose records' changes were undone", async () => {
  const { id, owner } = await host.shop();
  const here = await make.contact(owner, { firstName: "Max", email: "max@example.com", phoneNumber: "" });
  const file = await upload(
    owner,
    "First name,Last name,Email,Phone\nMax,,max@example.com,+1 415 555 0188\nIda,Frost,ida@example.com,\nBen,Frost,ben@example.com,\n",
  );
  await start(owner, file);
  const [ben, ida] = await everybody(id);
  for (const lastName of ["Snow", "Frost"]) {
    const body = { ...person, firstName: "Ben", lastName, email: "ben@example.com", phoneNumber: "" };
    await ask("contacts.update", owner, { params: { id: ben?.id }, body });
  }
  const { change } = await merge(owner, [ida?.id, ben?.id]);
  await ask("contacts.unmerge", owner, { params: { id: change } });
  const [max] = (await everybody(id)).filter((one) => one.id === here);
  const { phoneNumber } = max as { phoneNumber: string };
  const changed = { ...person, firstName: "Max", lastName: "Renamed", email: "max@example.com", phoneNumber };
  await ask("contacts.update", owner, { params: { id: here }, body: changed });
  expect(await ask("imports.kept", owner, { params: file })).toEqual({ count: 0, records: [] });
  await ask("imports.revert", owner, { params: file });
  await work();
  expect(await get(owner, file)).toMatchObject({ state: "reverted", kept: 0 });
  expect(await everybody(id)).toMatchObject([{ id: here, lastName: "Renamed", phoneNumber: "" }]);
});

test("lists exactly the records that the undo then keeps", async () => {
  const { id, owner } = await host.shop();
  const other = await make.contact(owner, { firstName: "Dan", email: "dan@example.com" });
  const file = await upload(
    owner,
    "First name,Last name,Email\nAnn,Frost,ann@example.com\nBen,Frost,ben@example.com\nCy,Frost,cy@example.com\n",
  );
  await start(owner, file);
  const [ann, ben, cy] = await everybody(id);
  await merge(owner, [other, ben?.id]);
  const body = { ...person, firstName: "Cyril", email: "cy@example.com" };
  await ask("contacts.update", owner, { params: { id: cy?.id }, body });
  const listed = await ask("imports.kept", owner, { params: file });
  expect(listed.records.map((one) => one.id).toSorted()).toEqual([other, cy?.id].toSorted());
  await ask("imports.revert", owner, { params: file });
  await work();
  expect(await ask("imports.kept", owner, { params: file })).toEqual({
    count: 2,
    records: expect.arrayContaining(listed.records),
  });
  expect((await everybody(id)).map((one) => one.id)).not.toContain(ann?.id);
});

test("only importer and managers continue an import", async () => {
  const { id, user, owner } = await host.shop();
  const other = await host.person(id, "USER");
  const params = await upload(user, "First name,Email\nIda,ida@example.com\n");
  expect((await host.call("imports.start", other, { params })).status).toBe(403);
  expect((await host.call("imports.upload", user, { params, body: { part: 0, data: "YQ==" } })).status).toBe(
    409,
  );
  const starts = await Promise.all([user, owner].map((one) => host.call("imports.start", one, { params })));
  expect(starts.map(({ status }) => status)).toEqual([200, 200]);
  await work();
  expect(await get(user, params)).toMatchObject({ state: "done", added: 1 });
  expect((await host.call("imports.delete", user, { params })).status).toBe(409);
  const made = await ask("imports.create", user, { body: { name: "a.csv", bytes: 3 } });
  const part = { params: { id: made?.id }, body: { part: 0, data: "YQ==" } };
  expect(await host.call("imports.upload", user, part)).toMatchObject({ status: 400 });
  expect((await host.call("imports.upload", user, { ...part, body: { part: 9, data: "YWJj" } })).status).toBe(
    400,
  );
});
