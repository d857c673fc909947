import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Received = { call: string; query: URLSearchParams; body: Record<string, unknown> };
type Reply = { status?: number; body: unknown };
type Record_ = Record<string, unknown> & { id: number };

export const OWNER = { email: "owner@store.example", password: "Abc-12345" };
const TOKEN = "a-bearer-of-another-host";
const DAY = "2026-11-20T15:00:00.000Z";

/**
 * Only section 7 of SPEC.md, with its own formats: numeric ids, amounts as text, missing optional fields,
 * options without paging, empty success answers.
 */
export class Section7Host {
  readonly received: Received[] = [];
  readonly contacts: Record_[] = [
    {
      id: 3,
      firstName: "Amara",
      lastName: "Okafor",
      email: "amara@example.com",
      phoneNumber: "4155550134",
      recentSale: "99.5",
    },
    {
      id: 2,
      firstName: "Zoë",
      lastName: "Müller",
      email: "zoe@example.com",
      phoneNumber: "+44 20 7183 8750",
      birthday: null,
      recentSale: DAY,
    },
    { id: 1, firstName: "Li", lastName: "Wei", email: "li@example.com", phoneNumber: "4155550136" },
  ];
  readonly me: Record_ = {
    id: 9,
    firstName: "Olu",
    lastName: "Owner",
    role: "OWNER",
    isEmailIntegrationComplete: false,
  };
  readonly sales: Record_[] = [
    {
      id: 7,
      cost: "1240.5",
      createdAt: DAY,
      contact: { id: 3, name: "Amara Okafor" },
      productCategory: { id: 5, name: "Rings" },
    },
  ];
  refusesSignIn = false;
  readonly #server = createServer(async (request, response) => {
    const { status = 200, body } = await this.#answer(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  sent(call: string): Record<string, unknown>[] {
    return this.received.filter((request) => request.call === call).map(({ body }) => body);
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://host");
    const call = `${request.method} ${pathname.replace("/api/v1", "")}`;
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = text ? JSON.parse(text) : {};
    this.received.push({ call, query, body });
    if (call === "POST /authentication/login")
      return this.refusesSignIn ? { status: 429, body: { message: "Later" } } : login(body);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { message: "Who?" } };
    return this.#signedIn(call, query, body) ?? { status: 404, body: { message: `Cannot ${call}` } };
  }

  #signedIn(call: string, query: URLSearchParams, body: Received["body"]): Reply | null {
    const [, verb, collection, id] = /^(\w+) \/(\w+)\/(?:\w+\/)?(\d+)$/.exec(call) ?? [];
    const records =
      collection === "contacts" ? this.contacts : collection === "purchases" ? this.sales : null;
    const record = records?.find((record) => record.id === Number(id));
    if (records && record && verb === "DELETE") {
      records.splice(records.indexOf(record), 1);
      return { body: {} };
    }
    if (record && verb === "PATCH") return { body: Object.assign(record, body) };
    if (record && verb === "GET" && collection === "contacts") return { body: record };
    const create = (records: Record_[]) => {
      records.unshift({ ...body, id: 100 + records.length });
      return { status: 201, body: {} };
    };
    const answers: Record<string, () => Reply> = {
      "GET /users/me": () => ({ body: this.me }),
      "POST /contacts/createContact": () => create(this.contacts),
      "POST /purchases/createPurchase": () => create(this.sales),
      "POST /users/changePassword": () => ({ body: {} }),
      "POST /templates/createTemplate": () => ({ body: { data: { id: 41 } } }),
      "GET /contacts/": () => ({ body: this.contacts.filter((contact) => holds(contact, query)) }),
      "GET /contacts/basic": () => ({
        body: this.contacts.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
      }),
      "GET /purchases/getAllMyPurchases": () => ({ body: this.sales.filter((sale) => holds(sale, query)) }),
      "GET /dashboard/": () => ({ body: { ...SUMMARY, recentPurchases: this.sales } }),
    };
    return answers[call]?.() ?? (call in READS ? { body: READS[call] } : null);
  }
}

function login({ email, password }: Received["body"]): Reply {
  if (email !== OWNER.email || password !== OWNER.password) return { status: 401, body: { message: "No" } };
  return { body: { token: TOKEN, organizationId: 1, email, isEmailIntegrationComplete: false } };
}

function holds(record: Record_, query: URLSearchParams): boolean {
  return JSON.stringify(record)
    .toLowerCase()
    .includes((query.get("search") ?? "").toLowerCase());
}

const SUMMARY = {
  totalContactsCount: 3,
  contactsPercentageChange: 4.2,
  totalRevenue: "1240.50",
  revenuePercentageChange: "-2",
  topContacts: [{ contact: { id: 3, name: "Amara Okafor" }, cost: "1240.5", createdAt: DAY }],
};

const READS: Record<string, unknown> = {
  "GET /organization/timezone": "America/New_York",
  "GET /organization/users": [
    { id: 9, firstName: "Olu", lastName: "Owner", email: OWNER.email, role: { name: "OWNER" } },
  ],
  "GET /authentication/getTimezones": ["America/New_York", "Europe/London"],
  "GET /product-categories/getMyProductCategories": [{ id: 5, name: "Rings" }],
  "GET /product-categories/getMyProductCategoriesBasic": [
    { id: 5, name: "Rings" },
    { id: 6, name: "Crème boxes" },
  ],
  "GET /templates/getMyTemplates": [
    { id: 8, name: "Birthday", subject: "Happy birthday", content: "Dear {{firstName}}" },
  ],
  "GET /templates/placeholders": ["firstName", "lastName"],
  "GET /automations/getAutomations": [
    {
      id: 4,
      name: "Birthday greeting",
      trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
      condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "0", unit: "DAYS" }],
      action: { type: "SEND_EMAIL", templateId: 8 },
    },
  ],
  "GET /triggers/getTriggers": [],
  "GET /notes/contact/3": [{ id: 6, content: "Likes emeralds", createdAt: DAY }],
  "GET /purchases/getAllPurchasesByContactId/3": [],
  "GET /unipile/getAccountInfo": { isAuthorized: false },
  "GET /unipile/getCalendarEvents": [
    {
      id: 2,
      title: "Ring fitting",
      start: { date_time: "2026-11-18T15:00:00.000Z" },
      end: { date_time: "2026-11-18T16:00:00.000Z" },
    },
  ],
  "GET /appointmentTypes/": [],
  "GET /website/getMiniExtId": { miniExtId: "abc" },
};
