import type { Page } from "@playwright/test";
import { api, expect } from "./support.ts";

export const SENT_MAIL = "/dashboard/mail";
export const rows = (page: Page) => page.getByRole("table", { name: /Sent mail/ }).locator("tbody tr");

export type Mail = { id: string; kind: string; toAddress: string; state: string } & {
  reason: string | null;
  text: string;
};

export async function mailTo(page: Page, address: string, state: string): Promise<Mail> {
  const newest = async () =>
    (await api<Mail[]>(page, "GET", "/mails?limit=100")).find(
      // The reminder of an appointment comes with its confirmation, if that is more than a day ahead.
      ({ toAddress, kind }) => toAddress === address && kind !== "reminder",
    );
  await expect.poll(async () => (await newest())?.state, { timeout: 120_000 }).toBe(state);
  return api(page, "GET", `/mails/${(await newest())?.id}`);
}

export async function createGreetedContact(page: Page, name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  // Unsubscribing also applies to other contacts with the same number, even deleted ones.
  const contact = { firstName: name, lastName: "Frost", email, phoneNumber: `+44 ${Date.now()}` };
  const content = "Welcome, {{firstName}}!";
  const template = await api<{ data: { id: string } }>(page, "POST", "/templates/createTemplate", {
    name,
    subject: content,
    content,
  });
  const { id } = await api<{ id: string }>(page, "POST", "/automations/createAutomation", {
    name: `Welcome ${name}`,
    trigger: { type: "EVENT_BASED" },
    condition: [{ type: "STRING", field: "Contact.email", operation: "EQUALS", value: email }],
    action: { type: "SEND_EMAIL", templateId: template.data.id },
  });
  const made: string[] = [];
  const create = async () => {
    made.push((await api<{ id: string }>(page, "POST", "/contacts/createContact", contact)).id);
  };
  await create();
  const { text } = await mailTo(page, email, "kept");
  const clear = async () => {
    await api(page, "DELETE", `/automations/${id}`);
    await api(page, "DELETE", `/templates/deleteTemplate/${template.data.id}`);
    for (const contact of made) await api(page, "DELETE", `/contacts/${contact}`);
  };
  return { email, token: /\/unsubscribe\/([\w-]+)/.exec(text)?.[1] ?? "", id: made[0], create, clear };
}

export const ONE_CLICK = { form: { "List-Unsubscribe": "One-Click" } };
