import { and, asc, eq, lte, sql } from "drizzle-orm";
import { guardedFetch } from "#server/connections/providers/guarded-fetch.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { type Push, pushDevices } from "#server/platform/db/schema-push.ts";
import type { Host } from "#server/platform/handler.ts";
import { authorization, encrypt, hostKeys } from "./encrypt.ts";

const BATCH = 20;
const LEASE_MS = 60_000;
const SEND_MS = 10_000;
const FRESH_MS = 12 * 3_600_000;
const TRIES = 5;

type Device = typeof pushDevices.$inferSelect;
type Outcome = "sent" | "gone" | "later";

export async function sendPushes(host: Host): Promise<number> {
  const now = host.clock();
  const due = await host.database.system((db) =>
    db.transaction(async (tx) => {
      const found = await tx
        .select()
        .from(pushDevices)
        .where(lte(pushDevices.dueAt, now))
        .orderBy(asc(pushDevices.dueAt))
        .limit(BATCH)
        .for("update", { skipLocked: true });
      // If this host dies, another one delivers after the lease. A message sent twice shows once, because of
      // its tag.
      for (const device of found) {
        await tx
          .update(pushDevices)
          .set({ dueAt: new Date(now.getTime() + LEASE_MS) })
          .where(byId(device));
      }
      return found;
    }),
  );
  await Promise.all(due.map((device) => deliver(host, device, now)));
  return due.length;
}

async function deliver(host: Host, device: Device, now: Date): Promise<void> {
  const { database } = host;
  const { organizationId, userId, sessionId, waiting } = device;
  const holds = await database.system((db) =>
    db.$count(
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
    return db
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
      .where(byId(device));
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
