import { eq, sql } from "drizzle-orm";
import { oneTimeTokens, type TokenPurpose } from "#server/platform/db/schema-auth.ts";
import { testHost } from "#server/testing/host.ts";
import { newOneTimeToken, takeOneTimeToken, tokenHolder } from "./one-time-tokens.ts";

const host = testHost();
const LASTS: Record<TokenPurpose, string> = {
  invitation: "7 days",
  reset: "1 hour",
  page: "15 minutes",
  notice: "1 hour",
  step: "10 minutes",
};
const purposes = Object.keys(LASTS) as TokenPurpose[];

async function given(purpose: TokenPurpose) {
  const { id: organizationId, admin } = await host.shop();
  const database = await host.database();
  const holder = { organizationId, userId: admin.id };
  const more = () => database.tenant(organizationId, (db) => newOneTimeToken(db, purpose, holder));
  return { database, holder, token: await more(), more };
}

describe.each(purposes)("a token for %s", (purpose) => {
  test("identifies its holder until it is used once", async () => {
    const { database, holder, token } = await given(purpose);
    for (const _ of ["seen", "again"]) {
      expect(await database.system((db) => tokenHolder(db, purpose, token))).toEqual(holder);
    }
    const use = () => database.system((db) => takeOneTimeToken(db, purpose, token));
    expect(await use()).toEqual(holder);
    expect(await use()).toBeNull();
    expect(await database.system((db) => tokenHolder(db, purpose, token))).toBeNull();
  });

  test("can be used by one of many parallel requests", async () => {
    const { database, holder, token } = await given(purpose);
    const used = await Promise.all(
      Array.from({ length: 8 }, () => database.system((db) => takeOneTimeToken(db, purpose, token))),
    );
    expect(used.filter(Boolean)).toEqual([holder]);
  });

  test("stays valid if the transaction that used it fails", async () => {
    const { database, holder, token } = await given(purpose);
    const failed = database.system((db) =>
      db.transaction(async (tx) => {
        await takeOneTimeToken(tx, purpose, token);
        throw new Error("no");
      }),
    );
    await expect(failed).rejects.toThrow("no");
    expect(await database.system((db) => tokenHolder(db, purpose, token))).toEqual(holder);
  });

  test("is not valid for another purpose", async () => {
    const { database, token } = await given(purpose);
    const others = purposes.filter((other) => other !== purpose);
    const tries: [TokenPurpose, string][] = [
      ...others.map((other): [TokenPurpose, string] => [other, token]),
      ...["", "A".repeat(43), `${token}A`, token.slice(1), "x".repeat(100_000)].map(
        (wrong): [TokenPurpose, string] => [purpose, wrong],
      ),
    ];
    for (const [as, text] of tries) {
      expect(await database.system((db) => tokenHolder(db, as, text))).toBeNull();
      expect(await database.system((db) => takeOneTimeToken(db, as, text))).toBeNull();
    }
  });

  test(`expires after ${LASTS[purpose]}`, async () => {
    const { database, holder, token } = await given(purpose);
    const later = (time: string) =>
      database.system((db) =>
        db.execute(sql`update one_time_tokens set expires_at = expires_at - ${time}::interval
          where user_id = ${holder.userId}`),
      );
    await later(LASTS[purpose]);
    await later("-1 minute");
    expect(await database.system((db) => tokenHolder(db, purpose, token))).toEqual(holder);
    await later("1 minute");
    expect(await database.system((db) => tokenHolder(db, purpose, token))).toBeNull();
    expect(await database.system((db) => takeOneTimeToken(db, purpose, token))).toBeNull();
  });

  test("is stored as a hash and deleted with its holder", async () => {
    const { database, holder, token } = await given(purpose);
    const other = await host.shop();
    const seen = (id: string) =>
      database.read(id, (db) =>
        db.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, holder.userId)),
      );
    const [row] = await seen(holder.organizationId);
    expect(row).toMatchObject({ ...holder, purpose });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await seen(other.id)).toEqual([]);
    const planted = database.tenant(other.id, (db) => newOneTimeToken(db, purpose, holder));
    await expect(planted).rejects.toMatchObject({ cause: { code: "42501" } });
    await database.system((db) => db.execute(sql`delete from users where id = ${holder.userId}`));
    expect(await database.system((db) => tokenHolder(db, purpose, token))).toBeNull();
  });
});

test("keeps only the newest invitation and reset token", async () => {
  for (const purpose of purposes) {
    const { database, token, more } = await given(purpose);
    const all = [token, ...(await Promise.all([more(), more(), more()]))];
    const good = [];
    for (const one of all) {
      if (await database.system((db) => tokenHolder(db, purpose, one))) good.push(one);
    }
    expect(good).toHaveLength(purpose === "invitation" || purpose === "reset" ? 1 : all.length);
    expect(purpose === "invitation" || purpose === "reset" ? good.includes(token) : false).toBe(false);
  }
});
