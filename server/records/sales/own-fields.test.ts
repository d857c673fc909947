import type { OwnField } from "#lib/contract/own-fields.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";

const host = testHost();
const make = recordsOf(host);
const files = importsOf(host);

async function store() {
  const shop = await host.shop();
  const forms = [
    fieldOf("Engraving", { of: "sales", isSearchable: true, isRequired: true }),
    fieldOf("Stone", { of: "sales", kind: "choice" }),
    fieldOf("Warranty", { of: "sales", kind: "date" }),
    fieldOf("Engraving"),
  ];
  const { ids } = (await host.call("fields.create", shop.owner, { body: { fields: forms } })).body as {
    ids: string[];
  };
  const [engraving, stone, warranty, ofContact] = ids as [string, string, string, string];
  return { ...shop, engraving, stone, warranty, ofContact };
}

async function sales(person: Person, search = ""): Promise<Sale[]> {
  return (await host.call("sales.list", person, { query: { search } })).body as Sale[];
}

test("validates, searches and restores own fields of a sale", async () => {
  const { owner, user, engraving, stone, warranty, ofContact } = await store();
  const contactId = await make.contact(user, { firstName: "Ada", lastName: "Finch" });
  const form = await make.saleForm(user, { contact: { id: contactId, name: "" }, invoiceNumber: "INV-7" });
  const create = (fields?: object) => host.call("sales.create", user, { body: { ...form, fields } });
  expect((await create()).status).toBe(200);
  expect((await sales(user))[0]).not.toHaveProperty("fields");
  expect(await create({ [stone]: "a" })).toMatchObject({
    status: 422,
    body: { message: "Engraving: Required" },
  });
  expect((await create({ [engraving]: "x", [stone]: "zinc" })).status).toBe(422);
  expect((await create({ [engraving]: "x", [ofContact]: "x" })).status).toBe(404);
  const values = { [engraving]: "Für immer", [stone]: "a", [warranty]: "2031-03-14" };
  const { body: made } = await create(values);
  const params = { id: (made as { id: string }).id };
  expect(await sales(user, "fur imm")).toMatchObject([{ id: params.id, fields: values }]);

  const { body: contact } = await host.call("contacts.get", user, { params: { id: contactId } });
  const renamed = { ...(contact as object), firstName: "Grace" };
  await host.call("contacts.update", user, { params: { id: contactId }, body: renamed });
  expect(await sales(user, "grace immer inv-7")).toHaveLength(1);
  const patch = { ...form, fields: { [stone]: null } };
  expect((await host.call("sales.update", user, { params, body: patch })).status).toBe(200);
  const { [stone]: _, ...left } = values;
  expect((await sales(user, "immer"))[0]?.fields).toEqual(left);
  expect((await host.call("sales.update", user, { params, body: form })).status).toBe(200);
  expect((await sales(user, "immer"))[0]?.fields).toEqual(left);

  const { body: history } = await host.call("history.list", owner, { query: { id: params.id } });
  expect(JSON.stringify(history)).toContain('"label":"Stone","from":"Gold","to":null');
  const everything = await host.call("contacts.everything", owner, { params: { id: contactId } });
  expect(JSON.stringify(everything.body)).toContain("Für immer");

  expect((await host.call("sales.delete", owner, { params })).status).toBe(200);
  expect((await host.call("trash.restore", owner, { params })).status).toBe(200);
  expect((await sales(user, "immer"))[0]?.fields).toEqual(left);

  const of = { params: { id: engraving } };
  expect((await host.call("fields.usage", owner, of)).body).toEqual({ count: 1 });
  await host.call("fields.delete", owner, of);
  expect(await sales(user, "immer")).toEqual([]);
  await host.call("fields.delete", owner, of);
  expect((await sales(user)).find(({ id }) => id === params.id)?.fields).toEqual({
    [warranty]: "2031-03-14",
  });
  const fields = (await host.call("fields.list", user)).body as OwnField[];
  expect(fields.map(({ of, label }) => [of, label])).toEqual([
    ["sales", "Stone"],
    ["sales", "Warranty"],
    ["contacts", "Engraving"],
  ]);
});

test.each([
  ["csv", "csv"],
  ["excel", "xlsx"],
])("exports sales as %s with own fields and imports them", async (folder, ending) => {
  const [from, to] = [await store(), await store()];
  const form = await make.saleForm(from.user, { invoiceNumber: "INV-9" });
  const fields = { [from.engraving]: "=1+1", [from.stone]: "b", [from.warranty]: "2031-03-04" };
  expect((await host.call("sales.create", from.user, { body: { ...form, fields } })).status).toBe(200);
  const { body } = await host.call("data.export", from.owner);
  const content = unzip(body as Buffer).get(`${folder}/sales.${ending}`) ?? Buffer.alloc(0);
  const params = await files.upload(to.owner, content, `sales.${ending}`);
  await files.reread(to.owner, params, { rules: [{ field: "email", kind: "nobody", how: "name" }] });
  expect(await files.start(to.owner, params)).toMatchObject({ added: 1 });
  expect((await sales(to.user))[0]?.fields).toEqual({
    [to.engraving]: "=1+1",
    [to.stone]: "b",
    [to.warranty]: "2031-03-04",
  });
});

test("keeps choices but no free text after erasing", async () => {
  const { owner, engraving, stone } = await store();
  const contactId = await make.contact(owner, { firstName: "Zebedee", lastName: "Finch" });
  const form = await make.saleForm(owner, { contact: { id: contactId, name: "" } });
  const fields = { [engraving]: "For Zebedee", [stone]: "a" };
  expect((await host.call("sales.create", owner, { body: { ...form, fields } })).status).toBe(200);
  const erased = { params: { id: contactId }, body: { name: "Zebedee Finch" } };
  expect((await host.call("contacts.erase", owner, erased)).status).toBe(200);
  expect(await sales(owner)).toMatchObject([{ fields: { [stone]: "a" } }]);
  expect(await sales(owner, "zebedee")).toEqual([]);
  const { body } = await host.call("data.export", owner);
  for (const [, content] of unzip(body as Buffer)) expect(content.toString()).not.toContain("Zebedee");
});
