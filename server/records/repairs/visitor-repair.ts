import { eq } from "drizzle-orm";
import { doneStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import { MOST_OPEN, WHAT_MAX } from "#lib/contract/task-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { storeOf } from "#server/booking/store.ts";
import { visitorFace } from "#server/booking/visitor-face.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { countRows, findRecord, lockRecord, patchRecord } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { tasks } from "#server/platform/db/schema-records.ts";
import { repairs as table } from "#server/platform/db/schema-repairs.ts";
import { getStore } from "#server/platform/db/store.ts";
import { dueOn, isOpenTask } from "#server/platform/db/task-days.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type RecordKey, recordOfToken } from "#server/platform/secrets/tokens.ts";
import { approvalOf, callOf } from "./lists.ts";

type Stored = typeof table.$inferSelect;

const KEPT_AFTER_PICKUP = 30 * 86_400_000;

export const visitorRepairs = {
  "visitor.repair": async ({ host, params: { token }, address }) => {
    await host.database.system((db) => countAttempt(db, "booking page", address));
    const key = keyOf(host, token);
    return host.database.read(key.organizationId, async (db) => {
      const repair = await answerOf(db, current(host, await findRecord(db, table, key.id)));
      const store = { ...key, timezone: repair.storeTimezone };
      return { ...repair, face: await visitorFace(db, host, store) };
    });
  },

  "visitor.approve": async ({ host, params: { token }, body: { estimateVersion }, address }) =>
    change(host, token, address, async (db, repair) => {
      const { total, approvedTotal } = repair;
      if (estimateVersion !== repair.estimateVersion) {
        const said = "The estimate has changed. Please look again.";
        throw new HttpError(409, said, undefined, { current: await answerOf(db, repair) });
      }
      const isFinished = repair.state === "READY" || doneStates.includes(repair.state);
      if (isFinished || repair.estimate === "AFTER_LOOK") {
        throw new HttpError(409, "There is nothing to approve. Please call the store.");
      }
      if (approvedTotal !== null && Number(approvedTotal) >= Number(total)) return;
      const now = host.clock();
      await patchRecord(db, table, repair.id, { approvedTotal: total, approvedAt: now, callAskedAt: null });
    }),

  "visitor.askCall": async ({ host, params: { token }, address }) =>
    change(host, token, address, async (db, repair) => {
      if (doneStates.includes(repair.state)) {
        throw new HttpError(409, "This repair is finished. Please call the store.");
      }
      if (callOf(repair)) return;
      await patchRecord(db, table, repair.id, { callAskedAt: host.clock() });
      await addCall(db, host, repair);
    }),
} satisfies Partial<Handlers>;

type Change = (db: Db, repair: Stored) => Promise<void>;

async function change(host: Host, token: string, address: string, work: Change) {
  await host.database.system((db) => countAttempt(db, "book", address));
  const { organizationId, id } = keyOf(host, token);
  return host.database.tenant(organizationId, async (db) => {
    await work(db, current(host, await lockRecord(db, table, id)));
    return answerOf(db, current(host, await findRecord(db, table, id)));
  });
}

function keyOf(host: Host, token: string): RecordKey {
  const key = recordOfToken(host.secret, "repair", token);
  if (!key) throw unknown();
  return key;
}

/** Throws a 404 if the repair was deleted, its customer erased, or the piece picked up long ago. */
function current(host: Host, repair: Stored | undefined): Stored {
  if (!repair?.contactId) throw unknown();
  const isOver = doneStates.includes(repair.state) && +repair.stateAt + KEPT_AFTER_PICKUP < +host.clock();
  if (isOver) throw unknown();
  return repair;
}

function unknown(): HttpError {
  return new HttpError(404, "This link has ended");
}

async function answerOf(db: Db, repair: Stored) {
  const { prefix, number, kind, state, promisedDay, estimate, total, deposit } = repair;
  const { estimateVersion, steps } = repair;
  const { name, timezone } = await storeOf(db);
  const money = pick(await getStore(db), "currency", "notation");
  return {
    ...{ store: name, storeTimezone: timezone, money, prefix, number, kind, state, promisedDay },
    receivedAt: steps[0]?.at ?? repair.createdAt.toISOString(),
    startedAt: steps.find(({ state }) => state === "BENCH" || state === "AWAY")?.at ?? null,
    stateAt: repair.stateAt.toISOString(),
    lines: repair.lines.map(({ name, amount }) => ({ name, amount })),
    ...{ estimate, total, deposit, estimateVersion, callAskedAt: callOf(repair) },
    approved: approvalOf(repair),
  };
}

/** In Today, for the person of the repair or everybody. A store with too many tasks sees it on the ticket only. */
async function addCall(db: Db, host: Host, repair: Stored): Promise<void> {
  const { contactId, userId, name } = repair;
  if ((await countRows(db, tasks, isOpenTask)) >= MOST_OPEN) return;
  const { timezone } = await storeOf(db);
  const [contact] = await db
    .select({ name: contactName })
    .from(contacts)
    .where(eq(contacts.id, contactId ?? ""));
  await db.insert(tasks).values({
    ...{ id: newId(), kind: "CALL", contactId, userId },
    name: `Call ${contact?.name ?? repair.contactName}: ${ticketNumber(repair)}, ${name}`.slice(0, WHAT_MAX),
    detail: "Asked for on the repair’s page.",
    ...dueOn(dayOf(host.clock(), timezone)),
  });
}
