import { randomUUID } from "node:crypto";
import type { Name } from "#lib/contract/contract.ts";
import { hold, type Kit, notAsked } from "./kit.ts";
import { isCompleteHost, NO_ID } from "./reads.ts";

type Listed = { id: string; name: string };

/**
 * Makes a record of each kind, changes it and takes it away again. Everything bears `mark` in its name, so that what a
 * host would not give back can be found.
 */
export async function checkWrites(kit: Kit, mark = `Conform ${someLetters()}`): Promise<void> {
  await checkBadBodies(kit);
  await kit.check("organization.setTimezone", "takes the timezone that it has", async () => {
    const timezone = await kit.read("organization.timezone");
    await kit.succeed("organization.setTimezone", { body: { timezone } });
    hold((await kit.read("organization.timezone")) === timezone, "It has another one now");
  });
  await kit.check("users.update", "takes the name that somebody has", async () => {
    const { firstName, lastName } = await kit.read("users.me");
    await kit.succeed("users.update", { body: { firstName, lastName } });
    const me = await kit.read("users.me");
    hold(me.firstName === firstName && me.lastName === lastName, "They have another one now");
  });

  const person = {
    firstName: mark,
    lastName: "Contact",
    email: `${mark.replace(" ", "-").toLowerCase()}@example.com`,
    phoneNumber: "+1 415 555 0134",
  };
  const category = { name: `${mark} category`, description: "Of the conformance kit" };
  await withRecord(kit, "products", category, {
    find: () => kit.read("products.list") as Promise<Listed[]>,
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
  await kit.check("contacts.get", "is refused once its contact is deleted", async () => {
    const left = await kit.read("contacts.list", { query: { page: 1, limit: 50, search: mark } });
    hold(left.length === 0, "The list still has it");
  });

  const template = { name: `${mark} template`, subject: "Hello", content: "Hello from the conformance kit" };
  await withRecord(kit, "templates", template, {
    find: () => kit.read("templates.list") as Promise<Listed[]>,
    is: ({ name }) => name === template.name,
    change: () => ({ ...template, name: `${template.name}, changed` }),
    isChanged: ({ name }) => name === `${template.name}, changed`,
    use: (templateId) => checkAutomation(kit, templateId, `${mark} automation`),
  });
  await kit.check("templates.create", "answers the new template's id as data.id", async () => {
    const { json } = await kit.succeed("templates.create", { body: { ...template, name: `${mark} second` } });
    const { data } = (json ?? {}) as { data?: { id?: unknown } };
    const [made] = (await kit.read("templates.list")).filter(({ name }) => name === `${mark} second`);
    if (made) await kit.succeed("templates.delete", { params: { id: made.id } });
    hold(data?.id !== undefined, `It answers ${JSON.stringify(json)}`);
    hold(String(data.id) === made?.id, "It is another id than the list's");
  });

  const type = { name: `${mark} type`, daysInAdvance: 30, defaultMeetingLength: 30 };
  await withRecord(kit, "appointmentTypes", type, {
    find: () => kit.read("appointmentTypes.list"),
    is: ({ name }) => name === type.name,
    change: () => ({ ...type, defaultMeetingLength: 45 }),
    isChanged: ({ defaultMeetingLength }) => defaultMeetingLength === 45,
  });
}

/** Names of people have no digits. */
function someLetters(): string {
  return [...randomUUID().slice(0, 8)]
    .map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)])
    .join("");
}

type Subject = "products" | "contacts" | "sales" | "notes" | "templates" | "appointmentTypes";
type Life<T> = {
  find: () => Promise<T[]>;
  is: (one: T) => boolean;
  change: (id: string) => object;
  isChanged: (one: T) => boolean;
  use?: (id: string) => Promise<unknown>;
};

/** Created, found, changed, used and deleted; where it was made it is deleted, whatever went wrong in between. */
async function withRecord<T extends { id: string }>(
  kit: Kit,
  of: Subject,
  body: object,
  life: Life<T>,
): Promise<void> {
  const { find, is, change, isChanged, use } = life;
  let made: T | undefined;
  await kit.check(`${of}.create`, "makes a record that the list then has", async () => {
    await kit.succeed(`${of}.create`, { body });
    made = (await find()).find(is);
    hold(made !== undefined, "The list does not have it");
  });
  if (!made) return;
  const { id } = made;
  await kit.check(`${of}.update`, "changes it", async () => {
    await kit.succeed(`${of}.update`, { params: { id }, body: { ...versionOf(made), ...change(id) } });
    const found = (await find()).find((one) => one.id === id);
    hold(found !== undefined, "The list does not have it any more");
    hold(isChanged(found), "It is as before");
  });
  await use?.(id);
  await kit.check(`${of}.delete`, "takes it away", async () => {
    await kit.succeed(`${of}.delete`, { params: { id } });
    hold(!(await find()).some((one) => one.id === id), "The list still has it");
  });
  await kit.check(
    `${of}.delete`,
    "what is gone already is refused",
    () => kit.refused(`${of}.delete`, { params: { id } }, { status: 404 }),
    "note",
  );
}

/** Our own host tells by it whether somebody else was faster. */
function versionOf(record: object | undefined): object {
  const { version } = (record ?? {}) as { version?: unknown };
  return version === undefined ? {} : { version };
}

async function checkOfContact(
  kit: Kit,
  contact: Listed,
  productCategory: Listed,
  mark: string,
): Promise<void> {
  await kit.check("contacts.get", "says what was changed", async () => {
    const { lastName } = await kit.read("contacts.get", { params: { id: contact.id } });
    hold(lastName === "Changed", `The last name is ${lastName}`);
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
        "has the sale of a contact, and a search for its contact finds it",
        async () => {
          const found = await kit.read("sales.list", { query: { page: 1, limit: 50, search: mark } });
          hold(
            found.some((one) => String(one.contact?.id) === contact.id),
            "It is not there",
          );
        },
      );
    },
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

/** Hosts that have more than section 7 promise that a request which is sent again is one request. */
async function checkOnce(kit: Kit, contactId: string, mark: string): Promise<void> {
  const content = `${mark} once`;
  const ofContact = { params: { id: contactId } };
  const made = async () =>
    (await kit.read("notes.ofContact", ofContact)).filter((one) => one.content === content);
  await kit.check(
    "notes.create",
    "the same request again (Idempotency-Key) makes no second note",
    async () => {
      const key = randomUUID();
      await kit.succeed("notes.create", { body: { content, contactId } }, { key });
      await kit.succeed("notes.create", { body: { content, contactId } }, { key });
      const { length } = await made();
      hold(length === 1, `There are ${length}`);
    },
    "note",
  );
  for (const { id } of await made().catch(() => [])) await kit.ask("notes.delete", { params: { id } });
}

async function checkAutomation(kit: Kit, templateId: string, name: string): Promise<void> {
  const complete = await isCompleteHost(kit);
  await kit.check("automations.create", "makes a rule that the list then has", async () => {
    if (!complete) notAsked("Section 7 has no call that takes a rule away again");
    const body = {
      name,
      trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
      condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "0", unit: "DAYS" }],
      action: { type: "SEND_EMAIL", templateId },
    };
    await kit.succeed("automations.create", { body });
    const made = (await kit.read("automations.list")).find((one) => one.name === name);
    hold(made !== undefined, "The list does not have it");
    await kit.succeed("automations.delete", { params: { id: made.id } });
  });
}

/** What no host may take. One that takes it is broken, and has to be cleaned up by hand. */
async function checkBadBodies(kit: Kit): Promise<void> {
  const bad: [Name, string, object][] = [
    ["contacts.create", "a contact without a name is refused", { firstName: "", lastName: "", email: "x" }],
    ["products.create", "a category without a name is refused", { name: "" }],
    ["sales.create", "a sale without a contact is refused", { cost: "much" }],
    ["notes.create", "a note about nobody is refused", { content: "x", contactId: NO_ID }],
    ["templates.create", "a template without a name is refused", { name: "", subject: "", content: "" }],
    ["appointmentTypes.create", "an appointment type without a name is refused", { name: "" }],
    ["automations.create", "an automation of nothing is refused", { name: "" }],
    [
      "team.invite",
      "an invitation to no address is refused",
      { firstName: "A", lastName: "B", email: "no", role: "USER" },
    ],
    ["team.remove", "whoever is not in the team cannot be removed", { id: NO_ID }],
    ["organization.setTimezone", "a timezone that is none is refused", { timezone: "Nowhere/At-all" }],
    [
      "users.changePassword",
      "a new password takes the right old one",
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
    await kit.check(name, "what does not exist is refused (404)", () =>
      kit.refused(name, { params: { id: NO_ID } }, { status: 404 }),
    );
}
