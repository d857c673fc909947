/** @jest-environment node */
import { type Person, testHost } from "../testing.ts";

const host = testHost();

const person = {
  firstName: "Zoë",
  lastName: "O’Brien-Nguyễn",
  email: "zoe@example.com",
  phoneNumber: "+44 20 7946 0018",
};

type Named = { id: string; name: string };

async function made(
  name: "contacts.create" | "products.create",
  user: Person,
  body: object,
): Promise<string> {
  const answer = await host.call(name, user, { body });
  expect(answer.status).toBe(200);
  return (answer.body as Named).id;
}

/** A contact, a category and the form of a sale that names them. */
async function store(user: Person, changes: object = {}) {
  const contact = { id: await made("contacts.create", user, { ...person, ...changes }), name: "as sent" };
  const productCategory = { id: await made("products.create", user, { name: "Pearls" }), name: "as sent" };
  const form = (over: object = {}) => ({
    cost: "1240.50",
    createdAt: "2026-11-20T15:00:00.000Z",
    invoiceNumber: "INV-2026-0001",
    contact,
    productCategory,
    ...over,
  });
  return { contact, productCategory, form };
}

test("a sale is recorded, listed, changed and deleted", async () => {
  const { user } = await host.shop();
  const { contact, productCategory, form } = await store(user);
  const created = await host.call("sales.create", user, { body: form() });
  expect(created).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  const { id } = created.body as Named;
  const listed = {
    id,
    cost: "1240.50",
    createdAt: "2026-11-20T15:00:00.000Z",
    invoiceNumber: "INV-2026-0001",
    contactId: contact.id,
    contact: { id: contact.id, name: "Zoë O’Brien-Nguyễn" },
    productCategory: { id: productCategory.id, name: "Pearls" },
    item: "Pearls",
    version: 1,
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  };
  expect((await host.call("sales.list", user)).body).toEqual([listed]);
  const body = form({ cost: 80, invoiceNumber: "", createdAt: "2026-11-19" });
  expect((await host.call("sales.update", user, { params: { id }, body })).status).toBe(200);
  expect((await host.call("sales.ofContact", user, { params: { id: contact.id } })).body).toEqual([
    { ...listed, cost: "80.00", invoiceNumber: null, createdAt: "2026-11-19T12:00:00.000Z", version: 2 },
  ]);
  expect((await host.call("sales.delete", user, { params: { id } })).status).toBe(200);
  expect((await host.call("sales.list", user)).body).toEqual([]);
  for (const name of ["sales.update", "sales.delete"] as const) {
    const gone = await host.call(name, user, {
      params: { id },
      body: name === "sales.update" ? body : undefined,
    });
    expect(gone).toMatchObject({ status: 404, body: { message: "This record does not exist" } });
  }
});
