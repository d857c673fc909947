import { and, eq } from "drizzle-orm";
import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "./host.ts";
import { recordsOf } from "./records.ts";

type Host = ReturnType<typeof testHost>;

export const DAILY = { type: "TIME_BASED", schedule: "0 9 * * *" };

export function condition(field: string, operation: string, value?: string | number) {
  const type = field === "Purchase.cost" ? "NUMERIC" : /name|email/.test(field) ? "STRING" : "DATE";
  return { type, field, operation, value };
}

export const birthdayIsToday = condition("Contact.birthday", "EQUALS");

export function rulesOf(host: Host) {
  return {
    async template(user: Person): Promise<string> {
      const body = { name: "Greeting", subject: "Hello {{firstName}}", content: "Hello" };
      const answer = await host.call("templates.create", user, { body });
      return (answer.body as { data: { id: string } }).data.id;
    },

    async form(user: Person, changes: object = {}) {
      const action = { type: "SEND_EMAIL", templateId: await this.template(user) };
      return { name: "Greeting", trigger: DAILY, condition: [birthdayIsToday], action, ...changes };
    },

    async create(user: Person, changes: object = {}): Promise<string> {
      const body = await this.form(user, changes);
      const answer = await host.call("automations.create", user, { body });
      expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
      return (answer.body as { id: string }).id;
    },

    async setTimezone({ owner }: { owner: Person }, timezone: string) {
      const answer = await host.call("organization.setTimezone", owner, { body: { timezone } });
      expect(answer.status).toBe(200);
    },

    async run(): Promise<number> {
      return runDueAutomations(await host.host());
    },

    async mails({ organizationId }: Person, automationId: string) {
      const database = await host.database();
      const found = await database.read(organizationId, (db) =>
        db
          .select({
            to: mails.contactId,
            name: mails.toName,
            occurrence: mails.occurrence,
            state: mails.state,
          })
          .from(mails)
          .where(and(eq(mails.organizationId, organizationId), eq(mails.automationId, automationId)))
          .orderBy(mails.toName, mails.occurrence),
      );
      return found;
    },
  };
}

export function runTests() {
  const clock = { now: new Date() };
  const host = testHost({ clock: () => clock.now });
  const make = recordsOf(host);
  const rules = rulesOf(host);
  return {
    clock,
    host,
    make,
    rules,

    async runAt(...times: string[]): Promise<void> {
      for (const time of times) {
        clock.now = new Date(time);
        await rules.run();
      }
    },

    async shopAt(time: string) {
      clock.now = new Date(time);
      const shop = await host.shop();
      await rules.setTimezone(shop, "America/New_York");
      for (const [firstName, birthday] of [
        ["Ada", "1990-11-21"],
        ["Bo", "1985-11-21"],
        ["Cy", "1990-11-22"],
      ]) {
        await make.contact(shop.user, { firstName, birthday, email: `${firstName}@example.com` });
      }
      return shop;
    },

    async names(user: Person, id: string): Promise<(string | undefined)[]> {
      return (await rules.mails(user, id)).map(({ name }) => name.split(" ")[0]);
    },

    async nextRun(user: Person, id: string): Promise<unknown> {
      const { body } = await host.call("automations.get", user, { params: { id } });
      return (body as { nextRunAt: unknown }).nextRunAt;
    },
  };
}
