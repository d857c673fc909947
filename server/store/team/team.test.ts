import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { forgetOldTokens } from "#server/platform/auth/one-time-tokens.ts";
import { newId } from "#server/platform/db/id.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";

const host = testHost();
const PASSWORD = "Sapphire-7";

async function invite(by: Person, email = `${randomUUID()}@example.com`, changes: object = {}) {
  const body = { firstName: "Zoë", lastName: "Nguyen", email, role: "USER", ...changes };
  const answer = await host.call("team.invite", by, { body });
  const link = new URL((answer.body as { link?: string }).link ?? WEB_URL);
  return {
    status: answer.status,
    email,
    link,
    token: link.searchParams.get("token") ?? "",
    body: answer.body,
  };
}

const register = (token: string, password = PASSWORD) =>
  host.call("auth.register", null, { body: { token, password } });
const login = (email: string, password = PASSWORD) =>
  host.call("auth.login", null, { body: { email, password } });

test("an invited person registers with the invited role", async () => {
  const { admin } = await host.shop();
  const { link, token, email } = await invite(admin, undefined, { role: "ADMIN" });
  expect(link.origin + link.pathname).toBe(`${WEB_URL}/register`);
  expect(link.searchParams.get("name")).toBe("Zoë");
  expect((await register(token)).status).toBe(200);
  const { body } = await login(email);
  const person = { ...admin, ...(body as { token: string }) };
  expect((await host.call("users.me", person)).body).toMatchObject({
    firstName: "Zoë",
    role: "ADMIN",
    email,
    timezone: "Europe/London",
  });
});

test("an invited person can start with the store's hours", async () => {
  const { owner } = await host.shop();
  const store = Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, () => day === 2));
  await host.call("organization.setBrand", owner, { body: { hours: store } });
  for (const [hours, availability] of [
    ["STORE", store],
    ["OTHER", null],
  ]) {
    const { email } = await invite(owner, undefined, { hours });
    const team = (await host.call("team.list", owner)).body as { id: string; email: string }[];
    const params = { id: team.find((one) => one.email === email)?.id ?? "" };
    expect((await host.call("people.hours", owner, { params })).body).toMatchObject({ availability });
  }
});

test("a link works only once, also for parallel requests", async () => {
  const { owner } = await host.shop();
  const { token } = await invite(owner);
  const answers = await Promise.all([register(token), register(token, "Emerald-8!")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await register(token)).body).toMatchObject({
    message: "This invitation has expired or was already used. Ask for a new one.",
  });
});

test("a link expires after seven days", async () => {
  const { owner } = await host.shop();
  const { token } = await invite(owner);
  const database = await host.database();
  const { rows } = await database.system((db) => db.execute("select * from one_time_tokens"));
  expect(JSON.stringify(rows)).not.toContain(token);
  await database.system((db) =>
    db.execute("update one_time_tokens set expires_at = expires_at - interval '7 days'"),
  );
  expect((await register(token)).status).toBe(400);
});

test("inviting a pending person again replaces the link", async () => {
  const { owner } = await host.shop();
  const first = await invite(owner);
  const second = await invite(owner, first.email.toUpperCase(), { firstName: "Zora" });
  expect((await register(first.token)).status).toBe(400);
  expect((await register(second.token)).status).toBe(200);
  const { body } = await host.call("team.list", owner);
  expect(
    (body as object[]).filter((member) => "email" in member && member.email === first.email),
  ).toMatchObject([{ firstName: "Zora" }]);
});

test("rejects an invitation of an existing account", async () => {
  const { owner } = await host.shop();
  const { token, email } = await invite(owner);
  const refused = { status: 409, body: { message: "That email address already has an account" } };
  await register(token);
  expect(await invite(owner, email, { role: "ADMIN" })).toMatchObject(refused);
  expect((await login(email)).status).toBe(200);
});

test("ignores and doesn't reveal accounts in other stores", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const invited = await invite(here.owner);
  const { email } = invited;
  const again = await invite(there.owner, email);
  expect(Object.keys(again.body as object)).toEqual(Object.keys((await invite(here.owner)).body as object));
  expect((await register(invited.token)).status).toBe(200);
  const third = await host.shop();
  const later = await invite(third.owner, email);
  expect(later.status).toBe(200);
  expect((await register(later.token, "Obsidian-Harbour-3!")).status).toBe(200);
  const shopOf = async (password?: string) =>
    ((await login(email, password)).body as { organizationId: string }).organizationId;
  expect(await shopOf()).toBe(here.id);
  expect(await shopOf("Obsidian-Harbour-3!")).toBe(third.id);
});

test("an unused invitation expires together with its pending person", async () => {
  const { owner } = await host.shop();
  const { email } = await invite(owner);
  const other = await invite(owner);
  const database = await host.database();
  const emails = async () =>
    ((await host.call("team.list", owner)).body as { email: string }[]).map((member) => member.email);
  await database.system(async (db) => {
    await db.execute(sql`update one_time_tokens set expires_at = now() - interval '1 second'
      where user_id = (select id from users where email = ${email})`);
    await forgetOldTokens(db);
  });
  expect(await emails()).toEqual(expect.arrayContaining([other.email, owner.email]));
  expect(await emails()).not.toContain(email);
});

test("limits invitations per address and per store", async () => {
  const { owner } = await host.shop();
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await invite(owner, "same@example.com")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const many = [];
  for (let i = 0; i < 58; i++) many.push((await invite(owner)).status);
  expect(many.filter((status) => status === 429).length).toBe(2);
});

test("an invitation can't demote a pending owner", async () => {
  const { admin, owner } = await host.shop();
  expect((await invite(admin, owner.email)).status).toBe(409);
});

test("a link never changes an account with a password", async () => {
  const { owner } = await host.shop();
  const { token, email } = await invite(owner);
  await register(token);
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`insert into one_time_tokens (token_hash, purpose, organization_id, user_id, expires_at)
      select sha256(${Buffer.from("forged")}), 'invitation', organization_id, id, now() + interval '1 day'
      from users where email = ${email}`),
  );
  expect((await register("forged", "Another-9!")).status).toBe(400);
  expect((await login(email)).status).toBe(200);
});

test.each([
  ["OWNER", 400, "role: Required"],
  ["owner", 400, "role: Required"],
  ["SUPERUSER", 400, "role: Required"],
])("rejects an invitation as %s", async (role, status, message) => {
  const { owner } = await host.shop();
  expect(await invite(owner, undefined, { role })).toMatchObject({ status, body: { message } });
});

test.each(["Password1!", "P@ssw0rd", "wELCOME1!", "Qwerty123!"])(
  "rejects the common password %s",
  async (password) => {
    const { owner } = await host.shop();
    const { token } = await invite(owner);
    expect(await register(token, password)).toMatchObject({
      status: 400,
      body: { message: "This password is one of the most common ones. Please choose another." },
    });
    expect((await register(token)).status).toBe(200);
  },
);

test("lists the team by name, including pending people", async () => {
  const { owner } = await host.shop();
  await invite(owner, undefined, { firstName: "anna" });
  const { body } = await host.call("team.list", owner);
  expect(
    (body as { firstName: string; role: { name: string } }[]).map(({ firstName, role }) => [
      firstName,
      role.name,
    ]),
  ).toEqual([
    ["Ada", "ADMIN"],
    ["Ada", "OWNER"],
    ["Ada", "USER"],
    ["anna", "USER"],
  ]);
});

describe("removing a member", () => {
  const remove = (by: Person, id: string) => host.call("team.remove", by, { body: { id } });

  test("ends their sessions at once and frees the email address", async () => {
    const { owner, user } = await host.shop();
    expect((await remove(owner, user.id)).status).toBe(200);
    expect((await host.call("users.me", user)).status).toBe(401);
    expect((await invite(owner, user.email)).status).toBe(200);
  });

  test("of a pending member ends the invitation", async () => {
    const { owner } = await host.shop();
    const { token, email } = await invite(owner);
    const { body } = await host.call("team.list", owner);
    const pending = (body as { id: string; email: string }[]).find((member) => member.email === email);
    await remove(owner, pending?.id ?? "");
    expect((await register(token)).status).toBe(400);
  });

  test("is refused for owner, oneself and strangers", async () => {
    const [here, there] = [await host.shop(), await host.shop()];
    expect(await remove(here.admin, here.owner.id)).toMatchObject({ status: 403 });
    expect(await remove(here.admin, here.admin.id)).toMatchObject({ status: 403 });
    expect(await remove(here.owner, here.owner.id)).toMatchObject({ status: 403 });
    const unknown = await remove(here.owner, newId());
    const foreign = await remove(here.owner, there.user.id);
    expect(foreign).toMatchObject({ status: 404, body: unknown.body });
    expect((await host.call("users.me", there.user)).status).toBe(200);
  });
});

test("rejects an invitation with the reserved first-owner address", async () => {
  const { admin, id } = await host.shop();
  expect((await invite(admin, "Owner@first-start.invalid")).status).toBe(400);
  const { token, email } = await invite(admin);
  const database = await host.database();
  await database.system((db) =>
    db.execute(sql`update users set email = 'owner@first-start.invalid' where email = ${email}`),
  );
  const body = {
    token,
    password: PASSWORD,
    organizationName: "Mine",
    firstName: "Eve",
    lastName: "Low",
    email: "eve@example.com",
  };
  expect((await host.call("auth.registerOwner", null, { body })).status).toBe(400);
  const { rows } = await database.system((db) =>
    db.execute(sql`select name from organizations where id = ${id}`),
  );
  expect(rows).toEqual([{ name: `Shop ${id}` }]);
});

test("requires different passwords in two stores", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const { email } = await host.person(there.id, "USER", PASSWORD);
  const { token } = await invite(here.admin, email);
  expect(await register(token)).toMatchObject({ status: 400, body: { message: "Choose another password" } });
  expect((await register(token, "Emerald-8!")).status).toBe(200);
  expect((await login(email)).body).toMatchObject({ organizationId: there.id });
  const { body } = await login(email, "Emerald-8!");
  expect(body).toMatchObject({ organizationId: here.id });
  const { token: bearer } = body as { token: string };
  const change = (newPassword: string) =>
    host.call(
      "users.changePassword",
      { ...here.user, token: bearer },
      {
        body: { currentPassword: "Emerald-8!", newPassword, confirmPassword: newPassword },
      },
    );
  expect((await change(PASSWORD)).body).toMatchObject({ message: "Choose another password" });
  const statuses = [];
  for (let i = 0; i < 8; i++) statuses.push((await change(PASSWORD)).status);
  expect(statuses).toEqual([...Array(7).fill(400), 429]);
});
