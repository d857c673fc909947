import { eq, sql } from "drizzle-orm";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { newOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";

const host = testHost();

const OLD = "Welcome-1";
const NEW = "Moonstone-7";
let client = 0;

async function post(path: string, body: object, address = `10.0.0.${++client}`) {
  const headers = { "content-type": "application/json" };
  return host.send("POST", `/authentication/${path}`, { headers, body: JSON.stringify(body), address });
}

async function tokenMailed(organizationId: string): Promise<string> {
  await mailResets(await host.host());
  const database = await host.database();
  const found = await database.system((db) =>
    db.select().from(mails).where(eq(mails.organizationId, organizationId)).orderBy(mails.createdAt),
  );
  return /reset-password\?token=([\w-]{43})/.exec(found.at(-1)?.text ?? "")?.[1] ?? "";
}

async function forgetful() {
  const { id } = await host.shop();
  const person = await host.person(id, "USER", OLD);
  expect(await post("forgotPassword", { email: person.email.toUpperCase() })).toMatchObject({ status: 200 });
  return { ...person, token_: await tokenMailed(id) };
}

test("a reset link works once and ends every session", async () => {
  const person = await forgetful();
  expect(await post("resetPassword", { token: person.token_, password: NEW })).toMatchObject({ status: 200 });
  expect((await host.call("users.me", person)).status).toBe(401);
  expect((await post("login", { email: person.email, password: OLD })).status).toBe(401);
  expect((await post("login", { email: person.email, password: NEW })).status).toBe(200);
  expect(await post("resetPassword", { token: person.token_, password: "Another-1" })).toMatchObject({
    status: 400,
    body: { message: "This link has expired or was already used. Ask for a new one." },
  });
});

test("of two uses of a link, one succeeds", async () => {
  const { token_: token } = await forgetful();
  const answers = await Promise.all([1, 2].map(() => post("resetPassword", { token, password: NEW })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a link expires after an hour", async () => {
  const person = await forgetful();
  await post("forgotPassword", { email: person.email });
  const token = await tokenMailed(person.organizationId);
  expect((await post("resetPassword", { token: person.token_, password: NEW })).status).toBe(400);
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`update one_time_tokens set expires_at = expires_at - interval '1 hour'`),
  );
  expect((await post("resetPassword", { token, password: NEW })).status).toBe(400);
});

test("a changed password invalidates older links", async () => {
  const person = await forgetful();
  const { organizationId, id: userId } = person;
  const database = await host.database();
  const link = await database.system((db) => newOneTimeToken(db, "page", { organizationId, userId }));
  await database.system((db) => db.execute(sql`update users set role = 'ADMIN' where id = ${userId}`));
  const isAlive = () => database.system((db) => tokenHolder(db, "page", link));
  expect(await isAlive()).toEqual({ organizationId, userId });
  const body = { currentPassword: OLD, newPassword: NEW, confirmPassword: NEW };
  expect((await host.call("users.changePassword", person, { body })).status).toBe(200);
  expect((await post("resetPassword", { token: person.token_, password: "Another-1" })).status).toBe(400);
  expect(await isAlive()).toBeNull();
});

test("a request only stores the address for a job", async () => {
  const { id } = await host.shop();
  const person = await host.person(id, "USER", OLD);
  await post("forgotPassword", { email: person.email });
  const database = await host.database();
  const kinds = () => database.system((db) => db.select().from(mails).where(eq(mails.organizationId, id)));
  expect(await kinds()).toEqual([]);
  expect(await mailResets(await host.host())).toBeGreaterThan(0);
  expect(await kinds()).toMatchObject([{ kind: "password", toAddress: person.email }]);
  expect(await mailResets(await host.host())).toBe(0);
});

test("doesn't reveal accounts, and emails only registered people", async () => {
  const { id } = await host.shop();
  const invited = await host.person(id, "USER", null);
  const unknown = await post("forgotPassword", { email: "nobody@example.com" });
  const pending = await post("forgotPassword", { email: invited.email });
  expect([unknown.status, pending.status]).toEqual([200, 200]);
  expect(unknown.body).toEqual(pending.body);
  expect(await tokenMailed(id)).toBe("");
});

test("rejects weak passwords without using up the link", async () => {
  const { token_: token } = await forgetful();
  expect((await post("resetPassword", { token, password: "short" })).status).toBe(400);
  expect((await post("resetPassword", { token, password: "Password1!" })).status).toBe(400);
  expect((await post("resetPassword", { token, password: NEW })).status).toBe(200);
});

test("limits requests per person and per client", async () => {
  const email = "often@example.com";
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await post("forgotPassword", { email })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  for (let i = 0; i < 20; i++) await post("forgotPassword", { email: `p${i}@example.com` }, "10.9.9.9");
  const over = await post("forgotPassword", { email: "last@example.com" }, "10.9.9.9");
  expect(over.status).toBe(429);
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
});
