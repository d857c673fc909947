import type { ActName } from "#lib/contract/contract.ts";
import { type Answer, type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

type Edited = { update: (changes: object) => Promise<Answer>; read: () => Promise<unknown> };
const named = (rows: unknown, id: string) => (rows as { id: string }[]).find((row) => row.id === id);

const KINDS: Record<string, { text: (to: string) => object; open: (user: Person) => Promise<Edited> }> = {
  contacts: {
    text: (lastName) => ({ lastName }),
    open: async (user) => {
      const id = await make.contact(user);
      return {
        update: edit("contacts.update", user, id, person),
        read: async () => (await host.call("contacts.get", user, { params: { id } })).body,
      };
    },
  },
  sales: {
    text: (invoiceNumber) => ({ invoiceNumber }),
    open: async (user) => {
      const form = await make.saleForm(user);
      const id = await make.sale(user, form);
      return {
        update: edit("sales.update", user, id, form),
        read: async () => named(await make.sales(user), id),
      };
    },
  },
  notes: {
    text: (content) => ({ content }),
    open: async (user) => {
      const contactId = await make.contact(user);
      const id = await make.note(user, contactId, "Hello");
      const params = { id: contactId };
      return {
        update: edit("notes.update", user, id, { id, contactId }),
        read: async () => named((await host.call("notes.ofContact", user, { params })).body, id),
      };
    },
  },
  products: {
    text: (name) => ({ name }),
    open: async (user) => {
      const id = await make.category(user);
      return {
        update: edit("products.update", user, id, { id }),
        read: async () => named((await host.call("products.list", user)).body, id),
      };
    },
  },
};

function edit(name: ActName, user: Person, id: string, form: object) {
  return (changes: object) => host.call(name, user, { params: { id }, body: { ...form, ...changes } });
}

const conflict = { status: 409, body: { status: 409, message: "Changed by someone else" } };

test.each(Object.entries(KINDS))(
  "%s: the later of two editors gets a 409 and changes nothing",
  async (_, kind) => {
    const { user } = await host.shop();
    const { update, read } = await kind.open(user);
    expect(await read()).toMatchObject({ version: 1 });
    expect((await update({ ...kind.text("First"), version: 1 })).status).toBe(200);
    const refused = await update({ ...kind.text("Second"), version: 1 });
    expect(refused).toMatchObject(conflict);
    expect(refused.body).toMatchObject({ current: { ...kind.text("First"), version: 2 } });
    expect(JSON.stringify(refused.body)).not.toContain(`"search"`);
    expect(await read()).toMatchObject({ ...kind.text("First"), version: 2 });
    expect((await update({ ...kind.text("Second"), version: 2 })).status).toBe(200);
    expect((await update(kind.text("Third"))).status).toBe(200);
    expect(await read()).toMatchObject({ ...kind.text("Third"), version: 4 });
    for (const version of ["4", 1.5, null, {}]) {
      expect([version, (await update({ ...kind.text("Fourth"), version })).status]).toEqual([version, 400]);
    }
  },
);

test.each(Object.entries(KINDS))("%s: one of ten simultaneous edits succeeds", async (_, kind) => {
  const { user } = await host.shop();
  const { update, read } = await kind.open(user);
  const texts = Array.from("ABCDEFGHIJ");
  const answers = await Promise.all(texts.map((text) => update({ ...kind.text(text), version: 1 })));
  const won = texts.filter((_, i) => answers[i]?.status === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await read()).toMatchObject({ ...kind.text(won[0] ?? ""), version: 2 });
});
