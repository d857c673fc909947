import { eq, sql } from "drizzle-orm";
import { moneyOf } from "#lib/contract/money.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { SeparateConnection } from "#server/platform/db/client.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { log, traceOf } from "#server/platform/log.ts";
import { after } from "#server/platform/machine.ts";
import { archiveOf } from "./archive.ts";
import { FILE_TABLES } from "./note-files.ts";
import { exported } from "./tables.ts";

/** Per host: each needs a connection, or a copy of the embedded database. */
const MAX_CONCURRENT = 2;
/** The database keeps old row versions for slow readers, so they are cut off. */
const TIMEOUT_MS = 10 * 60_000;

const ALSO = ["contacts", "users", "shared_categories", ...FILE_TABLES];
const TABLES = [...new Set([...exported.map(({ table }) => table), ...ALSO])];
let running = 0;

export const exporting = {
  "data.export": async ({ host, user: { organizationId, id }, read, tenant }) => {
    await host.database.system((db) =>
      countAttempt(db, "export", organizationId, {
        message: "You've exported your data several times. Try again in a few minutes.",
      }),
    );
    if (running >= MAX_CONCURRENT) {
      throw new HttpError(503, "Other exports are running. Try again in a minute.", 60);
    }
    running += 1;
    let moment: SeparateConnection | undefined;
    const end = async () => {
      running -= 1;
      await moment?.close();
    };
    try {
      const own = eq(organizations.id, organizationId);
      const [store] = await read((db) => db.select().from(organizations).where(own));
      if (!store) throw notFound();
      moment = await host.database.snapshotOf(organizationId, TABLES);
      const now = host.clock();
      await tenant((db) =>
        db.update(organizations).set({ exportedAt: now, updatedAt: sql`now()` }).where(own),
      );
      log("export", { organization: organizationId, user: id, list: "everything" });
      const { name, timezone } = store;
      return streamOf(archiveOf(moment.client, { name, timezone, money: moneyOf(store) }, now), end);
    } catch (error) {
      await end();
      throw error;
    }
  },

  "data.exported": async ({ user: { organizationId }, read }) => {
    const { rows } = await read((db) =>
      db.execute<{ at: string | null; by: string | null }>(sql`
        select exported_at as at, (select actor_name from journal where organization_id = ${organizationId}::uuid
          and kind = 'organization' and now ? 'exported_at' order by id desc limit 1) as by
        from organizations where id = ${organizationId}::uuid`),
    );
    const { at = null, by = null } = rows[0] ?? {};
    return { at: at && new Date(at).toISOString(), by };
  },
} satisfies Partial<Handlers>;

/** `end` is called once: after success, failure, abort or timeout. */
function streamOf(source: AsyncGenerator<Uint8Array>, end: () => Promise<void>): ReadableStream<Uint8Array> {
  let over: Promise<void> | undefined;
  const finish = () => {
    clearTimeout(deadline);
    over ??= source.return(undefined).then(end, end);
    return over;
  };
  let tooSlow = () => {};
  const deadline = after(TIMEOUT_MS, () => tooSlow());
  deadline.unref();
  return new ReadableStream({
    start(controller) {
      tooSlow = () => {
        controller.error(new Error("The export was read too slowly"));
        void finish();
      };
    },
    async pull(controller) {
      try {
        const { value, done } = await source.next();
        if (!done) return controller.enqueue(value);
        await finish();
        controller.close();
      } catch (error) {
        log("error", { ...traceOf(error) });
        await finish();
        controller.error(error);
      }
    },
    cancel: finish,
  });
}
