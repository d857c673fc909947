import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { hostKeys } from "#server/db/schema-auth.ts";
import { testHost } from "#server/testing/host.ts";
import { isNewest, openRing, resealRing } from "./ring.ts";
import { keyId, seal, unseal } from "./seal.ts";
import { keyedHashes, readToken, signToken } from "./tokens.ts";

const host = testHost();
beforeEach(async () => (await host.database()).system((db) => db.delete(hostKeys)));

const start = async (own: Buffer, also: Buffer | null = null) =>
  (await host.database()).system((db) => db.transaction((tx) => openRing(tx, { own, also })));

test("after each step of a change-over every host opens and believes what any of them has written", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const alone = await start(old);
  const sealed = seal(alone, "me", "a password");
  const link = signToken(alone, "move", Buffer.from("booking"));
  const steps = [await start(old, next), await start(next, old), await start(next)];
  const written = steps.map((ring) => seal(ring, "me", "a password"));
  for (const ring of steps) {
    for (const one of [sealed, ...written]) expect(unseal(ring, "me", one)).toBe("a password");
    expect(readToken(ring, "move", link)?.toString()).toBe("booking");
    expect(unseal(ring, "you", sealed)).toBeNull();
  }
  const [first, second] = steps;
  if (!first || !second) throw new Error("there are three");
  expect(readToken(first, "move", signToken(second, "move", Buffer.from("b")))?.toString()).toBe("b");
  // Who was erased by a key of before is known by it still.
  expect(keyedHashes(second, "erased", "x")).toContainEqual(keyedHashes(alone, "erased", "x")[0]);
});

test("secrets of long before stay, whoever comes after, and a stranger's opens nothing", async () => {
  const secrets = [1, 2, 3, 4].map(() => randomBytes(32));
  const [first = Buffer.of()] = secrets;
  await start(first);
  const sealed = seal(first, "me", "text");
  for (const [i, own] of secrets.slice(1).entries()) {
    const ring = await start(own, secrets[i]);
    await (await host.database()).system((db) => resealRing(db, ring));
  }
  const last = await start(secrets[3] ?? first);
  expect(unseal(last, "me", sealed)).toBe("text");
  expect(last.others).toHaveLength(3);
  const stranger = await start(randomBytes(32));
  expect(stranger.others).toEqual([]);
  expect(unseal(stranger, "me", sealed)).toBeNull();
});

test("a host that is still to be started anew does not seal back", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const database = await host.database();
  const [first, second] = [await start(old, next), await start(next, old)];
  const newest = (secret: Buffer) => database.system((db) => isNewest(db, secret));
  expect([await newest(first), await newest(second)]).toEqual([false, true]);
  // And whoever goes back to the old one means it.
  await start(old, next);
  expect([await newest(first), await newest(second)]).toEqual([true, false]);
});

test("of a secret that was ended the links are over, and what it sealed still opens", async () => {
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
  const ring = await start(next);
  expect([unseal(ring, "me", sealed), readToken(ring, "move", link)]).toEqual(["text", null]);
});
