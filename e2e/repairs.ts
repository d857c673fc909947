import type { Page } from "@playwright/test";
import { api, freshName } from "./support.ts";

type Ticket = { id: string; number: number; token: string; piece: string; contactId: string };

export async function takeIn(page: Page, { days = 7, ...changes }: { days?: number; piece?: string } = {}) {
  const name = freshName();
  const customer = { firstName: "Nadia", lastName: name, email: `${name}@example.com` };
  const phoneNumber = "+1 415 555 0134";
  const { id: contactId } = await api<{ id: string }>(page, "POST", "/contacts/createContact", {
    ...customer,
    phoneNumber,
  });
  const { timezone } = await api<{ timezone: string }>(page, "GET", "/users/me");
  const parts = { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const today = new Intl.DateTimeFormat("en-CA", parts).format(new Date());
  const promisedDay = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const { piece = `Ring ${freshName()}` } = changes;
  const made = await api<Ticket>(page, "POST", "/repairs", {
    ...{ contact: { id: contactId, name: "" }, name: piece, kind: "RING", personId: null, promisedDay },
    ...{ lines: [{ name: "Resize ring", note: null, amount: "85" }], estimate: "FIXED" },
  });
  return { ...made, piece, contactId };
}

export async function discard(page: Page, tickets: Ticket[]) {
  for (const { id, contactId } of tickets) {
    await api(page, "DELETE", `/repairs/${id}`);
    await api(page, "DELETE", `/contacts/${contactId}`);
  }
}
