import { newId } from "#server/db/id.ts";
import { letters } from "#server/db/schema-received.ts";
import type { Ask, Person, testHost } from "./host.ts";

/** A mail in a person's mailbox, as if it had been read; answers its id. */
export async function insertLetter(
  host: ReturnType<typeof testHost>,
  { organizationId, id: userId }: Person,
  contactId: string,
  changes: Partial<typeof letters.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  const keys = {
    organizationId,
    id,
    userId,
    contactId,
    hash: id,
    thread: id,
    messageId: `<${id}@example.com>`,
  };
  const from = { address: "zoe@example.com", fromAddress: "zoe@example.com", fromName: "Zoë Frost" };
  const words = {
    subject: "The sapphire ring",
    text: "It is lovely.",
    to: [],
    cc: [],
    direction: "in" as const,
  };
  await (await host.database()).system((db) =>
    db.insert(letters).values({ ...keys, ...from, ...words, at: new Date(), ...changes }),
  );
  return id;
}

/** Each row about mail of people's own mailboxes, once. */
export async function askLetters(
  host: ReturnType<typeof testHost>,
  ask: Ask,
  owner: Person,
  contact: { id: string },
): Promise<void> {
  const params = { id: await insertLetter(host, owner, contact.id) };
  expect(await ask("letters.ofContact", { params: contact })).toHaveLength(1);
  await ask("letters.get", { params });
  await ask("letters.share", { params, body: { isShared: true } });
  await ask("letters.settings");
  await ask("letters.setSettings", { body: { sharesAll: false } });
}
