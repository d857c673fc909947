import type { Db } from "#server/platform/db/client.ts";
import { valuesForContact } from "./placeholder-values.ts";
import { renderMail } from "./substitute.ts";

export type Content = { subject: string; text: string; html: string };

type Recipient = { organizationId: string; contactId: string; store: string; unsubscribeUrl: string };

export async function marketingMail(
  db: Db,
  { organizationId, contactId, store, unsubscribeUrl }: Recipient,
  template: { subject: string; content: string },
): Promise<Content> {
  const values = await valuesForContact(db, organizationId, contactId);
  const { subject, text, html } = renderMail(template, values ?? {});
  const footer = renderMail(
    { subject: "", content: "You receive this email as a customer of {{store}}." },
    { store },
  );
  return {
    subject,
    text: `${text}\n\n-- \n${footer.text}\nUnsubscribe: ${unsubscribeUrl}`,
    html: `${html}\n<hr>\n<div style="font-size: 13px">${footer.html}<p><a href="${unsubscribeUrl}">Unsubscribe</a></p></div>`,
  };
}

/** Email programs show unstyled text in Times at full width. */
export function emailHtml(html: string): string {
  return `<div style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em">\n${html}\n</div>`;
}
