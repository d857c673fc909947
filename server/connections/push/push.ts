import { createCipheriv, createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto";
import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { guardedFetch } from "#server/connections/providers/guarded-fetch.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { type Push, pushDevices, sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";

const MAX_WAITING = 20;

type Recipient = { userId: string } | { managers: true };

/** Call `host.wake()` after the commit. */
export async function queuePush(db: Db, recipient: Recipient, push: Omit<Push, "at">, now: Date) {
  const managers = () =>
    db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.role, ["OWNER", "ADMIN"]));
  const one = JSON.stringify([{ ...push, at: now.toISOString() } satisfies Push]);
  await db
    .update(pushDevices)
    .set({
      waiting: sql`${pushDevices.waiting} || ${one}::jsonb`,
      dueAt: sql`coalesce(${pushDevices.dueAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        "userId" in recipient
          ? eq(pushDevices.userId, recipient.userId)
          : inArray(pushDevices.userId, managers()),
        sql`jsonb_array_length(${pushDevices.waiting}) < ${MAX_WAITING}`,
      ),
    );
}

type PushKeys = { p256dh: string; auth: string };
type HostKeys = { publicKey: Buffer; privateKey: Buffer };

const CURVE = "prime256v1";
const RECORD = 4096;

/** RFC 8291. `own` fixes the random values for the test vector. */
export function encrypt(
  text: string,
  { p256dh, auth }: PushKeys,
  own?: { salt: Buffer; privateKey: Buffer },
): Buffer {
  const pair = createECDH(CURVE);
  if (own) pair.setPrivateKey(own.privateKey);
  else pair.generateKeys();
  const [theirs, ours] = [Buffer.from(p256dh, "base64url"), pair.getPublicKey()];
  const salt = own?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const shared = derive(pair.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The byte 2 marks the last record.
  const hidden = Buffer.concat([
    cipher.update(text, "utf8"),
    cipher.update(Buffer.from([2])),
    cipher.final(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, hidden, cipher.getAuthTag()]);
}

/** All hosts of one database derive the same keys from the secret. */
export function hostKeys(secret: Buffer): HostKeys {
  const pair = createECDH(CURVE);
  for (let turn = 0; ; turn++) {
    const privateKey = derive(secret, Buffer.alloc(0), `push ${turn}`, 32);
    try {
      // Throws for the one value in four billion that is not a valid key.
      pair.setPrivateKey(privateKey);
      return { publicKey: pair.getPublicKey(), privateKey };
    } catch {}
  }
}

/** The VAPID header (RFC 8292), valid for 12 hours. */
function authorization(keys: HostKeys, origin: string, contact: string, now: Date): string {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + 12 * 3600;
  const claims = `${text({ typ: "JWT", alg: "ES256" })}.${text({ aud: origin, exp, sub: contact })}`;
  const [x, y] = [keys.publicKey.subarray(1, 33), keys.publicKey.subarray(33)];
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: keys.privateKey.toString("base64url"),
      x: x.toString("base64url"),
      y: y.toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(claims), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${claims}.${signature.toString("base64url")}, k=${keys.publicKey.toString("base64url")}`;
}

function derive(key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
}

const BATCH = 20;
const LEASE_MS = 60_000;
const SEND_MS = 10_000;
const FRESH_MS = 12 * 3_600_000;
const TRIES = 5;

type Device = typeof pushDevices.$inferSelect;
type Outcome = "sent" | "gone" | "later";

export function sendPushes(host: Host): Promise<number> {
  const now = host.clock();
  const due = {
    due: pushDevices.dueAt,
    key: [pushDevices.organizationId, pushDevices.id],
    now,
    leaseMs: LEASE_MS,
    most: BATCH,
  };
  // A message sent twice shows once, because of its tag.
  return claimDue(host.database, pushDevices, due, (device) => deliver(host, device, now));
}

async function deliver(host: Host, device: Device, now: Date): Promise<void> {
  const { database } = host;
  const { organizationId, userId, sessionId, waiting } = device;
  const holds = await database.system((db) =>
    countRows(
      db,
      sessions,
      and(
        eq(sessions.organizationId, organizationId),
        eq(sessions.userId, userId),
        eq(sessions.id, sessionId),
        sql`${sessions.expiresAt} > now()`,
      ),
    ),
  );
  let outcome: Outcome = holds > 0 ? "sent" : "gone";
  for (const push of waiting) {
    if (outcome !== "sent") break;
    if (now.getTime() - Date.parse(push.at) < FRESH_MS) outcome = await send(host, device, push, now);
  }
  await database.system(async (db) => {
    if (outcome === "gone") return db.delete(pushDevices).where(byId(device));
    const isOver = outcome === "sent" || device.tries + 1 >= TRIES;
    const left = sql`coalesce((select jsonb_agg(one order by at) from jsonb_array_elements(${pushDevices.waiting})
      with ordinality as each(one, at) where at > ${waiting.length}), '[]'::jsonb)`;
    const soon = new Date(now.getTime() + LEASE_MS * 4 ** device.tries);
    return (
      db
        .update(pushDevices)
        .set(
          isOver
            ? {
                waiting: left,
                tries: 0,
                dueAt: sql`case when jsonb_array_length(${pushDevices.waiting}) > ${waiting.length}
                then ${now.toISOString()}::timestamptz end`,
              }
            : { tries: device.tries + 1, dueAt: soon },
        )
        // Another host may have taken over after the lease.
        .where(and(byId(device), eq(pushDevices.dueAt, device.dueAt ?? now)))
    );
  });
}

async function send(host: Host, device: Device, push: Push, now: Date): Promise<Outcome> {
  const { at, ...shown } = push;
  const { webUrl, providers } = host;
  try {
    const contact = webUrl.startsWith("https:") ? webUrl : `mailto:host@${new URL(webUrl).hostname}`;
    const { origin } = new URL(device.endpoint);
    const answer = await guardedFetch(providers, SEND_MS)(device.endpoint, {
      method: "POST",
      headers: {
        authorization: authorization(hostKeys(host.secret), origin, contact, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(FRESH_MS / 1000),
        urgency: "normal",
      },
      body: new Uint8Array(encrypt(JSON.stringify(shown), device)),
    });
    if (answer.ok) return "sent";
    // Other refusals are permanent: the browser is gone, or the keys are outdated.
    return answer.status === 429 || answer.status >= 500 ? "later" : "gone";
  } catch {
    return "later";
  }
}

function byId({ organizationId, id }: Device) {
  return and(eq(pushDevices.organizationId, organizationId), eq(pushDevices.id, id));
}

const MAX_DEVICES = 20;

const ofUser = ({ organizationId, id }: SignedIn) =>
  and(eq(pushDevices.organizationId, organizationId), eq(pushDevices.userId, id));

/** Requires system scope, like sessions. */
export const push = {
  "push.get": async ({ host, user }) => {
    const found = await host.database.system(async (db) => {
      const session = await sessionOf(db, user);
      return countRows(db, pushDevices, and(ofUser(user), eq(pushDevices.sessionId, session)));
    });
    return { key: hostKeys(host.secret).publicKey.toString("base64url"), isOn: found > 0 };
  },

  "push.start": async ({ host, user, body: { endpoint, p256dh, auth } }) => {
    const { protocol, username } = new URL(endpoint);
    if ((protocol !== "https:" && !host.providers.allowPrivateHosts) || username)
      throw new HttpError(400, "Invalid input");
    await host.database.system((db) =>
      db.transaction(async (tx) => {
        const sessionId = await sessionOf(tx, user);
        const values = { endpoint, p256dh, auth };
        await tx
          .insert(pushDevices)
          .values({ ...values, organizationId: user.organizationId, id: newId(), userId: user.id, sessionId })
          .onConflictDoUpdate({
            target: [pushDevices.organizationId, pushDevices.userId, pushDevices.sessionId],
            set: { ...values, tries: 0 },
          });
        const newest = tx
          .select({ id: pushDevices.id })
          .from(pushDevices)
          .where(ofUser(user))
          .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
          .limit(MAX_DEVICES);
        await tx.delete(pushDevices).where(and(ofUser(user), notInArray(pushDevices.id, newest)));
      }),
    );
  },

  "push.end": async ({ host, user }) => {
    await host.database.system(async (db) => {
      const session = await sessionOf(db, user);
      await db.delete(pushDevices).where(and(ofUser(user), eq(pushDevices.sessionId, session)));
    });
  },
} satisfies Partial<Handlers>;

async function sessionOf(db: SystemDb, user: SignedIn): Promise<string> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.organizationId, user.organizationId),
        eq(sessions.userId, user.id),
        sql`${sessions.tokenHash} = ${user.tokenHash}`,
      ),
    );
  if (!found) throw new HttpError(401, "Sign in first");
  return found.id;
}
