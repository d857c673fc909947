import { eq, sql } from "drizzle-orm";
import { type SetupMarks, setupSteps } from "#lib/contract/setup.ts";
import type { Db } from "#server/platform/db/client.ts";
import { organizations, type StoredSetup } from "#server/platform/db/schema.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

// Older stores and the demo have no set-up.
const NO_SETUP: StoredSetup = { steps: {}, isOver: true, isHidden: true };

export const setup = {
  "setup.get": async ({ user, read }) => {
    const { setup, isNew, ...facts } = await read((db) => storedSetup(db, user.organizationId));
    const { steps, seenBy, isOver, isHidden = false } = setup ?? NO_SETUP;
    const done = Object.entries(facts).flatMap(([step, is]) => (is ? [[step, "done"]] : []));
    const isDue = isNew && !isOver && !seenBy?.includes(user.id);
    // Drops steps of older versions.
    const known = Object.entries(steps).filter(([step]) => (setupSteps as readonly string[]).includes(step));
    return { steps: Object.fromEntries([...known, ...done]), isDue, isOver, isHidden };
  },

  "setup.mark": async ({ user, body: { steps = {}, isSeen, ...ends }, tenant }) => {
    const own = eq(organizations.id, user.organizationId);
    await tenant(async (db) => {
      // Concurrent updates keep all steps.
      const [found] = await db
        .select({ setup: organizations.setup })
        .from(organizations)
        .where(own)
        .for("update");
      if (!found) throw notFound();
      const before = found.setup ?? NO_SETUP;
      const seenBy = new Set(before.seenBy).add(user.id);
      const setup: StoredSetup = {
        ...before,
        ...ends,
        steps: { ...before.steps, ...steps, ...doneOf(before.steps) },
        ...(isSeen && { seenBy: [...seenBy] }),
      };
      await db.update(organizations).set({ setup, updatedAt: sql`now()` }).where(own);
    });
  },
} satisfies Partial<Handlers>;

function doneOf(steps: SetupMarks): SetupMarks {
  return Object.fromEntries(Object.entries(steps).filter(([, mark]) => mark === "done"));
}

type Asked = {
  setup: StoredSetup | null;
  isNew: boolean;
  hours: boolean;
  team: boolean;
  customers: boolean;
  mail: boolean;
};

async function storedSetup(db: Db, id: string): Promise<Asked> {
  const any = (table: string, more = "true") =>
    sql`exists (select from ${sql.identifier(table)} where organization_id = ${id} and ${sql.raw(more)})`;
  const { rows } = await db.execute<Asked>(sql`
    select setup, not ${any("contacts")} and not ${any("purchases")} as "isNew",
      ${any("users", "availability is not null")} as hours,
      (select count(*) from users where organization_id = ${id}) > 1 as team,
      ${any("contacts")} as customers,
      ${any("accounts")} as mail
    from organizations where id = ${id}`);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}
