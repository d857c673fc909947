import { and, eq, gt, sql } from "drizzle-orm";
import { type ReceiptLine, receiptOf } from "#lib/contract/receipt.ts";
import { escaped } from "#server/connections/mail/content.ts";
import { TEXT } from "#server/connections/mail/layout.ts";
import { skipReason } from "#server/connections/mail/may-email.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import { outgoingOf } from "#server/connections/mail/transport.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { countRows, lockRecord } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { getStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { paymentsOfSale } from "./payments.ts";
import { storeOf } from "./priced.ts";
import { getSale } from "./sales.ts";

/** Of a store, so that nobody can flood strangers with them. */
const MOST = 200;
const WINDOW_MS = 15 * 60_000;

export const receipts = {
  "sales.get": ({ params: { id }, read }) => read((db) => getSale(db, id)),

  "receipts.create": async ({ host, user: { organizationId }, params, body, tenant }) => {
    const now = host.clock();
    const sent = await tenant(async (db) => {
      const sale = await getSale(db, params.id);
      const account = await accountOfStore(db);
      if (outgoingOf(host, { provider: null, error: null, ...account }) === "waiting")
        throw new HttpError(409, "Connect an email account in Settings first");
      await checkLimit(db, now);
      const to = await recipientOf(db, sale.contactId, body.address);
      const payments = await paymentsOfSale(db, sale.id);
      const { money } = await storeOf(db);
      const { timezone: timeZone, receiptText, methodNames: methods } = await getStore(db);
      const day = (at: string | null) =>
        new Date(at ?? "").toLocaleDateString("en-US", { dateStyle: "medium", timeZone });
      const { facts, items, sums } = receiptOf(sale, payments, { money, day, methods });
      const parts = [facts, items, sums].filter((lines) => lines.length > 0);
      const thanks = "Thank you for your purchase.";

      const id = await queueMail(db, {
        ...{ organizationId, kind: "receipt", to, contactId: sale.contactId, dueAt: now },
        subject: "Your receipt",
        text: `${thanks}\n\n{{receipt}}\n\n{{own}}`,
        values: { receipt: parts.map(inText).join("\n\n"), own: receiptText },
        html: `<p>${thanks}</p>\n${parts.map(inHtml).join("\n")}\n<p>${escaped(receiptText)}</p>`,
      });
      return { id, address: to.address };
    });
    host.wake();
    return sent;
  },
} satisfies Partial<Handlers>;

async function checkLimit(db: Db, now: Date): Promise<void> {
  const since = gt(mails.createdAt, new Date(+now - WINDOW_MS));
  if ((await countRows(db, mails, and(since, eq(mails.kind, "receipt")))) >= MOST)
    throw new HttpError(429, "You've sent a lot of receipts. Try again in a few minutes.");
}

/** A contact's receipt goes to the contact only. Locks them, so that an erased person gets none. */
async function recipientOf(db: Db, contactId: string | null, typed: string | undefined) {
  if (contactId && typed !== undefined)
    throw new HttpError(400, "address: The receipt goes to the customer's own address");
  if (!contactId && typed === undefined) throw new HttpError(400, "address: Enter an email address");
  const { email, firstName, lastName } = contactId
    ? await lockRecord(db, contacts, contactId, "share")
    : { email: typed ?? "", firstName: "", lastName: "" };
  const reason = skipReason({ address: sql`${email}::text`, marketing: sql`false` });
  const { rows } = await db.execute<{ reason: string | null }>(
    sql`select ${reason} as reason from (values (1)) as one left join ${owned(contacts)} on false`,
  );
  if (rows[0]?.reason) throw new HttpError(409, rows[0].reason);
  return { address: email, name: `${firstName} ${lastName}`.trim() };
}

function inText(lines: ReceiptLine[]): string {
  return lines.map(({ term, value }) => `${term}: ${value}`).join("\n");
}

function inHtml(lines: ReceiptLine[]): string {
  const rows = lines.map(({ term, value, is }) => {
    const style = `${TEXT};padding:3px 0;vertical-align:top${is ? ";font-weight:600" : ""}${is === "total" ? ";font-size:17px" : ""}`;
    return `<tr><td style="${style};padding-right:16px">${escaped(term)}</td><td align="right" style="${style};white-space:nowrap">${escaped(value)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px;border-top:1px solid #e3e6ec;padding:8px 0 0">${rows.join("")}</table>`;
}
