import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { testHost } from "#server/testing/host.ts";
import { isNewest, keyId, openKeyring, resealKeyring, seal, unseal } from "./keyring.ts";
import { keyedHashes, readToken, signToken } from "./tokens.ts";

const host = testHost();
beforeEach(async () => (await host.database()).system((db) => db.delete(hostKeys)));

const start = async (own: Buffer, also: Buffer | null = null) =>
  (await host.database()).system((db) => db.transaction((tx) => openKeyring(tx, { own, also })));

test("every host opens everything throughout a rotation", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const alone = await start(old);
  const sealed = seal(alone, "me", "a password");
  const link = signToken(alone, "move", Buffer.from("booking"));
  const steps = [await start(old, next), await start(next, old), await start(next)];
  const written = steps.map((keyring) => seal(keyring, "me", "a password"));
  for (const keyring of steps) {
    for (const one of [sealed, ...written]) expect(unseal(keyring, "me", one)).toBe("a password");
    expect(readToken(keyring, "move", link)?.toString()).toBe("booking");
    expect(unseal(keyring, "you", sealed)).toBeNull();
  }
  const [first, second] = steps;
  if (!first || !second) throw new Error("there are three");
  expect(readToken(first, "move", signToken(second, "move", Buffer.from("b")))?.toString()).toBe("b");
  expect(keyedHashes(second, "erased", "x")).toContainEqual(keyedHashes(alone, "erased", "x")[0]);
});

test("keeps all previous secrets, but no unknown ones", async () => {
  const secrets = [1, 2, 3, 4].map(() => randomBytes(32));
  const [first = Buffer.of()] = secrets;
  await start(first);
  const sealed = seal(first, "me", "text");
  for (const [i, own] of secrets.slice(1).entries()) {
    const keyring = await start(own, secrets[i]);
    await (await host.database()).system((db) => resealKeyring(db, keyring));
  }
  const last = await start(secrets[3] ?? first);
  expect(unseal(last, "me", sealed)).toBe("text");
  expect(last.others).toHaveLength(3);
  const stranger = await start(randomBytes(32));
  expect(stranger.others).toEqual([]);
  expect(unseal(stranger, "me", sealed)).toBeNull();
});

test("an old host doesn't re-encrypt with the old secret", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const database = await host.database();
  const [first, second] = [await start(old, next), await start(next, old)];
  const newest = (secret: Buffer) => database.system((db) => isNewest(db, secret));
  expect([await newest(first), await newest(second)]).toEqual([false, true]);
  await start(old, next);
  expect([await newest(first), await newest(second)]).toEqual([true, false]);
});

test("an ended secret invalidates its links, but still decrypts its values", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  await start(old);
  const [sealed, link] = [seal(old, "me", "text"), signToken(old, "move", Buffer.from("b"))];
  await start(next, old);
  await (await host.database()).system((db) =>
    db
      .update(hostKeys)
      .set({ endedAt: new Date() })
      .where(eq(hostKeys.id, keyId(old))),
  );
  const keyring = await start(next);
  expect([unseal(keyring, "me", sealed), readToken(keyring, "move", link)]).toEqual(["text", null]);
});
