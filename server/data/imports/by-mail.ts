import { and, eq, inArray, sql } from "drizzle-orm";
import type { FilesByMail } from "#server/connections/inbox/read-mailbox.ts";
import type { Envelope } from "#server/connections/providers/received.ts";
import { newId } from "#server/platform/db/id.ts";
import { imports, savedImports as table } from "#server/platform/db/schema-import.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { checkMayChange, oneSaved } from "./saved.ts";
import { reportStopped } from "./stopped.ts";
import { isFull, storeFile } from "./upload.ts";

const CREATED_BY = "Email";
const TAG = /^([^@+]*)\+import-([0-9a-f]{16})(@.*)$/;
const MAX_REMEMBERED = 200;

const NO_FILE = "The email has no CSV, Excel or vCard file.";
const EMPTY = "This file is empty.";
const UNREADABLE = "The attached files can't be read. They are still in the mailbox.";
const TOO_LARGE = "The attached files are larger than 10 MB. Import them by hand.";
const FULL = "Too many files were waiting, so this one wasn't imported. It is still in the mailbox.";

export const importSenders = {
  "savedImports.setSenders": async ({ user, params: { id }, body: { senders }, tenant }) => {
    await tenant(async (db) => {
      const saved = await oneSaved(db, id, true);
      checkMayChange(saved, user);
      const mailTag = senders.length > 0 ? (saved.mailTag ?? randomBytes(8).toString("hex")) : null;
      const lower = [...new Set(senders.map((address) => address.toLowerCase()))];
      await db.update(table).set({ mailTag, senders: lower }).where(eq(table.id, id));
    });
  },
} satisfies Partial<Handlers>;

export const filesByMail: FilesByMail = {
  fileNames: /\.(csv|tsv|txt|xlsx|vcf)$/i,

  takeTags({ to, cc }) {
    return [...to, ...cc].flatMap((recipient) => {
      const [, person, tag, domain] = TAG.exec(recipient.address) ?? [];
      if (!tag) return [];
      recipient.address = `${person}${domain}`;
      return tag;
    });
  },

  async wanted(db, tags, envelope) {
    const isSender = sql`${table.senders} @> ${JSON.stringify([envelope.from?.address ?? ""])}::jsonb`;
    const isNew = sql`not ${table.mailed} @> ${JSON.stringify([keyOf(envelope)])}::jsonb`;
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.mailTag, tags), isSender, isNew));
    return found.map(({ id }) => id);
  },

  async store(db, now, savedIds, envelope, files) {
    const found = await db
      .select()
      .from(table)
      .where(inArray(table.id, savedIds))
      .orderBy(table.id)
      .for("update");
    const key = keyOf(envelope);
    for (const { id: savedId, userId, mailed } of found) {
      // Another mailbox may already have had the message.
      if (mailed.includes(key)) continue;
      await db
        .update(table)
        .set({ mailed: [key, ...mailed].slice(0, MAX_REMEMBERED) })
        .where(eq(table.id, savedId));
      const file = (name: string, bytes = 0) => ({
        ...{ id: newId(), userId, createdBy: CREATED_BY, name, bytes, savedId },
      });
      const refuse = async (name: string, problem: string) => {
        const refused = file(name);
        await db.insert(imports).values({ ...refused, state: "failed", problem });
        await reportStopped(db, refused.id, now);
      };
      if (!files?.length) await refuse(envelope.subject || "Email", files ? NO_FILE : UNREADABLE);
      for (const { name, bytes } of files ?? []) {
        if (bytes?.length === 0) await refuse(name, EMPTY);
        else if (!bytes) await refuse(name, TOO_LARGE);
        else if (await isFull(db, savedId)) await refuse(name, FULL);
        else await storeFile(db, file(name, bytes.length), bytes);
      }
    }
  },
};

function keyOf({ messageId, subject, at }: Envelope): string {
  return messageId ?? `${subject} ${at}`;
}
