import { and, eq } from "drizzle-orm";
import { contacts } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { campaignsOf, runCampaigns } from "#server/testing/campaigns.ts";
import { mailTests } from "#server/testing/mail.ts";

const tests = mailTests();
const { created, act, report, mailsOf } = campaignsOf(tests);

test("checks a campaign's email like an automation's", async () => {
  const { owner, store, id: organizationId } = await tests.mailShop();
  const people: Record<string, string> = {};
  for (const name of ["stays", "moved", "withdrawn", "unsubscribed", "bounced", "erased", "deleted", "gone"])
    people[name] = await store.contact(`${name}@example.com`, name);
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  expect((await report(owner, id)).counts).toEqual({ queued: 8 });

  const database = await tests.database();
  const set = (name: string, values: Partial<typeof contacts.$inferInsert>) =>
    database.tenant(organizationId, (db) =>
      db
        .update(contacts)
        .set(values)
        .where(and(eq(contacts.organizationId, organizationId), eq(contacts.id, people[name] ?? ""))),
    );
  for (const reason of ["unsubscribed", "bounced", "erased"] as const)
    await database.tenant(organizationId, (db) =>
      db.insert(suppressions).values({ organizationId, address: `${reason}@example.com`, reason }),
    );
  await set("withdrawn", { consent: "withdrawn" });
  await set("moved", { email: "new@example.com" });
  await set("gone", { email: "" });
  await tests.call("contacts.delete", owner, { params: { id: people.deleted ?? "" } });
  await tests.sendAll(host);
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(["new@example.com", "stays@example.com"]);
  const result = await report(owner, id);
  expect(result.counts).toEqual({ sent: 2, skipped: 6 });
  expect(result.skipped.map(({ reason }) => reason).sort()).toEqual([
    "An earlier mail to this address came back",
    "No email address",
    "Said no to marketing emails",
    "The address was erased",
    "The contact was deleted",
    "Unsubscribed",
  ]);
});

test("counts a one-click unsubscribe (RFC 8058)", async () => {
  const { owner, store } = await tests.mailShop();
  await store.contact("a@example.com", "Ada");
  await store.contact("b@example.com", "Bo");
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  await tests.sendAll(host);
  const headers = sink.taken.find(({ to }) => to === "a@example.com")?.mail.headers ?? [];
  const header = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  expect(header("list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
  const [link = ""] = header("list-unsubscribe");
  expect(link).toMatch(/^<https:\/\/crm\.example\.com\/api\/unsubscribe\/[\w-]{59}>$/);
  const token = /unsubscribe\/([\w-]+)/.exec(link)?.[1] ?? "";
  expect((await tests.call("mails.unsubscribe", null, { params: { token } })).status).toBe(200);
  expect(await report(owner, id)).toMatchObject({ counts: { sent: 2 }, unsubscribed: 1 });
  const next = await created(owner);
  await act("campaigns.schedule", owner, next);
  await runCampaigns(host);
  await tests.sendAll(host);
  expect(sink.taken.map(({ to }) => to).slice(2)).toEqual(["b@example.com"]);
});

test("reports an unknown outcome as such, and doesn't resend", async () => {
  const { owner, store } = await tests.mailShop();
  for (const name of ["a", "b", "c"]) await store.contact(`${name}@example.com`);
  const id = await created(owner);
  await act("campaigns.schedule", owner, id);
  const { host, sink } = await tests.withSink();
  await runCampaigns(host);
  const [lost] = await mailsOf(id);
  const database = await tests.database();
  await database.system((db) =>
    db
      .update(mails)
      .set({ state: "sending", leaseUntil: new Date(tests.clock.now - 1) })
      .where(eq(mails.id, lost?.id ?? "")),
  );
  await tests.sendAll(host);
  await runCampaigns(host);
  const { counts } = await report(owner, id);
  expect(counts).toEqual({ sent: 2, unknown: 1 });
  expect(sink.taken).toHaveLength(2);
  expect(sink.taken.map(({ to }) => to)).not.toContain(lost?.toAddress);
});
