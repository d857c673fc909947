import { eq } from "drizzle-orm";
import { createApp } from "#server/app.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { HOST_URL, type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { startUnipile } from "#server/testing/unipile.ts";

const providers = { allowPrivateHosts: false, unipile: { url: "", key: "" } };
const host = testHost({ providers });
const CALENDAR = "store@example.com";
let unipile: Awaited<ReturnType<typeof startUnipile>>;

beforeEach(async () => {
  unipile = await startUnipile();
  providers.unipile = unipile.settings;
  unipile.calendars.push({ id: CALENDAR, name: "Store", is_primary: true, is_read_only: false });
});
afterEach(() => unipile.stop());

function put(id: string, more: object = {}) {
  const mail = { mail: { username: CALENDAR } };
  unipile.accounts.set(id, {
    object: "Account",
    id,
    type: "GOOGLE_OAUTH",
    connection_params: mail,
    sources: [],
    ...more,
  });
}

async function choose(person: Person, provider = "google") {
  const { body } = await host.call("integration.link", person);
  const app = createApp({ ...(await host.host()), log: () => {} });
  const { pathname } = new URL((body as { url: string }).url);
  const answer = await app.request(pathname, { method: "POST", body: new URLSearchParams({ provider }) });
  const link = unipile.asked.findLast(({ path }) => path === "/hosted/accounts/link");
  return { status: answer.status, location: answer.headers.get("location"), link: link?.body ?? {} };
}

async function notify(body: object, changes: object = {}) {
  const app = createApp({ ...(await host.host()), ...changes, log: () => {} });
  const headers = { "content-type": "application/json" };
  const env = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await app.request("/unipile/notify", init, env)).status;
}

async function accountOf({ organizationId }: Person) {
  const database = await host.database();
  const [account] = await database.read(organizationId, (db) =>
    db.select().from(accounts).where(eq(accounts.organizationId, organizationId)),
  );
  return account;
}

async function connect(person: Person, id: string) {
  put(id);
  const { link } = await choose(person);
  expect(await notify({ status: "CREATION_SUCCESS", account_id: id, name: link.name })).toBe(200);
}

test("requests a new Unipile link for each click", async () => {
  const { owner } = await host.shop();
  const { status, location, link } = await choose(owner);
  expect([status, location]).toEqual([303, "https://account.unipile.com/abc"]);
  expect(link).toEqual({
    type: "create",
    providers: ["GOOGLE"],
    expiresOn: expect.stringMatching(/\.\d{3}Z$/),
    api_url: new URL(unipile.settings.url).origin,
    name: expect.stringMatching(/^[\w-]{43}$/),
    notify_url: `${HOST_URL}/unipile/notify`,
    success_redirect_url: `${WEB_URL}/dashboard/settings/integrations?connected=1`,
    failure_redirect_url: `${WEB_URL}/dashboard/settings/integrations`,
  });
  expect((await choose(owner, "microsoft")).link).toMatchObject({ providers: ["OUTLOOK"] });
});

test("shows an error if Unipile is unavailable", async () => {
  const { owner } = await host.shop();
  unipile.breakWith({ status: 503 });
  expect(await choose(owner)).toMatchObject({ status: 503, location: null });
});

test("connects the account once, as Unipile describes it", async () => {
  const { owner } = await host.shop();
  put("acc_1");
  const { link } = await choose(owner);
  const notice = { status: "CREATION_SUCCESS", account_id: "acc_1", name: link.name };
  expect(await notify(notice)).toBe(200);
  const account = { provider: "google", address: CALENDAR, externalId: "acc_1", calendarId: CALENDAR };
  expect(await accountOf(owner)).toMatchObject(account);
  expect(await host.call("users.me", owner)).toMatchObject({ body: { isEmailIntegrationComplete: true } });
  put("acc_2");
  expect(await notify(notice)).toBe(200);
  expect(await notify({ ...notice, account_id: "acc_2" })).toBe(200);
  expect(await accountOf(owner)).toMatchObject(account);
});

test("ignores notices with an unknown name, account or kind", async () => {
  const [{ owner }, other] = [await host.shop(), await host.shop()];
  put("acc_3");
  put("acc_4", { type: "WHATSAPP" });
  await connect(other.owner, "acc_5");
  const { link } = await choose(owner);
  for (const [account_id, name] of [
    ["acc_3", "A".repeat(43)],
    ["acc_3", ""],
    ["acc_none", link.name],
    ["acc_4", link.name],
    ["acc_5", link.name],
    ["../accounts", link.name],
  ]) {
    expect(await notify({ status: "CREATION_SUCCESS", account_id, name })).toBe(200);
  }
  expect(await accountOf(owner)).toBeUndefined();
  expect(await accountOf(other.owner)).toMatchObject({ externalId: "acc_5" });
  expect(await notify({ hello: "there" })).toBe(400);
});

test("asks Unipile to repeat a notice that can't be verified", async () => {
  const { owner } = await host.shop();
  put("acc_6");
  const { link } = await choose(owner);
  const notice = { status: "CREATION_SUCCESS", account_id: "acc_6", name: link.name };
  unipile.breakWith({ status: 503 });
  expect(await notify(notice)).toBe(503);
  unipile.breakWith(null);
  expect(await notify(notice)).toBe(200);
  expect(await accountOf(owner)).toMatchObject({ externalId: "acc_6" });
});

test("reports an ended account until it is reconnected", async () => {
  const { owner } = await host.shop();
  await connect(owner, "acc_7");
  const changed = {
    AccountStatus: { account_id: "acc_7", account_type: "GOOGLE_OAUTH", message: "CREDENTIALS" },
  };
  expect(await notify(changed)).toBe(200);
  expect(await accountOf(owner)).toMatchObject({ error: null });
  put("acc_7", {
    sources: [
      { id: "1", status: "OK" },
      { id: "2", status: "CREDENTIALS" },
    ],
  });
  await notify(changed);
  expect(await host.call("integration.account", owner)).toMatchObject({
    body: { isAuthorized: true, error: "We can no longer sign in to this account. Connect it again." },
  });
  const { link } = await choose(owner);
  expect(link).toMatchObject({ type: "reconnect", reconnect_account: "acc_7" });
  put("acc_7", { sources: [{ id: "1", status: "OK" }] });
  await notify({ status: "RECONNECTED", account_id: "acc_7", name: link.name });
  expect(await accountOf(owner)).toMatchObject({ error: null, calendarId: CALENDAR });
});

test("deletes a replaced account at Unipile", async () => {
  const { owner } = await host.shop();
  await connect(owner, "acc_8");
  await connect(owner, "acc_9");
  expect([...unipile.accounts.keys()]).toEqual(["acc_9"]);
  await host.call("integration.disconnect", owner);
  expect(unipile.accounts.size).toBe(0);
  await connect(owner, "acc_10");
  unipile.breakWith({ status: 503 });
  expect((await host.call("integration.disconnect", owner)).status).toBe(200);
  expect(await accountOf(owner)).toBeUndefined();
});

test("answers 404 without Unipile", async () => {
  expect(await notify({}, { providers: { ...providers, unipile: null } })).toBe(404);
});
