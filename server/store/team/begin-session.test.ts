import { asc, eq } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { confirmIdentity, withApp } from "#server/testing/factors.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";

const OUT = { host: "127.0.0.1", port: 25, secure: false, from: "crm@example.com" };
const host = testHost({ smtp: OUT, clock: () => new Date("2026-11-23T11:30:00Z") });
const silent = testHost();
const PASSWORD = "Moonstone-77";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0";

async function signIn(person: Person, device?: string, of = host, password = PASSWORD) {
  const { status, body } = await of.send("POST", "/authentication/login", {
    headers: { "content-type": "application/json", "user-agent": FIREFOX },
    body: JSON.stringify({ email: person.email, password, device }),
    address: "203.0.113.7",
  });
  expect(status).toBe(200);
  return body as Answer<"auth.login">;
}

async function someone(of = host) {
  const { id } = await of.shop();
  return of.person(id, "ADMIN", PASSWORD);
}

async function securityMails({ organizationId }: Person, of = host) {
  const database = await of.database();
  return database.system((db) =>
    db.select().from(mails).where(eq(mails.organizationId, organizationId)).orderBy(asc(mails.id)),
  );
}

test("emails about a sign-in with an unknown browser", async () => {
  const person = await someone();
  const { device } = await signIn(person);
  await signIn(person, device);
  const [mail, ...more] = await securityMails(person);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: "security", toAddress: person.email, state: "queued" });
  expect(mail?.subject).toMatch(/^New sign-in to your account at Shop /);
  expect(mail?.text).toContain("Firefox on Windows\nAddress 203.0.113.7\nMonday, November 23, 2026 at 11:30");
  expect(mail?.text).toContain(`${WEB_URL}/dashboard/settings/security`);
});

test("shows security emails only to their recipient", async () => {
  const { id, owner } = await host.shop();
  const person = await host.person(id, "ADMIN", PASSWORD);
  const { token } = await signIn(person);
  const [mail] = await securityMails(person);
  const params = { id: mail?.id ?? "" };
  expect((await host.call("mails.get", owner, { params })).body).not.toHaveProperty("text");
  expect((await host.call("mails.get", { ...person, token }, { params })).body).toHaveProperty(
    "text",
    mail?.text,
  );
});

test("emails again after a remote sign-out", async () => {
  const person = await someone();
  const { device } = await signIn(person);
  await host.call("devices.endOthers", person);
  await signIn(person, device);
  expect(await securityMails(person)).toHaveLength(2);
});

test("emails about a changed password, not the next sign-in", async () => {
  const person = await someone();
  const NEW = "Garnet-9911";
  const body = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW };
  expect((await host.call("users.changePassword", person, { body })).status).toBe(200);
  await signIn(person, undefined, host, NEW);
  expect((await securityMails(person)).map(({ subject }) => subject?.split(" at ")[0])).toEqual([
    "Your password",
  ]);
  const headers = { "content-type": "application/json" };
  const post = (path: string, sent: object) =>
    host.send("POST", `/authentication/${path}`, { headers, body: JSON.stringify(sent) });
  await post("forgotPassword", { email: person.email });
  await mailResets(await host.host());
  const link = (await securityMails(person)).find(({ kind }) => kind === "password")?.text ?? "";
  const token = /token=([\w-]+)/.exec(link)?.[1];
  expect((await post("resetPassword", { token, password: PASSWORD })).status).toBe(200);
  expect((await securityMails(person)).map(({ kind }) => kind).sort()).toEqual([
    "password",
    "security",
    "security",
  ]);
});

test("emails about each change of the second step", async () => {
  const now = { now: Date.parse("2026-11-23T11:30:00Z") };
  const shop = await host.shop();
  const person = await host.person(shop.id, "USER", PASSWORD);
  const { secret } = await withApp(host, person, PASSWORD, now);
  await host.call("factors.renewCodes", person);
  await host.call("factors.removeApp", person);
  await withApp(host, person, PASSWORD, now);
  const admin = await host.person(shop.id, "ADMIN", PASSWORD);
  await confirmIdentity(host, admin, { password: PASSWORD });
  expect((await host.call("factors.reset", admin, { body: { id: person.id } })).status).toBe(200);
  const all = await securityMails(person);
  expect(new Set(all.map(({ subject, toAddress }) => `${subject?.split(" at ")[0]} ${toAddress}`))).toEqual(
    new Set([`Your sign-in settings ${person.email}`]),
  );
  expect(all.map(({ text }) => text?.split("\n\n")[1]?.split(":")[0])).toEqual([
    "An authenticator app was set up",
    "New recovery codes were created",
    "The authenticator app was removed",
    "An authenticator app was set up",
    "The owner or an admin reset your second step",
  ]);
  expect(JSON.stringify(all)).not.toContain(secret);
});

test("limits the number of security emails", async () => {
  const person = await someone();
  for (let times = 0; times < 8; times++) await signIn(person);
  expect(await securityMails(person)).toHaveLength(5);
});

test("sends no security email without transport or in demos", async () => {
  const alone = await someone(silent);
  await signIn(alone, undefined, silent);
  expect(await securityMails(alone, silent)).toEqual([]);
  const person = await someone();
  await (await host.database()).system((db) =>
    db.update(organizations).set({ isDemo: true }).where(eq(organizations.id, person.organizationId)),
  );
  await signIn(person);
  expect(await securityMails(person)).toEqual([]);
});
