import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { Mail } from "#lib/contract/mails.ts";
import { connectAccount } from "#server/connections/providers/account.ts";
import { localProvider } from "#server/connections/providers/local.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests, zoe } from "#server/testing/mail.ts";

const tests = mailTests();
const { mailShop, notice, sendAll } = tests;

async function listed(user: Person, state: string) {
  return (await tests.call("mails.list", user, { query: { state } })).body as Mail[];
}
const emailsOf = async (user: Person) =>
  ((await tests.call("users.me", user)).body as { emails: string }).emails;

test("describes email without an account, and with a refused and a working one", async () => {
  const { user, store } = await mailShop();
  expect(await emailsOf(user)).toBe("waiting");
  await store.account("imap");
  expect(await emailsOf(user)).toBe("sent");
  const { id } = (await store.readAccount()) ?? {};
  const database = await tests.database();
  await database.system((db) =>
    db.execute(`update accounts set error = 'Wrong password' where id = '${id}'`),
  );
  expect(await emailsOf(user)).toBe("refused");
});

test("counts an email without an account as not sent", async () => {
  const { id, owner, user, store } = await mailShop();
  const mail = await notice(id);
  const automationId = await store.automation();
  const greeting = await store.queue(automationId, await store.contact(zoe.address));
  await sendAll();
  const both = [greeting, mail].sort();
  const found = (await listed(user, "kept")).map((one) => one.id);
  expect(found.sort()).toEqual(both);
  expect(await listed(user, "queued")).toEqual([]);
  const history = () => tests.call("automations.mails", owner, { params: { id: automationId } });
  expect((await history()).body).toMatchObject({ counts: { kept: 1 } });
  const query = { end_date: "2100-01-01" };
  expect((await tests.call("dashboard.summary", user, { query })).body).toMatchObject({ emailsKept: 2 });

  const host = await tests.host();
  const holder = { organizationId: id, userId: owner.id };
  const calendars = await localProvider(host, holder).calendars();
  await connectAccount(host, { ...holder, provider: "imap", address: "hello@example.com", calendars });
  const waiting = await listed(user, "queued");
  expect(waiting.map((one) => one.id).sort()).toEqual(both);
  expect(waiting.map(({ reason }) => reason)).toEqual([null, null]);
  expect(await listed(user, "kept")).toEqual([]);
});

test("a demo store's email is not sent", async () => {
  const { id, user, store } = await mailShop();
  await store.account("local");
  const mail = await notice(id);
  await sendAll();
  expect(await emailsOf(user)).toBe("kept");
  expect(await listed(user, "kept")).toMatchObject([{ id: mail, state: "kept", reason: NO_ACCOUNT }]);
});
