import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const refused = async (person: Person) =>
  ((await host.call("users.me", person)).body as { refused: string[] }).refused;

test("managers decide who can delete contacts", async () => {
  const { admin, user, owner } = await host.shop();
  const [first, second, third] = [
    await make.contact(user),
    await make.contact(user),
    await make.contact(user),
  ];
  const del = async (person: Person, id: string) =>
    (await host.call("contacts.delete", person, { params: { id } })).status;
  expect(await del(user, first)).toBe(200);
  const set = (person: Person, everybodyDeletesContacts: boolean) =>
    host.call("organization.setRights", person, { body: { everybodyDeletesContacts } });
  expect((await set(user, true)).status).toBe(403);
  expect((await set(admin, false)).status).toBe(200);
  expect((await host.call("organization.rights", owner)).body).toMatchObject({
    everybodyDeletesContacts: false,
  });
  expect(await del(user, second)).toBe(403);
  expect(await refused(user)).toContain("contacts.delete");
  expect([await del(admin, second), await del(owner, third)]).toEqual([200, 200]);
  expect(await refused(admin)).not.toContain("contacts.delete");
});

test("owner and admins decide who can see reports", async () => {
  const { admin, user, owner } = await host.shop();
  const see = async (person: Person) => {
    const query = { from: "2026-11-01", to: "2026-11-30" };
    return (await host.call("dashboard.report", person, { query })).status;
  };
  const set = (person: Person, everybodySeesReports: boolean) =>
    host.call("organization.setRights", person, { body: { everybodySeesReports } });
  expect([await see(user), await see(admin), await see(owner)]).toEqual([403, 200, 200]);
  expect(await refused(user)).toContain("dashboard.report");
  expect((await set(user, true)).status).toBe(403);
  expect((await set(owner, true)).status).toBe(200);
  expect(await see(user)).toBe(200);
  expect(await refused(user)).not.toContain("dashboard.report");
  const rights = { everybodyDeletesContacts: true, everybodySeesReports: true };
  expect((await host.call("organization.rights", owner)).body).toEqual(rights);
  expect((await set(admin, false)).status).toBe(200);
  expect(await see(user)).toBe(403);
});

test("only owner and admins can export a whole list", async () => {
  const { admin, user } = await host.shop();
  const body = { list: "contacts" };
  expect((await host.call("organization.export", user, { body })).status).toBe(403);
  expect((await host.call("organization.export", admin, { body })).status).toBe(200);
  expect(await refused(user)).toContain("organization.export");
});

test("shows a removed person as author", async () => {
  const { owner, user } = await host.shop();
  const contactId = await make.contact(owner);
  await host.call("notes.create", user, { body: { content: "Likes emeralds", contactId } });
  const category = await host.call("products.create", user, { body: { name: "Rings" } });
  const productCategory = { id: (category.body as { id: string }).id, name: "Rings" };
  const sale = {
    cost: 5,
    createdAt: "2026-11-20T10:00:00Z",
    contact: { id: contactId, name: "x" },
    productCategory,
  };
  expect((await host.call("sales.create", user, { body: sale })).status).toBe(200);
  await host.call("team.remove", owner, { body: { id: user.id } });
  const params = { id: contactId };
  for (const row of ["notes.ofContact", "sales.ofContact"] as const) {
    expect((await host.call(row, owner, { params })).body).toMatchObject([{ createdBy: "Ada USER" }]);
  }
  expect((await host.call("sales.list", owner)).body).toMatchObject([{ createdBy: "Ada USER" }]);
});
