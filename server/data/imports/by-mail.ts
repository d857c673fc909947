import { and, eq, inArray, sql } from "drizzle-orm";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import type { FilesByMail } from "#server/connections/inbox/read-mailbox.ts";
import { storeIdOf } from "#server/platform/db/client.ts";
import { idOfContent } from "#server/platform/db/id.ts";
import { findRecord } from "#server/platform/db/record.ts";
import { imports, savedImports as table } from "#server/platform/db/schema-import.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { checkMayChange, oneSaved } from "./saved.ts";
import { beginUpload, isFull, storePart } from "./upload.ts";

const CREATED_BY = "Email";
const MAX_BYTES = 10_000_000;
const TAG = /^[^@]*\+import-([0-9a-f]{16})@/;

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
  ends: /\.(csv|tsv|txt|xlsx|vcf)$/i,
  maxBytes: MAX_BYTES,

  async select(db, { from, to, cc }) {
    const tags = [...to, ...cc].flatMap(({ address }) => TAG.exec(address)?.[1] ?? []);
    if (!from || tags.length === 0) return null;
    const [found] = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(inArray(table.mailTag, tags), sql`${table.senders} @> ${JSON.stringify([from.address])}::jsonb`),
      );
    return found?.id ?? null;
  },

  /** Once per message, even if two mailboxes have it or one is read again. */
  async store(db, { savedId, envelope: { messageId, subject, at }, files }) {
    const saved = await findRecord(db, table, savedId);
    if (!saved) return;
    for (const [n, { name, bytes }] of files.entries()) {
      const message = messageId ?? `${subject} ${at}`;
      const id = idOfContent("mailed import", storeIdOf(db), savedId, message, String(n));
      if (await findRecord(db, imports, id)) continue;
      // The file stays in the mailbox.
      if (await isFull(db, savedId)) return;
      const { userId } = saved;
      await beginUpload(db, { id, userId, createdBy: CREATED_BY, name, bytes: bytes.length, savedId });
      for (let part = 0; part * PART_BYTES < bytes.length; part++) {
        const stored = await findRecord(db, imports, id);
        const data = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
        if (stored) await storePart(db, stored, part, data.toString("base64"));
      }
    }
  },
};
