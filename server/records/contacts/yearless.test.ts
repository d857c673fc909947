import type { Contact } from "#lib/contract/contacts.ts";
import type { Today } from "#lib/contract/today.ts";
import { runTests } from "#server/testing/automations.ts";
import { importsOf } from "#server/testing/imports.ts";

// A birthday without a year is stored in 1604, as in address books.

const { clock, host, make, rules, runAt, names } = runTests();
const { upload, reread, start } = importsOf(host);

const LEAP = "1604-02-29T12:00:00.000Z";

async function read(user: Parameters<typeof host.call>[1], id: string): Promise<Contact> {
  const { status, body } = await host.call("contacts.get", user, { params: { id } });
  expect(status).toBe(200);
  return body as Contact;
}

test("older clients save yearless birthdays unchanged", async () => {
  const { user } = await host.shop();
  const id = await make.contact(user, { birthday: LEAP });
  const { firstName, lastName, email, phoneNumber, birthday, anniversary } = await read(user, id);
  expect(birthday).toBe(LEAP);
  const body = { firstName, lastName, email, phoneNumber, birthday, anniversary };
  expect((await host.call("contacts.update", user, { params: { id }, body })).status).toBe(200);
  expect((await read(user, id)).birthday).toBe(LEAP);
});

test("29 February comes every year, without an age", async () => {
  clock.now = new Date("2027-02-28T08:00:00Z");
  const { user } = await host.shop();
  const id = await make.contact(user, { firstName: "Leap", birthday: LEAP, anniversary: LEAP });
  const rule = await rules.create(user);
  await runAt("2027-02-28T09:00:00Z");
  expect(await names(user, rule)).toEqual(["Leap"]);
  const today = (await host.call("today.get", user)).body as Today;
  expect(today.occasions).toMatchObject([
    { kind: "birthday", contact: { id }, years: null },
    { kind: "anniversary", contact: { id }, years: null },
  ]);
  const where = JSON.stringify([[{ field: "birthday", within: 7 }]]);
  const found = await host.call("contacts.segment", user, { query: { where } });
  expect([found.status, (found.body as Contact[]).map((one) => one.id)]).toEqual([200, [id]]);
});

test("an import without years keeps a contact's year", async () => {
  const { user } = await host.shop();
  const id = await make.contact(user, {
    firstName: "Amara",
    lastName: "Okafor",
    email: "amara@example.com",
    birthday: "1968-05-12",
  });
  const params = await upload(user, "First name,Last name,Birthday\nAmara,Okafor,12 May\nBo,Bell,--12-24\n");
  const { counts } = await reread(user, params, { known: "update" });
  expect(counts).toMatchObject({ new: 1, update: 0, same: 1 });
  await start(user, params);
  expect((await read(user, id)).birthday).toBe("1968-05-12T12:00:00.000Z");
  const list = (await host.call("contacts.list", user)).body as Contact[];
  expect(list.find(({ firstName }) => firstName === "Bo")?.birthday).toBe("1604-12-24T12:00:00.000Z");
});
