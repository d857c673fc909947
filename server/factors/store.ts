import { and, eq } from "drizzle-orm";
import { endKeys } from "#server/auth/reset.ts";
import { theirs, type Who, waysOf } from "#server/auth/second-step.ts";
import type { Db } from "#server/db/client.ts";
import { isId } from "#server/db/id.ts";
import { tellPerson } from "#server/db/incidents.ts";
import { organizations, users } from "#server/db/schema.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { secondStepChanged } from "#server/team/begin-session.ts";
import { checkConfirmed } from "./confirmed.ts";
import { whoIs } from "./own.ts";

/** What the owner and admins decide of others' second steps. */
export const storeRows = {
  /** Who has none yet sets one up at their next sign-in; sessions that are open go on. */
  "factors.setRequired": async ({ user, body: { isRequired }, tenant }) => {
    if (user.role !== "OWNER") throw new HttpError(403, "Only the owner decides this");
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      const ways = await waysOf(db, whoIs(user));
      if (isRequired && !ways.includes("app") && !ways.includes("passkey"))
        throw new HttpError(409, "Set up your own second step first");
      await db
        .update(organizations)
        .set({ needsSecondStep: isRequired })
        .where(eq(organizations.id, user.organizationId));
    });
  },

  /** Nobody's of higher rights than one's own, and not one's own: that is what Settings are for. */
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
      if (id === user.id) throw new HttpError(403, "You change your own in Settings › Security");
      if (person.role === "OWNER") throw new HttpError(403, "Nobody takes the owner’s second step away");
      await checkConfirmed(db, user);
      await resetSecondStep(db, who, host.clock(), "A colleague who leads the store");
    });
    const change = "a colleague who leads the store took your second step away";
    await secondStepChanged(host, { organizationId, id }, { address, userAgent }, change);
  },
} satisfies Partial<Handlers>;

/** Takes a person's second step away; `by` says who did. Wants a transaction. */
export async function resetSecondStep(db: Db, who: Who, now: Date, by: string): Promise<void> {
  for (const table of [authenticatorApps, passkeys, recoveryCodes])
    await db.delete(table).where(theirs(table, who));
  // What the lost phone has opened ends too.
  await endKeys(db, who);
  await tellPerson(db, now, {
    ...who,
    kind: "secondStep",
    key: `reset ${now.toISOString()}`,
    title: "Your second step was reset",
    text: `${by} reset your second step: your password alone signs you in. Set it up anew.`,
    href: "/dashboard/settings/security",
  });
}
