import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { accountOf, connectAccount, secretsOf } from "#server/connections/providers/account.ts";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { keyId, openKeyring } from "#server/platform/secrets/keyring.ts";
import { testHost } from "#server/testing/host.ts";
import { createResealer } from "./reseal.ts";

const host = testHost();

test("re-encrypts values of a former secret, readable throughout", async () => {
  const plain = await host.host();
  const { database } = plain;
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const start = async (own: Buffer, also: Buffer | null = null) => ({
    ...plain,
    secret: await database.system((db) => db.transaction((tx) => openKeyring(tx, { own, also }))),
  });
  const before = await start(old);
  const secrets = { smtp: { password: "pearl" } };
  const people = [];
  for (let i = 0; i < 3; i++) {
    const { owner, admin } = await host.shop();
    for (const { organizationId, id: userId } of [owner, admin]) {
      const person = { organizationId, userId };
      people.push(person);
      const address = `${i}@example.com`;
      await connectAccount(before, { ...person, provider: "imap", address, secrets, calendars: [] });
    }
  }
  const sealedBy = async () => {
    const found = await database.system((db) => db.select({ sealed: accounts.secrets }).from(accounts));
    return [...new Set(found.map(({ sealed }) => sealed?.split(".")[1]))];
  };
  expect(await sealedBy()).toEqual([keyId(old)]);
  const after = await start(next, old);
  await createResealer({
    ...before,
    secret: Object.assign(Buffer.from(old), { others: [{ secret: next, isTrusted: true }] }),
  }).run();
  expect(await sealedBy()).toEqual([keyId(old)]);
  const resealer = createResealer(after);
  expect(await resealer.dueIn()).toBeLessThanOrEqual(0);
  await resealer.run();
  // Not every two seconds.
  expect(await resealer.dueIn()).toBeGreaterThan(60_000);
  expect(await sealedBy()).toEqual([keyId(next)]);
  await resealer.run();
  await resealer.run();
  expect(await resealer.dueIn()).toBeGreaterThan(9 * 60_000);
  const alone = await start(next);
  for (const person of people) {
    const account = await database.read(person.organizationId, (db) => accountOf(db, person.userId));
    expect(account && secretsOf(alone, account)).toEqual(secrets);
  }
  const [former] = await database.system((db) =>
    db
      .select()
      .from(hostKeys)
      .where(eq(hostKeys.id, keyId(old))),
  );
  expect(former?.sealed).toMatch(new RegExp(`^v1\\.${keyId(next)}\\.`));
});

const SEALING = {
  "connections/providers/account.ts": "accounts.secrets",
  "platform/secrets/keyring.ts": "the keyring itself",
  "store/factors/codes.ts": "authenticator_apps.secret",
};

test("the job knows every column with encrypted values", () => {
  const root = join(import.meta.dirname, "..");
  const sealing = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("testing"))
    .filter((file) => /(?<!function )\bseal\(/.test(readFileSync(join(root, file), "utf8")))
    .sort();
  expect(sealing).toEqual(Object.keys(SEALING));
});

test("is due again after a failure", async () => {
  const database = { system: () => Promise.reject(new Error("down")) };
  const { run, dueIn } = createResealer({ database, secret: { others: ["old"] } } as never);
  await expect(run()).rejects.toThrow("down");
  expect(await dueIn()).toBeLessThanOrEqual(0);
});
