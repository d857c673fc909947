import { sql } from "drizzle-orm";
import { inviteUser, newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { hashToken, startSession } from "#server/platform/auth/session.ts";

import { testHost } from "#server/testing/host.ts";
import { recordsOf, saleOf } from "#server/testing/records.ts";
import type { SystemDb } from "./client.ts";
import { organizationsOf } from "./directory.ts";
import { newId } from "./id.ts";
import { appointmentTypes } from "./schema-calendar.ts";

const host = testHost();
const make = recordsOf(host);

const LOOKED_UP = [
  ["session_directory", "token_hash", "sessions"],
  ["token_directory", "token_hash", "one_time_tokens"],
  ["email_directory", "email", "users"],
  ["slug_directory", "slug", "appointment_types"],
  ["account_directory", "external_id", "accounts"],
  ["passkey_directory", "credential_id", "passkeys"],
] as const;

async function differences(db: SystemDb): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [directory, key, table] of LOOKED_UP) {
    const [said, is] = [directory, table].map((name) =>
      sql.raw(`select ${key}::text, organization_id from ${name} where ${key} is not null`),
    );
    const { rows } = await db.execute(sql`(${said} except ${is}) union all (${is} except ${said})`);
    found.push(...rows.map((row) => ({ directory, ...row })));
  }
  return found;
}

const type = (organizationId: string, slug: string) => ({
  ...{ organizationId, id: newId(), slug },
  ...{ name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 },
});

test("directory rows follow their source", async () => {
  const { id, owner, user } = await host.shop();
  const database = await host.database();
  const email = `${newId()}@example.com`;
  const slug = newId();
  await database.tenant(id, async (db) => {
    await db.insert(appointmentTypes).values(type(id, slug));
    await db.execute(sql`insert into accounts (organization_id, id, user_id, provider, address, external_id)
      values (${id}, ${newId()}, ${user.id}, 'google', 'a@example.com', ${slug})`);
  });
  const looked = await database.system(async (db) => {
    const token = await newOneTimeToken(db, "page", { organizationId: id, userId: owner.id });
    await startSession(db, { organizationId: id, id: owner.id });
    await db.execute(
      sql`update users set email = ${email} where organization_id = ${id} and id = ${user.id}`,
    );
    await db.execute(sql`update accounts set external_id = ${`${slug} 2`} where organization_id = ${id}`);
    return {
      email: await organizationsOf(db, "email", [email]),
      slug: await organizationsOf(db, "slug", [slug]),
      account: await organizationsOf(db, "account", [`${slug} 2`]),
      before: await organizationsOf(db, "account", [slug]),
      token: await organizationsOf(db, "token", [hashToken(token)]),
      differs: await differences(db),
    };
  });
  expect(looked).toEqual({ email: [id], slug: [id], account: [id], before: [], token: [id], differs: [] });
  await database.system(async (db) => {
    await db.execute(sql`delete from organizations where id = ${id}`);
    expect(await organizationsOf(db, "slug", [slug])).toEqual([]);
    expect(await differences(db)).toEqual([]);
  });
});

test("a tenant's role can't read or write the directories", async () => {
  const { id } = await host.shop();
  const database = await host.database();
  for (const [directory] of LOOKED_UP) {
    for (const statement of [`select * from ${directory}`, `delete from ${directory}`]) {
      const tried = database.read(id, (db) => db.execute(statement));
      await expect(tried).rejects.toMatchObject({ cause: { code: "42501" } });
    }
  }
});

test("only one of two organizations gets a link or account", async () => {
  const shops = [await host.shop(), await host.shop()];
  const database = await host.database();
  const taken = newId();
  const ways = [
    (id: string) => sql`insert into appointment_types
      (organization_id, id, name, default_meeting_length, days_in_advance, slug) values (${id}, ${newId()}, 'A', 30, 30, ${taken})`,
    (
      id: string,
      userId: string,
    ) => sql`insert into accounts (organization_id, id, user_id, provider, address, external_id)
      values (${id}, ${newId()}, ${userId}, 'google', 'a@example.com', ${taken})`,
  ];
  for (const way of ways) {
    const tried = await Promise.allSettled(
      shops.map(({ id, user }) => database.tenant(id, (db) => db.execute(way(id, user.id)))),
    );
    expect(tried.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(tried.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { cause: { code: "23505" } },
    });
  }
  await database.system(async (db) => expect(await differences(db)).toEqual([]));
});

test("several organizations can use the same email or category", async () => {
  const shops = [await host.shop(), await host.shop()];
  const database = await host.database();
  const email = `${newId()}@example.com`;
  const id = newId();
  for (const { id: organizationId } of shops) {
    const person = { organizationId, firstName: "Ada", lastName: "Finch", email, role: "USER" as const };
    await database.system((db) => db.transaction((tx) => inviteUser(tx, "https://loupe.example", person)));
    await database.tenant(organizationId, (db) =>
      db.execute(
        sql`insert into product_categories (organization_id, id, name) values (${organizationId}, ${id}, 'Rings')`,
      ),
    );
  }
  const theirs = await database.system((db) => organizationsOf(db, "email", [email]));
  expect(theirs.sort()).toEqual(shops.map((shop) => shop.id).sort());
  const [here, there] = shops.map(({ user }) => user);
  if (!here || !there) throw new Error("No shops");
  await make.sale(there, saleOf(await make.contact(there), id));
  expect((await host.call("products.delete", here, { params: { id } })).status).toBe(200);
  expect((await host.call("products.list", there)).body).toMatchObject([{ id }]);
  expect(await make.sales(there)).toMatchObject([{ productCategory: { id, name: "Rings" } }]);
});
