import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Name } from "#lib/contract/contract.ts";
import { createApp } from "#server/app.ts";
import { takeOneTimeToken } from "#server/auth/one-time-tokens.ts";
import { hashPassword } from "#server/auth/password.ts";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";
import { newId } from "./id.ts";
import type { TokenPurpose } from "./schema-auth.ts";

const host = testHost();

const sha256 = (text: string) => createHash("sha256").update(text).digest();

test.each([11, 19, 20])(
  "links of a version with %i migrations still do what they were given for, once",
  async (count) => {
    const database = await host.database();
    const app = createApp({ ...(await host.host()), log: () => {} });
    const [organization, owner, pending] = [newId(), newId(), newId()];
    const tokens = ["invitation", "reset", "earlier", "page", "notice", "late", "over"].map((name) => [
      name,
      `${name}-`.padEnd(43, "x"),
    ]);
    const {
      invitation = "",
      reset = "",
      earlier,
      page = "",
      notice = "",
      late = "",
      over = "",
    } = Object.fromEntries(tokens);
    await database.system(async (db) => {
      await emptyAsOf(db, count);
      await db.execute(
        sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
      );
      const hash = await hashPassword("Ada-keeps-1");
      await db.execute(sql`insert into users (organization_id, id, email, first_name, last_name, role, password_hash)
      values (${organization}, ${owner}, 'ada@store.example', 'Ada', 'Finch', 'OWNER', ${hash}),
        (${organization}, ${pending}, 'bo@store.example', 'Bo', 'Finch', 'USER', null)`);
      const link = (table: string, user: string, hashed: string, begun: string, lasts: string) =>
        db.execute(sql`insert into ${sql.identifier(table)} (token_hash, organization_id, user_id, created_at, expires_at)
        values (${sha256(hashed)}, ${organization}, ${user}, now() + ${begun}::interval,
          now() + ${begun}::interval + ${lasts}::interval)`);
      await link("invites", pending, invitation, "-1 day", "7 days");
      await link("password_resets", owner, earlier, "-40 minutes", "1 hour");
      await link("password_resets", owner, reset, "-30 minutes", "1 hour");
      await link("account_links", owner, `page ${page}`, "-10 minutes", "15 minutes");
      await link("account_links", owner, `page ${late}`, "-1 minute", "15 minutes");
      await link("account_links", owner, `page ${over}`, "-16 minutes", "15 minutes");
      await link("account_links", owner, `notice ${notice}`, "-50 minutes", "1 hour");
      await migrateToLatest(db);
    });

    const post = async (name: Name, body: object) => (await host.call(name, null, { body })).status;
    const connect = async (token: string, form?: Record<string, string>) => {
      const init = form && { method: "POST", body: new URLSearchParams(form) };
      return (await app.request(`/connect/${token}`, init)).status;
    };
    for (const token of [over, notice, invitation]) expect(await connect(token)).toBe(404);
    expect(await connect(page)).toBe(200);
    const local = { provider: "local" };
    expect([await connect(page, local), await connect(page, local)]).toEqual([303, 404]);
    const held = (purpose: TokenPurpose, token: string) =>
      database.system((db) => takeOneTimeToken(db, purpose, token));
    expect(await held("page", notice)).toBeNull();
    expect(await held("notice", notice)).toEqual({ organizationId: organization, userId: owner });
    const registers = () => post("auth.register", { token: invitation, password: "Moonstone-7" });
    expect([await registers(), await registers()]).toEqual([200, 400]);
    expect(await post("auth.login", { email: "bo@store.example", password: "Moonstone-7" })).toBe(200);
    const resets = (token: string | undefined) =>
      post("auth.resetPassword", { token, password: "Emerald-8!" });
    expect([await resets(earlier), await resets(reset), await resets(reset)]).toEqual([400, 200, 400]);
    expect(await post("auth.login", { email: "ada@store.example", password: "Emerald-8!" })).toBe(200);
    // With the password of before end the links of before.
    expect(await connect(late)).toBe(404);
  },
  60_000,
);

test.each([19, 20])(
  "who was locked out by a version with %i migrations still is, and nobody else",
  async (count) => {
    const database = await host.database();
    const [organization, owner, device] = [newId(), newId(), sha256("device").toString("hex")];
    const email = "ada@store.example";
    const failed = (account: string, address: string, failures: number, minutes: number) => sql`insert into
    login_failures (account, address, failures, started_at)
    values (${sha256(account)}, ${address}, ${failures}, now() - ${minutes} * interval '1 minute')`;
    await database.system(async (db) => {
      await emptyAsOf(db, count);
      await db.execute(
        sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
      );
      const hash = await hashPassword("Ada-keeps-1");
      await db.execute(sql`insert into users (organization_id, id, email, first_name, last_name, role, password_hash)
      values (${organization}, ${owner}, ${email}, 'Ada', 'Finch', 'OWNER', ${hash})`);
      await db.execute(failed(email, "203.0.113.1", 11, 5));
      await db.execute(failed(email, "203.0.113.2", 9, 14));
      await db.execute(failed(email, "203.0.113.3", 11, 16));
      await db.execute(failed(email, `device ${device}`, 7, 1));
      // Of the 100 from one address, one is forgotten already.
      for (let i = 0; i < 99; i++) await db.execute(failed(`somebody-${i}`, "203.0.113.4", 1, 3));
      await db.execute(failed("somebody", "203.0.113.4", 1, 16));
      await db.execute(sql`insert into attempts (door, who, count) values
      ('forgot password', ${email}, 3), ('forgot password', '203.0.113.1', 19), ('invite', ${organization}, 30)`);
      await migrateToLatest(db);
    });
    const { rows } = await database.system((db) =>
      db.execute<{ door: string; who: string; count: number }>(sql`select door, who, count from attempts
      where who !~ '^[0-9a-f]{64} 203.0.113.4$' and started_at > now() - interval '15 minutes'`),
    );
    const account = sha256(email).toString("hex");
    const others = Array.from({ length: 99 }, (_, i) => sha256(`somebody-${i}`).toString("hex"));
    expect(new Set(rows.map(({ door, who, count }) => `${door}, ${who}: ${count}`))).toEqual(
      new Set([
        `sign in, ${account} 203.0.113.1: 10`,
        `sign in, ${account} 203.0.113.2: 9`,
        `sign in, ${account} device ${device}: 7`,
        `sign in to account, ${account}: 19`,
        ...others.map((other) => `sign in to account, ${other}: 1`),
        "sign in from address, 203.0.113.1: 10",
        "sign in from address, 203.0.113.2: 9",
        "sign in from address, 203.0.113.4: 99",
        `forgot password of, ${email}: 3`,
        "forgot password, 203.0.113.1: 19",
        `invite, ${organization}: 30`,
      ]),
    );
    const signIn = async (password: string, address: string) => {
      const headers = { "content-type": "application/json", "x-forwarded-for": address };
      const body = JSON.stringify({ email, password });
      return (await host.send("POST", "/authentication/login", { headers, body })).status;
    };
    expect(await signIn("Ada-keeps-1", "203.0.113.1")).toBe(429);
    expect([await signIn("wrong", "203.0.113.2"), await signIn("wrong", "203.0.113.2")]).toEqual([401, 429]);
    expect([await signIn("wrong", "203.0.113.4"), await signIn("wrong", "203.0.113.4")]).toEqual([401, 429]);
    expect(await signIn("Ada-keeps-1", "203.0.113.3")).toBe(200);
    const asked = await host.call("auth.forgotPassword", null, { body: { email } });
    expect(asked.status).toBe(429);
  },
  60_000,
);
