import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Answer, type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import type { Opened } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { accounts, automations, mails } from "#server/platform/db/schema-mail.ts";
import { hostSecret } from "#server/platform/secrets/host-secret.ts";
import { seal, unseal } from "#server/platform/secrets/keyring.ts";
import { insertPhoto } from "#server/testing/files.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { startSink } from "#server/testing/sink.ts";
import { readBackup } from "./file.ts";

jest.setTimeout(600_000);

const owner = { email: "owner@example.com", password: "Welcome-1" };
const WRITERS = 8;
const KILLS = Number(process.env.BACKUP_KILLS ?? 2);
const folder = mkdtempSync(join(tmpdir(), "loupe-backups-"));
const file = (name: string) => join(folder, name);
const all: Awaited<ReturnType<typeof testHosts>>[] = [];
afterAll(async () => {
  for (const hosts of all) await hosts.remove();
  rmSync(folder, { recursive: true });
});

async function machine(own: Record<string, string> = {}, how: { isBare?: boolean } = {}) {
  const hosts = await testHosts({ HOST_SECRET: "", ...own }, how);
  all.push(hosts);
  return hosts;
}
type Machine = Awaited<ReturnType<typeof machine>>;
const EMBEDDED = { DATABASE_URL: "" };

async function opened<T>(hosts: Machine, work: (opened: Opened) => Promise<T>): Promise<T> {
  const open = await hosts.open();
  return work(open).finally(open.close);
}

async function openStore(hosts: Machine): Promise<void> {
  const organizationId = newId();
  const secret = hostSecret({}, hosts.dataDir);
  const passwordHash = await hashPassword(owner.password);
  await opened(hosts, ({ database }) =>
    database.system(async (db) => {
      await db.insert(organizations).values({ id: organizationId, name: "Marlow & Finch", timezone: "UTC" });
      const person = { id: newId(), email: owner.email, firstName: "Priya", lastName: "Raman" };
      await db.insert(users).values({ organizationId, ...person, role: "OWNER", passwordHash });
      await db.insert(accounts).values({
        ...{ organizationId, id: newId(), provider: "imap", address: "store@example.com" },
        secrets: seal(secret, organizationId, "the mailbox's password"),
      });
      await insertPhoto(db, organizationId);
      const to = { toAddress: "amara@example.com", toName: "Amara", subject: "Hello", text: "Hello" };
      const later = new Date(Date.now() + 3_600_000);
      await db.insert(mails).values({ organizationId, id: newId(), kind: "booking", ...to, dueAt: later });
      await db.insert(automations).values({
        ...{
          organizationId,
          id: newId(),
          name: "Birthday",
          triggerType: "TIME_BASED",
          schedule: "0 9 * * *",
        },
        ...{ conditions: [], actionType: "SEND_EMAIL", nextRunAt: later },
      });
    }),
  );
}

async function call<T>(host: RunningHost, token: string, name: Name, body?: object): Promise<T> {
  const answer = await fetch(`${host.url}/api/v1${urlOf(name, {})}`, {
    method: row(name).method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([name, answer.status]).toEqual([name, 200]);
  return (await answer.json()) as T;
}

const signIn = async (host: RunningHost) =>
  (await call<{ token: string }>(host, "", "auth.login", owner)).token;

const figures = (hosts: Machine) => opened(hosts, (open) => figuresIn(open, hosts));

const figuresIn = ({ database }: Opened, hosts: Machine) =>
  database.system(async (db) => {
    const { rows } = await db.execute(sql`select (select count(*)::int from contacts) as contacts,
        (select count(*)::int from purchases) as sales, (select sum(cost)::text from purchases) as revenue,
        (select count(*)::int from mails) as mails, (select count(*)::int from accounts) as accounts,
        (select md5(string_agg(c::text, '' order by id)) from contacts c) as cards,
        (select md5(string_agg(data, '' order by part)) from file_parts) as photo,
        (select sum(amount)::text from daily_totals where what = 'revenue') as "keptRevenue",
        (select sum(amount)::int from daily_totals where what = 'contacts') as "keptContacts"`);
    const [account] = await db.select().from(accounts);
    const { organizationId = "", secrets = "" } = account ?? {};
    const password = unseal(hostSecret({}, hosts.dataDir), organizationId, secrets ?? "");
    return { ...rows[0], password } as Record<string, unknown>;
  });

async function run(hosts: Machine, ...args: string[]): Promise<string> {
  const { code, output } = await hosts.command(...args).ended;
  expect({ code, output }).toEqual({ code: 0, output });
  return output;
}

test("captures one moment and moves between engines", async () => {
  const here = await machine(EMBEDDED);
  await openStore(here);
  const host = await here.start({});
  const token = await signIn(host);
  const category = await call<{ id: string }>(host, token, "products.create", { name: "Rings" });
  let isOver = false;
  let written = 0;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let i = 0; !isOver || i < 3; i++) {
      const email = `w${writer}-${i}@example.com`;
      const person = { firstName: "Zoë", lastName: "D’Arcy", email, phoneNumber: "+44 20 7946 0018" };
      const { id } = await call<{ id: string }>(host, token, "contacts.create", person);
      await call(host, token, "sales.create", {
        ...{ cost: "12.34", createdAt: new Date().toISOString() },
        contact: { id: id, name: "Zoë" },
        productCategory: { id: category.id, name: "Rings" },
      });
      written += 1;
      // Without pauses, the backup would wait for them, and later steps copy all their rows.
      await sleep(100);
    }
  });
  const said = await run(here, "backup", file("live"));
  isOver = true;
  await Promise.all(writers);
  expect(said).toContain("It isn't encrypted");
  expect(statSync(file("live")).mode & 0o777).toBe(0o600);
  expect(readdirSync(here.dataDir).filter((name) => name.startsWith("snapshot"))).toEqual([]);
  await host.stop();
  const { manifest } = await readBackup(file("live"));
  const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? -1;
  expect(rowsOf("contacts")).toBeLessThan(written);

  const there = await machine();
  await run(there, "restore", file("live"));
  const restored = await figures(there);
  expect(restored).toMatchObject({
    ...{ contacts: rowsOf("contacts"), sales: rowsOf("purchases"), mails: 1 },
    password: "the mailbox's password",
  });
  expect(restored.keptRevenue).toBe(restored.revenue);
  expect(restored.keptContacts).toBe(restored.contacts);
  await run(there, "backup", file("there"));
  const before = await figures(here);
  expect(await run(here, "restore", file("there"))).toContain("kept in");
  expect(await figures(here)).toEqual(restored);
  const aside = readdirSync(here.dataDir).find((name) => name.startsWith("db.before-")) ?? "";
  expect(before.contacts).toBe(written);
  expect(existsSync(join(here.dataDir, aside, "PG_VERSION"))).toBe(true);
  const sink = await startSink();
  const later = {
    CLOCK: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    SMTP_URL: sink.url,
    MAIL_FROM: "crm@example.com",
  };
  const again = await here.start(later);
  const mine = await signIn(again);
  expect(await call(again, mine, "backups.held")).toMatchObject({
    mailCount: 1,
    mails: [{ toAddress: "amara@example.com" }],
    automations: [{ name: "Birthday" }],
  });
  expect(await call(again, mine, "users.me")).toMatchObject({ isHeld: true });
  await call(again, mine, "backups.release", { what: "drop" });
  expect(await call(again, mine, "backups.held")).toMatchObject({ since: null, mailCount: 0 });
  const mails = await call<object[]>(again, mine, "mails.list");
  expect(mails).toContainEqual(expect.objectContaining({ reason: "Not sent after the restore" }));

  await call(again, mine, "backups.make");
  while (unfinished(here).length === 0) await sleep(20);
  const pids = unfinished(here).map((name) => Number(/(\d+)(\.partial)?$/.exec(name)?.[1]));
  await sleep(1_500 * Math.random());
  await again.kill();
  while (pids.some(isRunning)) await sleep(20);
  const last = await here.start(later);
  while (unfinished(here).length > 0) await sleep(20);
  const token2 = await signIn(last);
  const kept = () => call<Answer<"backups.get">>(last, token2, "backups.get");
  const old = (await kept()).kept.map(({ name }) => name);
  await call(last, token2, "backups.make");
  while ((await kept()).work) await sleep(50);
  const made = (await kept()).kept.filter(({ name }) => !old.includes(name));
  expect(made).toMatchObject([{ cause: "hand", problem: null, contacts: restored.contacts }]);
  for (const { name } of (await kept()).kept) await readBackup(join(here.dataDir, "backups", name));
  await last.stop();
  expect(sink.taken.filter(({ mail }) => !mail.subject?.startsWith("New sign-in"))).toEqual([]);
  await sink.close();
});

test.each([process.env.TEST_DATABASE_URL ? "server" : "embedded"])(
  "a killed backup or restore leaves nothing unfinished (%s)",
  async (engine) => {
    const file = (name: string) => join(folder, `${engine}-${name}`);
    const here = await machine(engine === "embedded" ? EMBEDDED : {});
    await openStore(here);
    const took = await timeOf(() => run(here, "backup", file("small")));
    const [small, large] = await opened(here, async (open) => {
      const few = await figuresIn(open, here);
      await open.database.system((db) =>
        db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
        select (select id from organizations), gen_random_uuid(), 'Zoë', n::text, '', '', '' from generate_series(1, 5000) n`),
      );
      return [few, await figuresIn(open, here)] as const;
    });
    expect(small.password).toBe("the mailbox's password");
    await run(here, "backup", file("large"));
    for (let i = 0; i < KILLS; i++) {
      await killed(() => here.command("backup", file(`killed-${i}`)), took * Math.random());
      if (existsSync(file(`killed-${i}`))) await readBackup(file(`killed-${i}`));
    }
    let is = large;
    for (let i = 0; i < KILLS; i++) {
      const [name, wanted] = is.contacts === large.contacts ? ["small", small] : ["large", large];
      await killed(() => here.command("restore", file(String(name))), took * (0.5 + 4 * Math.random()));
      const found = await figures(here);
      expect([is, wanted]).toContainEqual(found);
      is = found;
    }
  },
);

function unfinished({ dataDir }: Machine): string[] {
  const folder = join(dataDir, "backups");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return [...files, ...readdirSync(dataDir)].filter((name) => /\.partial$|^snapshot-/.test(name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = Date.now();
  await work();
  return Date.now() - begun;
}

async function killed(start: () => ReturnType<Machine["command"]>, after: number): Promise<void> {
  const { ended, kill } = start();
  await Promise.race([sleep(after), ended]);
  kill();
  await ended;
}

test("explains why a file can't be restored", async () => {
  const here = await machine();
  await openStore(here);
  await run(here, "backup", file("good"));
  const before = await figures(here);
  const fails = async (...args: string[]) => {
    const { code, output } = await here.command(...args).ended;
    expect(code).toBe(1);
    return output;
  };
  expect(await fails("restore", file("none"))).toContain("There is no file");
  expect(await fails("restore")).toContain("Usage");
  expect(await fails("backup", "verify", file("none"))).toContain("There is no file");
  expect(await fails("backup", file("good"))).toContain("exists already");
  const host = await here.start({});
  expect(await fails("restore", file("good"))).toMatch(/[Ss]top/);
  await host.stop();
  expect(await figures(here)).toEqual(before);
  const empty = await machine({}, { isBare: true });
  expect((await empty.command("backup", file("empty")).ended).output).toMatch(
    /no database|nothing to (back up|copy)/,
  );
});
