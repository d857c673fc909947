import { eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { createApp } from "#server/app.ts";
import { ConnectFailure } from "#server/connections/providers/direct.ts";
import type { Lookups } from "#server/connections/providers/mail-services.ts";
import { newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Env } from "#server/platform/http/answers.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";
import { linkPage } from "./link-page.ts";
import { failure } from "./page.ts";

const host = testHost();
const events: string[] = [];
const SETTINGS = `${WEB_URL}/dashboard/settings/integrations`;
const REFUSED = "Could not connect with these details. Check them and try again.";
const PASSWORD = "s3cret-of-hers";

let sink: Sink;
let visits = 0;
beforeAll(async () => {
  sink = await startSink({
    authOptional: false,
    onConnect: (_, done) => {
      visits++;
      done();
    },
    onAuth: ({ password }, _, done) => done(password === PASSWORD ? null : new Error("No"), { user: "x" }),
  });
});
afterAll(() => sink.close());

async function linkOf(person: Person): Promise<string> {
  const { body } = await host.call("integration.link", person);
  return new URL((body as { url: string }).url).pathname;
}

async function ask(path: string, form?: Record<string, string>, changes: object = {}) {
  const app = createApp({
    ...(await host.host()),
    log: (...event) => events.push(JSON.stringify(event)),
    ...changes,
  });
  const response = await app.request(path, form && { method: "POST", body: new URLSearchParams(form) });
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const direct = (changes: Record<string, string> = {}) => ({
  provider: "direct",
  address: " store@example.com ",
  password: PASSWORD,
  smtpHost: "127.0.0.1",
  smtpPort: String(sink.port),
  ...changes,
});

async function accountOf({ organizationId }: Person) {
  const database = await host.database();
  const [account] = await database.read(organizationId, (db) =>
    db.select().from(accounts).where(eq(accounts.organizationId, organizationId)),
  );
  return account;
}

test("shows the store's options and escapes all text", async () => {
  const { owner } = await host.shop();
  const database = await host.database();
  await database.tenant(owner.organizationId, (db) =>
    db.update(organizations).set({ name: "<b>Gold & Co</b>" }),
  );
  const { status, headers, page } = await ask(await linkOf(owner));
  expect(status).toBe(200);
  expect(page).toContain("&lt;b&gt;Gold &amp; Co&lt;/b&gt;");
  expect(page).toContain(`href="${SETTINGS}"`);
  expect(page).not.toMatch(/<script|Google|Microsoft|<b>/);
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; form-action 'self' https:\/\/crm\.example\.com; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
  expect((await ask("/connect/inter.woff2")).headers.get("content-type")).toBe("font/woff2");
});

test("offers Google and Microsoft only if Unipile is configured", async () => {
  const { owner } = await host.shop();
  const providers = { allowPrivateHosts: false, unipile: { url: "http://127.0.0.1:9/api/v1", key: "k" } };
  const { page, headers } = await ask(await linkOf(owner), undefined, { providers });
  expect(page).toContain("Connect Google");
  expect(page).toContain("Connect Microsoft");
  expect(headers.get("content-security-policy")).toContain(
    "form-action 'self' https://crm.example.com https:;",
  );
});

test("shows nothing for an unknown, expired or foreign link", async () => {
  const { owner } = await host.shop();
  const database = await host.database();
  const late = await linkOf(owner);
  await database.system((db) =>
    db.execute(sql`update one_time_tokens set expires_at = now() - interval '1 second'`),
  );
  const { organizationId, id: userId } = owner;
  const notice = await database.tenant(organizationId, (db) =>
    newOneTimeToken(db, "notice", { organizationId, userId }),
  );
  for (const path of [late, `/connect/${notice}`, "/connect/x", `/connect/${"A".repeat(43)}`]) {
    for (const form of [undefined, { provider: "local" }]) {
      const { status, page } = await ask(path, form);
      expect([status, page.includes("This link has expired")]).toEqual([404, true]);
    }
  }
  expect(await accountOf(owner)).toBeUndefined();
});

test("connects Loupe's own calendar with one click", async () => {
  const { admin: user } = await host.shop();
  const path = await linkOf(user);
  const { status, headers } = await ask(path, { provider: "local" });
  expect([status, headers.get("location")]).toEqual([303, `${SETTINGS}?connected=1`]);
  expect(await accountOf(user)).toMatchObject({
    provider: "local",
    address: user.email,
    calendarId: "store",
  });
  expect(await host.call("users.me", user)).toMatchObject({ body: { isEmailIntegrationComplete: true } });
  expect((await ask(path, { provider: "local" })).status).toBe(404);
  expect((await ask(await linkOf(user))).page).toContain(`replaces ${user.email}`);
});

test("tests own servers, then stores their credentials encrypted", async () => {
  const { owner } = await host.shop();
  const { status, headers } = await ask(await linkOf(owner), direct());
  expect([status, headers.get("location")]).toEqual([303, `${SETTINGS}?connected=1`]);
  const account = await accountOf(owner);
  expect(account).toMatchObject({ provider: "imap", address: "store@example.com", calendarId: "store" });
  expect(account?.secrets).toMatch(/^v1\./);
  expect(JSON.stringify(account)).not.toContain(PASSWORD);
  expect(await host.call("integration.account", owner)).toMatchObject({
    body: { isAuthorized: true, provider: "imap", address: "store@example.com", error: null },
  });
});

test.each<[Record<string, string>]>([
  [{ password: "wrong" }],
  [{ smtpPort: "1" }],
  [{ smtpHost: "no-such-host.invalid" }],
  [{ caldavUrl: "https://no-such-host.invalid/" }],
  [{ caldavUrl: "http://127.0.0.1:1/" }],
])("%j: shows the same error for every failure and keeps the input", async (changes) => {
  const { owner } = await host.shop();
  events.length = 0;
  const path = await linkOf(owner);
  const { status, page } = await ask(path, direct(changes));
  expect(status).toBe(422);
  expect(page).toContain(`role="alert">${REFUSED}<`);
  expect(page).toContain('value="127.0.0.1"'.replace("127.0.0.1", changes.smtpHost ?? "127.0.0.1"));
  expect(page + events.join()).not.toContain(PASSWORD);
  expect(await accountOf(owner)).toBeUndefined();
  expect((await ask(path)).status).toBe(200);
});

test("shows errors next to their fields", async () => {
  const { owner } = await host.shop();
  const entered = {
    address: "x",
    password: "",
    smtpHost: "",
    smtpPort: "0",
    caldavUrl: "ftp://a",
    user: '"><i>',
  };
  const { status, page } = await ask(await linkOf(owner), direct(entered));
  expect(status).toBe(422);
  const errors = [...page.matchAll(/class="error" id="(\w+)-error">([^<]+)</g)].map(([, name, text]) => [
    name,
    text,
  ]);
  expect(errors).toEqual([
    ["address", "Invalid email format"],
    ["password", "Required"],
    ["smtpHost", "Required"],
    ["smtpPort", "Enter a port from 1 to 65535"],
    ["caldavUrl", "Enter an address like https://caldav.example.com"],
  ]);
  expect(page).not.toContain("<i>");
  expect(page).toMatch(
    /id="address"[^>]*aria-describedby="address-error"[^>]*aria-invalid="true"[^>]*autofocus/,
  );
});

test("doesn't reach private servers unless the host allows it", async () => {
  const { owner } = await host.shop();
  const providers = { allowPrivateHosts: false, unipile: null };
  const path = await linkOf(owner);
  const before = visits;
  for (const smtpHost of ["127.0.0.1", "localhost", "::1"]) {
    const { status, page } = await ask(path, direct({ smtpHost }), { providers });
    expect([status, page.includes(REFUSED)]).toEqual([422, true]);
  }
  expect(visits).toBe(before);
  const { page } = await ask(path, direct({ caldavUrl: "http://caldav.example.com" }), { providers });
  expect(page).toContain("Enter an address like https://caldav.example.com");
});

test("limits a store's attempts", async () => {
  const { owner, admin } = await host.shop();
  const database = await host.database();
  await ask(await linkOf(owner), direct({ password: "wrong" }));
  await database.system((db) =>
    db.execute(sql`update attempts set count = 20 where door = 'connect' and who = ${owner.organizationId}`),
  );
  const path = await linkOf(admin);
  const { status, headers, page } = await ask(path, direct());
  expect([status, page.includes("Too many attempts")]).toEqual([429, true]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(path, { provider: "local" })).status).toBe(303);
});

/** As DNS says of the store's own domain. */
const lookups = (port: number): Lookups => ({
  mx: async () => [],
  srv: async (name) => (name.startsWith("_submission.") ? [{ host: "localhost", port }] : []),
  get: async () => new Response(null, { status: 404 }),
});

async function byAddress(path: string, form: Record<string, string>, found = lookups(587)) {
  const app = new Hono<Env>().route(
    "/connect",
    linkPage(await host.host(), () => {}, found),
  );
  const body = new URLSearchParams({ address: "store@example.com", ...form });
  const response = await app.request(path, { method: "POST", body });
  return { status: response.status, page: await response.text() };
}

test("asks for the password after the address", async () => {
  const { owner } = await host.shop();
  const path = await linkOf(owner);
  const { status, page } = await byAddress(path, { provider: "find", address: "store@gmail.com" });
  expect(status).toBe(200);
  expect(page).toContain("Google, found from the address");
  expect(page).toContain('href="https://myaccount.google.com/apppasswords"');
  expect(page).toContain('name="inbox"');
  expect(page).not.toMatch(/name="calendar"|smtpHost|Sign in with/);
  const outlook = await byAddress(path, { provider: "find", address: "store@hotmail.com" });
  expect(outlook.page).toContain("Outlook doesn’t accept passwords from apps.");
  expect(outlook.page).not.toContain('name="password"');
  expect(
    (await byAddress(path, { provider: "found", address: "store@hotmail.com", password: "x" })).status,
  ).toBe(422);
});

test("rejects what is no address, and asks for unknown servers", async () => {
  const { owner } = await host.shop();
  const path = await linkOf(owner);
  const wrong = await byAddress(path, { provider: "find", address: '"><i>' });
  expect([wrong.status, wrong.page.includes("Invalid email format"), wrong.page.includes("<i>")]).toEqual([
    422,
    true,
    false,
  ]);
  const none = await byAddress(path, { provider: "find" }, lookups(25));
  expect(none.page).toContain("We found no mail servers for store@example.com.");
  expect(none.page).toMatch(/id="address"[^>]*value="store@example.com"/);
});

test("says which server failed, and keeps the input", async () => {
  const { owner } = await host.shop();
  const path = await linkOf(owner);
  const { status, page } = await byAddress(path, { provider: "found", password: PASSWORD, inbox: "1" });
  expect(status).toBe(422);
  expect(page).toContain("localhost didn’t answer.");
  expect(page).toContain('value="store@example.com"');
  expect(page).not.toContain(PASSWORD);
  expect(await accountOf(owner)).toBeUndefined();
  expect((await ask(path)).status).toBe(200);
});

test("explains a refused password in the server's words", () => {
  const google = { name: "Google", smtp: { host: "smtp.gmail.com", port: 465 }, imap: null, caldavUrl: null };
  const appPasswords = { page: "https://myaccount.google.com/apppasswords", length: 16 };
  const response = "535-5.7.8 Username and <b>Password</b> not accepted";
  const cause = Object.assign(new Error("Invalid login"), { response });
  const failed = new ConnectFailure("smtp.gmail.com", new ProviderError("credentials", "No", { cause }));
  const page = String(failure({ ...google, appPasswords }, failed, "hunter-2222"));
  expect(page).toContain("Google didn’t accept this password.");
  expect(page).toContain("an app password has 16 characters, this one has 11.");
  expect(page).toContain(
    "smtp.gmail.com said: <code>535-5.7.8 Username and &lt;b&gt;Password&lt;/b&gt; not accepted",
  );
  expect(String(failure(google, failed, "x"))).toContain("Check the password and try again.");
});

test("rejects other forms", async () => {
  const { owner } = await host.shop();
  const path = await linkOf(owner);
  expect((await ask(path, { provider: "nobody" })).status).toBe(400);
  expect((await ask(path, { provider: "google" })).status).toBe(400);
  expect((await ask(path, direct({ user: "x".repeat(1_100_000) }))).status).toBe(413);
  const app = createApp({ ...(await host.host()), log: () => {} });
  expect((await app.request(path, { method: "POST", body: "{}" })).status).toBe(415);
});

test("logs database failures without their parameters", async () => {
  const fails = () =>
    Promise.reject(
      new Error("Failed query: select 1\nparams: told-to-nobody", {
        cause: Object.assign(new Error("of told-to-nobody"), { code: "42P01" }),
      }),
    );
  events.length = 0;
  const { status } = await ask("/connect/some-token", undefined, {
    database: { read: fails, tenant: fails, system: fails },
  });
  expect(status).toBe(500);
  expect(events.some((event) => event.includes("42P01"))).toBe(true);
  expect(events.join()).not.toContain("told-to-nobody");
});
