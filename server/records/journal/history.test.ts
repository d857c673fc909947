import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

test("filters the history by person, kind and date", async () => {
  const { owner, user, admin } = await host.shop();
  const form = await make.saleForm(owner);
  const sale = await make.sale(owner, form);
  const other = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const body = { ...form, contact: { id: other, name: "" }, cost: "9.50" };
  await host.call("sales.update", user, { params: { id: sale }, body });
  await host.call("contacts.delete", admin, { params: { id: form.contact.id } });

  type Shown = { kind: string; action: string; actor: { name: string }; changes: object[]; recordId: string };
  const listed = async (query: object, who = owner) => {
    const { status, body } = await host.call("history.list", who, { query });
    return { status, rows: body as Shown[] };
  };
  const { rows } = await listed({ kind: "sale" });
  expect(rows).toMatchObject([
    {
      action: "changed",
      actor: { kind: "person", name: "Ada USER" },
      changes: expect.arrayContaining([
        { field: "cost", from: "1240.5", to: "9.5" },
        { field: "contact_id", from: "Zoë O’Brien-Nguyễn", to: "Amara Okafor" },
      ]),
    },
    { action: "created", changes: [] },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/search|version/);
  expect((await listed({ who: user.id })).rows.map(({ kind }) => kind)).toEqual(["sale", "contact"]);
  expect((await listed({ who: "visitor" })).rows).toEqual([]);
  expect((await listed({ who: "nobody" })).status).toBe(404);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format();
  expect((await listed({ from: today, to: today })).rows.length).toBeGreaterThan(4);
  expect((await listed({ to: "2026-01-01" })).rows).toEqual([]);
  expect((await listed({ to: "9999-12-31" })).rows.length).toBeGreaterThan(4);
  expect((await listed({ from: "2999-01-01" })).rows).toEqual([]);
  expect((await listed({}, user)).status).toBe(403);

  const ofRecord = (id: string, query = {}) => host.call("history.ofRecord", user, { params: { id }, query });
  expect(await ofRecord(form.contact.id)).toMatchObject({
    body: [{ action: "deleted" }, { action: "created" }],
  });
  const [newest] = (await ofRecord(sale)).body as { id: string }[];
  expect(await ofRecord(sale, { before: newest?.id })).toMatchObject({ body: [{ action: "created" }] });
  await host.call("users.update", user, { body: { firstName: "Grace", lastName: "Hopper" } });
  expect((await ofRecord(user.id)).status).toBe(404);

  const settings = (days: unknown, who = owner) => host.call("history.setSettings", who, { body: { days } });
  expect((await settings(29)).status).toBe(400);
  expect((await settings(90, user)).status).toBe(403);
  expect((await settings(90)).status).toBe(200);
  expect(await host.call("history.settings", admin)).toMatchObject({ body: { days: 90 } });
});
