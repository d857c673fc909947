import { randomUUID } from "node:crypto";
import type { Name } from "#lib/contract/contract.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { assert, type Kit, notAsked } from "./kit.ts";
import { isCompleteHost, NO_ID } from "./reads.ts";

type ListItem = { id: string; name: string };

export async function checkWrites(kit: Kit, mark = `Conform ${randomLetters()}`): Promise<void> {
  await checkBadBodies(kit);
  await kit.check("organization.setTimezone", "accepts the current timezone", async () => {
    const timezone = await kit.read("organization.timezone");
    await kit.succeed("organization.setTimezone", { body: { timezone } });
    assert((await kit.read("organization.timezone")) === timezone, "The timezone changed");
  });
  await kit.check("users.update", "accepts the current name", async () => {
    const { firstName, lastName } = await kit.read("users.me");
    await kit.succeed("users.update", { body: { firstName, lastName } });
    const me = await kit.read("users.me");
    assert(me.firstName === firstName && me.lastName === lastName, "The name changed");
  });

  const person = {
    firstName: mark,
    lastName: "Contact",
    email: `${mark.replace(" ", "-").toLowerCase()}@example.com`,
    phoneNumber: "+1 415 555 0134",
  };
  const category = { name: `${mark} category`, description: "Created by the conformance kit" };
  await withRecord(kit, "products", category, {
    find: () => kit.read("products.list") as Promise<ListItem[]>,
    is: ({ name }) => name === category.name,
    change: (id) => ({ ...category, id, name: `${category.name}, changed` }),
    isChanged: ({ name }) => name === `${category.name}, changed`,
    use: (categoryId) =>
      withRecord(kit, "contacts", person, {
        find: () => kit.read("contacts.list", { query: { page: 1, limit: 50, search: mark } }),
        is: ({ firstName }) => firstName === mark,
        change: () => ({ ...person, lastName: "Changed" }),
        isChanged: ({ lastName }) => lastName === "Changed",
        use: (contactId) =>
          checkOfContact(
            kit,
            { id: contactId, name: `${mark} Changed` },
            { id: categoryId, name: category.name },
            mark,
          ),
      }),
  });
  await kit.check("contacts.get", "refuses a deleted contact", async () => {
    const left = await kit.read("contacts.list", { query: { page: 1, limit: 50, search: mark } });
    assert(left.length === 0, "The list still contains it");
  });

  const template = { name: `${mark} template`, subject: "Hello", content: "Hello from the conformance kit" };
  await withRecord(kit, "templates", template, {
    find: () => kit.read("templates.list") as Promise<ListItem[]>,
    is: ({ name }) => name === template.name,
    change: () => ({ ...template, name: `${template.name}, changed` }),
    isChanged: ({ name }) => name === `${template.name}, changed`,
    use: (templateId) => checkAutomation(kit, templateId, `${mark} automation`),
  });
  await kit.check("templates.create", "returns the new template's id as data.id", async () => {
    const { json } = await kit.succeed("templates.create", { body: { ...template, name: `${mark} second` } });
    const { data } = (json ?? {}) as { data?: { id?: unknown } };
    const [made] = (await kit.read("templates.list")).filter(({ name }) => name === `${mark} second`);
    if (made) await kit.succeed("templates.delete", { params: { id: made.id } });
    assert(data?.id !== undefined, `It returned ${JSON.stringify(json)}`);
    assert(String(data.id) === made?.id, "The id differs from the list's");
  });

  const type = { name: `${mark} type`, daysInAdvance: 30, defaultMeetingLength: 30 };
  await withRecord(kit, "appointmentTypes", type, {
    find: () => kit.read("appointmentTypes.list"),
    is: ({ name }) => name === type.name,
    change: () => ({ ...type, defaultMeetingLength: 45 }),
    isChanged: ({ defaultMeetingLength }) => defaultMeetingLength === 45,
  });
}

function randomLetters(): string {
  return [...randomUUID().slice(0, 8)]
    .map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)])
    .join("");
}

type Subject = "products" | "contacts" | "sales" | "notes" | "templates" | "appointmentTypes";
type RecordSteps<T> = {
  find: () => Promise<T[]>;
  is: (one: T) => boolean;
  change: (id: string) => object;
  isChanged: (one: T) => boolean;
  use?: (id: string) => Promise<unknown>;
};

async function withRecord<T extends { id: string }>(
  kit: Kit,
  of: Subject,
  body: object,
  life: RecordSteps<T>,
): Promise<void> {
  const { find, is, change, isChanged, use } = life;
  let made: T | undefined;
  await kit.check(`${of}.create`, "creates a record that appears in the list", async () => {
    await kit.succeed(`${of}.create`, { body });
    made = (await find()).find(is);
    assert(made !== undefined, "The list doesn't contain it");
  });
  if (!made) return;
  const { id } = made;
  await kit.check(`${of}.update`, "changes the record", async () => {
    await kit.succeed(`${of}.update`, { params: { id }, body: { ...versionOf(made), ...change(id) } });
    const found = (await find()).find((one) => one.id === id);
    assert(found !== undefined, "The list no longer contains it");
    assert(isChanged(found), "It is unchanged");
  });
  await use?.(id);
  await kit.check(`${of}.delete`, "deletes the record", async () => {
    await kit.succeed(`${of}.delete`, { params: { id } });
    assert(!(await find()).some((one) => one.id === id), "The list still contains it");
  });
  await kit.check(
    `${of}.delete`,
    "refuses to delete it again",
    () => kit.refused(`${of}.delete`, { params: { id } }, { status: 404 }),
    "note",
  );
}

/** Our own host uses the version to detect concurrent changes. */
function versionOf(record: object | undefined): object {
  const { version } = (record ?? {}) as { version?: unknown };
  return version === undefined ? {} : { version };
}

async function checkOfContact(
  kit: Kit,
  contact: ListItem,
  productCategory: ListItem,
  mark: string,
): Promise<void> {
  await kit.check("contacts.get", "returns the changed value", async () => {
    const { lastName } = await kit.read("contacts.get", { params: { id: contact.id } });
    assert(lastName === "Changed", `The last name is ${lastName}`);
  });
  const sale = {
    ...{ cost: "1240.50", createdAt: "2026-11-20T15:00:00.000Z", invoiceNumber: mark },
    ...{ contact, productCategory },
  };
  const ofContact = { params: { id: contact.id } };
  await withRecord(kit, "sales", sale, {
    find: () => kit.read("sales.ofContact", ofContact),
    is: ({ cost }) => Number(cost) === 1240.5,
    change: () => ({ ...sale, cost: "99.05" }),
    isChanged: ({ cost }) => Number(cost) === 99.05,
    use: async () => {
      await kit.check(
        "sales.list",
        "contains the contact's sale, also in a search for the contact",
        async () => {
          const found = await kit.read("sales.list", { query: { page: 1, limit: 50, search: mark } });
          assert(
            found.some((one) => String(one.contact?.id) === contact.id),
            "The sale is missing",
          );
        },
      );
    },
  });
  await kit.check("sales.create", "records a walk-in sale, whose contact is null", async () => {
    if (!(await isCompleteHost(kit))) notAsked("In section 7 each sale has a contact");
    const invoiceNumber = `${mark} walk-in`;
    await kit.succeed("sales.create", { body: { ...sale, contact: null, invoiceNumber } });
    const found = await kit.read("sales.list", { query: { page: 1, limit: 50, search: mark } });
    const made = found.find((one) => one.invoiceNumber === invoiceNumber);
    assert(made !== undefined, "The list doesn't contain it");
    await kit.succeed("sales.delete", { params: { id: made.id } });
    assert(isWalkIn(made.contact), `Its contact is ${JSON.stringify(made.contact)}`);
  });
  const note = { content: `${mark} note`, contactId: contact.id };
  await withRecord(kit, "notes", note, {
    find: () => kit.read("notes.ofContact", ofContact),
    is: ({ content }) => content === note.content,
    change: (id) => ({ ...note, id, content: `${note.content}, changed` }),
    isChanged: ({ content }) => content === `${note.content}, changed`,
  });
  await checkOnce(kit, contact.id, mark);
}

async function checkOnce(kit: Kit, contactId: string, mark: string): Promise<void> {
  const content = `${mark} once`;
  const ofContact = { params: { id: contactId } };
  const made = async () =>
    (await kit.read("notes.ofContact", ofContact)).filter((one) => one.content === content);
  await kit.check(
    "notes.create",
    "creates no second note for a repeated Idempotency-Key",
    async () => {
      const key = randomUUID();
      await kit.succeed("notes.create", { body: { content, contactId } }, { key });
      await kit.succeed("notes.create", { body: { content, contactId } }, { key });
      const { length } = await made();
      assert(length === 1, `There are ${length} notes`);
    },
    "note",
  );
  for (const { id } of await made().catch(() => [])) await kit.ask("notes.delete", { params: { id } });
}

async function checkAutomation(kit: Kit, templateId: string, name: string): Promise<void> {
  const complete = await isCompleteHost(kit);
  await kit.check("automations.create", "creates an automation that appears in the list", async () => {
    if (!complete) notAsked("Section 7 has no call to delete an automation");
    const body = {
      name,
      trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
      condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "0", unit: "DAYS" }],
      action: { type: "SEND_EMAIL", templateId },
    };
    await kit.succeed("automations.create", { body });
    const made = (await kit.read("automations.list")).find((one) => one.name === name);
    assert(made !== undefined, "The list doesn't contain it");
    await kit.succeed("automations.delete", { params: { id: made.id } });
  });
}

/** If a host accepts an invalid body, the record has to be deleted by hand. */
async function checkBadBodies(kit: Kit): Promise<void> {
  const bad: [Name, string, object][] = [
    ["contacts.create", "refuses a contact without a name", { firstName: "", lastName: "", email: "x" }],
    ["products.create", "refuses a category without a name", { name: "" }],
    ["sales.create", "refuses a sale without a contact", { cost: "much" }],
    ["notes.create", "refuses a note without a contact", { content: "x", contactId: NO_ID }],
    ["templates.create", "refuses a template without a name", { name: "", subject: "", content: "" }],
    ["appointmentTypes.create", "refuses an appointment type without a name", { name: "" }],
    ["automations.create", "refuses an empty automation", { name: "" }],
    [
      "team.invite",
      "refuses an invitation without a valid address",
      { firstName: "A", lastName: "B", email: "no", role: "USER" },
    ],
    ["team.remove", "refuses to remove someone who isn't in the team", { id: NO_ID }],
    ["organization.setTimezone", "refuses an unknown timezone", { timezone: "Nowhere/At-all" }],
    [
      "users.changePassword",
      "refuses a new password without the right old one",
      { currentPassword: "not-it-0", newPassword: "Abc-12345", confirmPassword: "Abc-12345" },
    ],
  ];
  for (const [name, what, body] of bad) await kit.check(name, what, () => kit.refused(name, { body }));
  for (const name of [
    "contacts.delete",
    "sales.delete",
    "notes.delete",
    "products.delete",
    "templates.delete",
  ] as const)
    await kit.check(name, "answers 404 for an unknown record", () =>
      kit.refused(name, { params: { id: NO_ID } }, { status: 404 }),
    );
}
