import { once } from "node:events";
import { eq } from "drizzle-orm";
import type { Turn } from "#server/jobs/loop.ts";
import { newId } from "#server/platform/db/id.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";

const host = testHost();
const NOW = "2026-11-23T12:00:00Z";
const turn: Turn = { name: "send mails", startedAt: 0, since: null, endedAt: Date.now(), failingSince: null };

async function created(more: object = {}) {
  const database = await host.database();
  const connections = () => ({ total: 10, idle: 3, waiting: 2 });
  const metrics = createMetrics({
    ...{ database, connections, turns: () => [turn], clock: () => new Date(NOW) },
    ...more,
  });
  return { metrics, count: metrics.count };
}

test("counts requests, failed jobs and errors from the log", async () => {
  const { metrics, count } = await created();
  count("request", { id: "a", row: "contacts.list", status: 200, ms: 30 });
  count("request", { id: "b", row: "contacts.list", status: 200, ms: 300 });
  count("request", { id: "c", row: "none", status: 404, ms: 1 });
  count("job failed", { job: "send mails" });
  count("error", { id: "b" });
  count("ready");
  count("mail", { mail: "x", state: "sent" });
  count("letter", { letter: "x", state: "failed" });
  count("mails lost", { count: 3 });
  const text = await metrics.text();
  for (const line of [
    'loupe_request_seconds_count{row="contacts.list",status="200"} 2',
    'loupe_request_seconds_bucket{le="0.05",row="contacts.list",status="200"} 1',
    'loupe_request_seconds_count{row="none",status="404"} 1',
    'loupe_job_failures_total{job="send mails"} 1',
    "loupe_errors_total 1",
    'loupe_mails_settled_total{of="store",state="sent"} 1',
    'loupe_mails_settled_total{of="store",state="unknown"} 3',
    'loupe_mails_settled_total{of="person",state="failed"} 1',
    'loupe_database_connections{state="waiting"} 2',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.]+/);
});

test("counts waiting emails and failed accounts, without any address", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const database = await host.database();
  const { metrics } = await created();
  const figure = async (name: string) => {
    const line = (await metrics.text()).split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.split(" ")[1]);
  };
  const names = ['loupe_mails{state="due"}', 'loupe_mails{state="later"}', "loupe_accounts_broken"];
  const before = await Promise.all(names.map(figure));
  const mail = (organizationId: string, dueAt: string) => ({
    ...{ organizationId, id: newId(), kind: "test" as const, toAddress: "zoe@example.com", toName: "Zoë" },
    dueAt: new Date(dueAt),
  });
  await database.system(async (db) => {
    await db
      .insert(mails)
      .values([
        mail(shop.id, "2026-11-23T11:00:00Z"),
        mail(other.id, "2026-11-23T11:59:00Z"),
        mail(other.id, "2026-11-24T00:00:00Z"),
      ]);
    const account = { organizationId: shop.id, id: newId(), userId: shop.user.id };
    await db
      .insert(accounts)
      .values({ ...account, provider: "imap", address: "z@example.com", error: "Refused" });
  });
  expect(await Promise.all(names.map(figure))).toEqual([
    (before[0] ?? 0) + 2,
    (before[1] ?? 0) + 1,
    (before[2] ?? 0) + 1,
  ]);
  expect(await figure("loupe_mail_oldest_due_seconds")).toBeGreaterThanOrEqual(3600);
  const text = await metrics.text();
  for (const secret of ["zoe@example.com", "Zoë", shop.id]) expect(text).not.toContain(secret);
  for (const { id } of [shop, other])
    await database.tenant(id, (db) => db.delete(mails).where(eq(mails.organizationId, id)));
});

test("serves metrics on a separate port without the database", async () => {
  const gone = { ...(await host.database()), system: () => Promise.reject(new Error("gone")) };
  const { metrics } = await created({ database: gone });
  const { server, port } = await serveMetrics(metrics, { port: 0, hostname: "127.0.0.1" });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const answer = await fetch(`${origin}/metrics`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/plain"),
    ]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const text = await answer.text();
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).not.toMatch(/^loupe_mails\{/m);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(404);
    const second = await created();
    await expect(serveMetrics(second.metrics, { port, hostname: "127.0.0.1" })).rejects.toThrow("EADDRINUSE");
  } finally {
    server.close();
    await once(server, "close");
  }
});
