import { sql } from "drizzle-orm";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const zoe = { firstName: "Zoëlla", lastName: "Quistgaard", email: "zoella.q@example.com" };

test("people who share an email get only their records", async () => {
  const { owner, id: organizationId } = await host.shop();
  const [one, other] = [
    await make.contact(owner, zoe),
    await make.contact(owner, { ...zoe, firstName: "Bo" }),
  ];
  const form = await make.saleForm(owner);
  await make.sale(owner, { ...form, contact: { id: one, name: "" } });
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, text, state) values
      (${organizationId}, gen_random_uuid(), 'automation', ${other}, ${zoe.email}, 'Bo', 'Dear Bo', 'sent'),
      (${organizationId}, gen_random_uuid(), 'automation', ${one}, ${zoe.email}, 'Zoe', 'Dear Zoe', 'sent'),
      (${organizationId}, gen_random_uuid(), 'test', null, ${zoe.email}, 'Somebody', 'Before they were a contact', 'sent')`),
  );
  const { body } = await host.call("contacts.everything", owner, { params: { id: one } });
  const { records, names } = body as {
    records: { kind: string; record: Record<string, string> }[];
    names: Record<string, string>;
  };
  expect(records.flatMap(({ kind, record }) => (kind === "mail" ? [record.text] : [])).sort()).toEqual([
    "Before they were a contact",
    "Dear Zoe",
  ]);
  const sale = records.find(({ kind }) => kind === "sale")?.record;
  expect(names[sale?.product_category_id ?? ""]).toBe(sale?.product_category_name);
  expect(names[sale?.contact_id ?? ""]).toBe("Zoëlla Quistgaard");
});

test("a sale's previous contact is not disclosed", async () => {
  const { owner } = await host.shop();
  const [one, other] = [
    await make.contact(owner, zoe),
    await make.contact(owner, { firstName: "Somebody", lastName: "Else", email: "else@example.com" }),
  ];
  const form = await make.saleForm(owner, { invoiceNumber: null });
  const id = await make.sale(owner, { ...form, contact: { id: other, name: "" } });
  const move = async (to: string, version: number) => {
    const body = { ...form, contact: { id: to, name: "" }, version };
    expect((await host.call("sales.update", owner, { params: { id }, body })).status).toBe(200);
  };
  await move(one, 1);
  await move(other, 2);
  await move(one, 3);
  const { body } = await host.call("contacts.everything", owner, { params: { id: one } });
  const { records, names } = body as {
    records: { kind: string; record: { kind: string; was?: object; now?: object } }[];
    names: Record<string, string>;
  };
  const moves = records.flatMap(({ kind, record: { was, now } }) =>
    kind === "history" && was ? [JSON.stringify([was, now])] : [],
  );
  expect(moves).toHaveLength(3);
  expect(moves.every((text) => text.includes(one))).toBe(true);
  const json = JSON.stringify(body);
  for (const theirs of [/somebody.else/i, /else@example/i, other]) expect(json).not.toMatch(theirs);
  expect([names[one], names[other]]).toEqual(["Zoëlla Quistgaard", undefined]);
});

test("limits a page by its size", async () => {
  const shop = await host.shop();
  const contact = await make.contact(shop.owner);
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, html, state)
      select ${shop.id}, gen_random_uuid(), 'automation', ${contact}, 'z@example.com', 'Z', repeat('x', 100000), 'sent'
      from generate_series(1, 30)`),
  );
  let after: string | null = "";
  let mails = 0;
  do {
    const { body } = await host.call("contacts.everything", shop.owner, {
      params: { id: contact },
      query: after ? { after } : {},
    });
    const answer = body as { records: { kind: string }[]; next: string | null };
    expect(JSON.stringify(answer).length).toBeLessThan(700_000);
    mails += answer.records.filter(({ kind }) => kind === "mail").length;
    after = answer.next;
  } while (after);
  expect(mails).toBe(30);
});
