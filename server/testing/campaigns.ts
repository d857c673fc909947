import { eq } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { runDueCampaigns } from "#server/outreach/campaigns/run.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Ask, Person } from "./host.ts";
import type { mailTests } from "./mail.ts";

export const EVERYBODY = "[]";

export async function runCampaigns(host: Pick<Host, "database" | "clock">): Promise<void> {
  while ((await runDueCampaigns(host)) > 0);
}

export async function askCampaigns(host: Host, ask: Ask, templateId: string): Promise<void> {
  const where = JSON.stringify([[{ field: "email" }]]);
  const body = { name: "Spring", templateId, where };
  const { id } = (await ask("campaigns.create", { body })) as unknown as { id: string };
  const one = { params: { id } };
  await ask("campaigns.update", { ...one, body: { ...body, name: "Summer", version: 1 } });
  await ask("campaigns.outlook", { query: { where, show: "reached" } });
  await ask("campaigns.schedule", { ...one, body: { at: "2099-12-01T09:00" } });
  await ask("campaigns.stop", one);
  await ask("campaigns.schedule", { ...one, body: {} });
  await runCampaigns(host);
  await ask("campaigns.pause", one);
  await ask("campaigns.resume", one);
  await ask("campaigns.stop", one);
  await runCampaigns(host);
  for (const name of ["campaigns.list", "campaigns.get", "campaigns.mails", "campaigns.report"] as const)
    await ask(name, name === "campaigns.list" ? {} : one);
  await ask("campaigns.delete", {
    params: (await ask("campaigns.create", { body })) as unknown as { id: string },
  });
}

type Tests = ReturnType<typeof mailTests>;

export function campaignsOf(host: Tests) {
  beforeEach(async () => {
    const database = await host.database();
    await database.system((db) => db.delete(campaigns));
  });

  async function template(user: Person, content = "Dear {{firstName}}, come in."): Promise<string> {
    await host.call("organization.setBrand", user, { body: { address: "1 High Street" } });
    const body = { name: "Spring", subject: "For {{firstName}}", content };
    const answer = await host.call("templates.create", user, { body });
    return (answer.body as { data: { id: string } }).data.id;
  }

  async function created(user: Person, changes: object = {}): Promise<string> {
    const body = { name: "Spring", templateId: await template(user), where: EVERYBODY, ...changes };
    const answer = await host.call("campaigns.create", user, { body });
    expect(answer.status).toBe(200);
    return (answer.body as { id: string }).id;
  }

  const act = (
    name:
      | "campaigns.schedule"
      | "campaigns.pause"
      | "campaigns.resume"
      | "campaigns.stop"
      | "campaigns.delete",
    user: Person,
    id: string,
    body?: object,
  ) => host.call(name, user, { params: { id }, ...(name === "campaigns.schedule" && { body: body ?? {} }) });

  async function get(user: Person, id: string) {
    const { body } = await host.call("campaigns.get", user, { params: { id } });
    return body as Answer<"campaigns.get">;
  }

  async function report(user: Person, id: string) {
    const { body } = await host.call("campaigns.report", user, { params: { id } });
    return body as Answer<"campaigns.report">;
  }

  async function outlook(user: Person, query: object = {}) {
    const { body } = await host.call("campaigns.outlook", user, { query });
    return body as Answer<"campaigns.outlook">;
  }

  async function mailsOf(id: string) {
    const database = await host.database();
    return database.system((db) => db.select().from(mails).where(eq(mails.campaignId, id)));
  }

  return { template, created, act, get, report, outlook, mailsOf };
}
