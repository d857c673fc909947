import type { Name } from "#lib/contract/contract.ts";
import type { Person, testHost } from "./host.ts";

type Host = ReturnType<typeof testHost>;
type Option = { id: string; name: string };

export const person = {
  firstName: "Zoë",
  lastName: "O’Brien-Nguyễn",
  email: "zoe@example.com",
  phoneNumber: "+44 20 7946 0018",
};

const task = {
  ...{ what: "Order the sizing bar", detail: null, personId: null, contact: null },
  ...{ dueDay: "2026-11-21", dueTime: null, repeat: "NONE" },
};

type Sale = {
  id: string;
  cost: string;
  createdAt: string;
  invoiceNumber: string | null;
  contact: { id: string | null; name: string };
  productCategory: { id: string | null; name: string };
  version: number;
};

export function recordsOf(host: Host) {
  async function create(name: Name, user: Person, body: object): Promise<string> {
    const answer = await host.call(name, user, { body });
    expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    return (answer.body as Option).id;
  }

  return {
    contact: (user: Person, changes: object = {}) =>
      create("contacts.create", user, { ...person, ...changes }),
    category: (user: Person, name = "Pearls") => create("products.create", user, { name }),
    note: (user: Person, contactId: string, content: string) =>
      create("notes.create", user, { contactId, content }),
    task: (user: Person, changes: object = {}) => create("tasks.create", user, { ...task, ...changes }),
    sale: (user: Person, form: object) => create("sales.create", user, form),

    async saleForm(user: Person, changes: object = {}) {
      const contact = { id: await this.contact(user), name: "as sent" };
      const productCategory = { id: await this.category(user), name: "as sent" };
      const rest = { cost: "1240.50", createdAt: "2026-11-20T15:00:00.000Z", invoiceNumber: "INV-2026-0001" };
      return { ...rest, contact, productCategory, ...changes };
    },

    async sales(user: Person, query: object = {}): Promise<Sale[]> {
      const answer = await host.call("sales.list", user, { query });
      expect(answer.status).toBe(200);
      return answer.body as Sale[];
    },
  };
}

export function saleOf(contact: string, category: string) {
  return {
    cost: 1,
    createdAt: "2026-11-20",
    contact: { id: contact, name: "Zoë" },
    productCategory: { id: category, name: "Rings" },
  };
}

export function ruleOf(templateId: string) {
  const trigger = { type: "EVENT_BASED" };
  return { name: "Hi", trigger, condition: [], action: { type: "SEND_EMAIL", templateId } };
}
