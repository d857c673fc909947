import { TEN } from "#server/testing/booking.ts";
import { frontDeskTests } from "#server/testing/front-desk.ts";
import type { Person } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = frontDeskTests();
const files = importsOf(host);

test("a contact's source is its creator's kind", async () => {
  const { owner, book } = await host.team();
  const names = async (is: string, user: Person = owner) => {
    const where = JSON.stringify([[{ field: "source", is }]]);
    const { status, body } = await host.call("contacts.segment", user, { query: { where } });
    expect(status).toBe(200);
    return (body as { firstName: string }[]).map(({ firstName }) => firstName).sort();
  };
  const typed = await recordsOf(host).contact(owner, { firstName: "Typed" });
  const params = await files.upload(owner, "First name,Last name,Email\nSent,In,sent@example.com\n");
  await files.start(owner, params);
  expect((await book({ startsAt: TEN, name: "Booked Herself", email: "herself@example.com" })).status).toBe(
    200,
  );
  const all = { person: ["Typed"], import: ["Sent"], visitor: ["Booked"] };
  for (const [is, found] of Object.entries(all)) expect([is, await names(is)]).toEqual([is, found]);

  expect((await host.call("contacts.delete", owner, { params: { id: typed } })).status).toBe(200);
  expect(await names("person")).toEqual([]);
  expect((await host.call("trash.restore", owner, { params: { id: typed } })).status).toBe(200);
  expect(await names("person")).toEqual(["Typed"]);
  expect(await names("person", (await host.team()).owner)).toEqual([]);
});
