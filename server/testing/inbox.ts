import { and, eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { accounts, letters } from "#server/platform/db/schema-mail.ts";
import type { Ask, Person, testHost } from "./host.ts";

export async function insertMessage(
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

export const messageBodies = {
  "letters.share": { isShared: true },
  "letters.reply": { text: "Thank you" },
  "letters.write": { subject: "Hello", text: "Hello" },
};

export async function askInbox(
  host: ReturnType<typeof testHost>,
  ask: Ask,
  owner: Person,
  contact: { id: string },
): Promise<void> {
  const params = { id: await insertMessage(host, owner, contact.id) };
  await ask("letters.get", { params });
  await ask("letters.share", { params, body: { isShared: true } });
  await ask("letters.settings");
  await withImapAccount(host, owner, async () => {
    await ask("letters.write", { params: contact, body: { subject: "Hello", text: "Hello" } });
    const reply = { params: await ask("letters.reply", { params, body: { text: "Thank you" } }) };
    await (await host.database()).system((db) =>
      db.update(letters).set({ state: "failed" }).where(eq(letters.id, reply.params.id)),
    );
    await ask("letters.resend", reply);
  });
  await ask("letters.setSettings", { body: { sharesAll: false } });
}

async function withImapAccount(
  host: ReturnType<typeof testHost>,
  { organizationId, id: userId }: Person,
  work: () => Promise<void>,
): Promise<void> {
  const set = async (provider: "imap" | "local") =>
    (await host.database()).system((db) =>
      db
        .update(accounts)
        .set({ provider })
        .where(and(eq(accounts.organizationId, organizationId), eq(accounts.userId, userId))),
    );
  await set("imap");
  await work();
  await set("local");
}
