import { and, eq } from "drizzle-orm";
import { revokeAccess } from "#server/platform/auth/reset.ts";
import { getStepWays, ownedBy, type UserKey } from "#server/platform/auth/second-step.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { notifyPerson } from "#server/platform/db/incidents.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#server/platform/db/schema-factors.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { reportSecondStepChange } from "#server/store/team/begin-session.ts";
import { requireConfirmation } from "./confirmed.ts";
import { userKeyOf } from "./own.ts";

export const storeHandlers = {
  /** People without a second step set one up at their next sign-in. Open sessions stay valid. */
  "factors.setRequired": async ({ user, body: { isRequired }, tenant }) => {
    if (user.role !== "OWNER") throw new HttpError(403, "Only the owner can change this");
    await tenant(async (db) => {
      await requireConfirmation(db, user);
      const ways = await getStepWays(db, userKeyOf(user));
      if (isRequired && !ways.includes("app") && !ways.includes("passkey"))
        throw new HttpError(409, "Set up your own second step first");
      await db
        .update(organizations)
        .set({ needsSecondStep: isRequired })
        .where(eq(organizations.id, user.organizationId));
    });
  },

  /** Not for the owner or oneself. */
  "factors.reset": async ({ host, user, body: { id }, tenant, address, userAgent }) => {
    if (!isId(id)) throw notFound();
    const { organizationId } = user;
    const who = { organizationId, userId: id };
    await tenant(async (db) => {
      const [person] = await db
        .select({ role: users.role })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), eq(users.id, id)))
        .for("update");
      if (!person) throw notFound();
      if (id === user.id) throw new HttpError(403, "Change your own second step in Settings › Security");
      if (person.role === "OWNER") throw new HttpError(403, "The owner’s second step can't be reset");
      await requireConfirmation(db, user);
      await resetSecondStep(db, who, host.clock(), "The owner or an admin of your store");
      const change = "The owner or an admin reset your second step";
      await reportSecondStepChange(db, host, { organizationId, id }, { address, userAgent }, change);
    });
  },
} satisfies Partial<Handlers>;

/** Requires a transaction. */
export async function resetSecondStep(db: Db, who: UserKey, now: Date, by: string): Promise<void> {
  for (const table of [authenticatorApps, passkeys, recoveryCodes])
    await db.delete(table).where(ownedBy(table, who));
  await revokeAccess(db, who);
  await notifyPerson(db, now, {
    ...who,
    kind: "secondStep",
    key: `reset ${now.toISOString()}`,
    title: "Your second step was reset",
    text: `${by} reset your second step. You can now sign in with your password alone. Set up a new one.`,
    href: "/dashboard/settings/security",
  });
}
