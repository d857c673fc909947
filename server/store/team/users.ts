import { eq, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { type Name, names } from "#lib/contract/routes.ts";
import type { Role } from "#lib/contract/users.ts";
import { outgoingOf } from "#server/connections/mail/transport.ts";
import { hasRealStore } from "#server/data/demo/demo.ts";
import { closedInDemo } from "#server/data/demo/visitors.ts";
import { isEmailIntegrationComplete, refuseSharedPassword } from "#server/platform/auth/accounts.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { revokeAccess } from "#server/platform/auth/one-time-tokens.ts";
import { findByPassword, hashPassword, refuseWeak } from "#server/platform/auth/password.ts";
import { mayCall, type SignedIn } from "#server/platform/auth/session.ts";
import { prepared } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { organizations, users as table } from "#server/platform/db/schema.ts";
import { accounts, incidents } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { reportPasswordChange } from "./auth.ts";

const MAX_INCIDENTS = 5;
type OpenIncident = HostAnswer<"users.me">["incidents"][number];

const self = ({ id }: SignedIn) => eq(table.id, id);

const meQuery = prepared((db) =>
  db
    .select({
      ...pick(table, "id", "firstName", "lastName", "email", "role"),
      isEmailIntegrationComplete,
      timezone: organizations.timezone,
      organizationName: organizations.name,
      ...pick(organizations, "everybodyDeletesContacts", "everybodySeesReports", "isDemo"),
      demoUntil: sql<string | null>`${organizations.setup} ->> 'erasedAt'`,
      isHeld: sql<boolean>`${organizations.heldSince} is not null`,
      ...pick(organizations, "currency", "notation", "taxRate", "taxIsIncluded", "dayFirst", "weekStart"),
      country: organizations.country,
      methods: organizations.methodNames,
      provider: accounts.provider,
      error: accounts.error,
      // People see their own incidents; only the owner sees the owner's.
      incidents: sql<OpenIncident[]>`array(
        select json_build_object('id', ${incidents.id}, 'kind', ${incidents.kind}, 'text', ${incidents.text},
          'href', ${incidents.href}, 'beganAt', ${incidents.beganAt},
          'canDismiss', ${incidents.over} is null and (${table.role} <> 'USER' or ${incidents.userId} is not null))
        from ${owned(incidents)} where ${incidents.endedAt} is null
          and (${incidents.audience} = 'leaders' or ${incidents.audience} = 'owner' and ${table.role} = 'OWNER'
            or ${incidents.userId} = ${table.id})
        order by ${incidents.beganAt}, ${incidents.id} limit ${sql.raw(String(MAX_INCIDENTS))})`,
    })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, table.organizationId))
    .leftJoin(accounts, sql`${accounts.isStores}`)
    .where(eq(table.id, sql.placeholder("id")))
    .prepare("users_me"),
);

type Rights = Pick<typeof organizations.$inferSelect, "everybodyDeletesContacts" | "everybodySeesReports">;

/** The endpoints that this person can't call, so that the web app hides them. */
async function refusedEndpoints(
  host: Host,
  organizationId: string,
  { role, everybodyDeletesContacts, everybodySeesReports }: Rights & { role: Role },
): Promise<Name[]> {
  const refused = names.filter((name) => !mayCall(role, name));
  if (host.isDemo) refused.push(...closedInDemo);
  if (role === "USER") {
    if (!everybodyDeletesContacts)
      refused.push("contacts.delete", "contacts.merge", "contacts.unmerge", "duplicates.dismiss");
    if (!everybodySeesReports) refused.push("dashboard.report");
    return refused;
  }
  // A backup contains all stores of the host.
  const isShared = await host.database.system((db) => hasRealStore(db, organizationId));
  return isShared ? [...refused, "backups.get", "backups.make", "backups.verify"] : refused;
}

export const users = {
  "users.me": async ({ host, user: { organizationId, id }, read }) => {
    const [found] = await read((db) => meQuery(db).execute({ id }));
    if (!found) throw notFound();
    const { provider, error, everybodyDeletesContacts, everybodySeesReports, ...shown } = found;
    const { currency, notation, taxRate, taxIsIncluded, dayFirst, weekStart, ...rest } = shown;
    return {
      ...rest,
      money: { currency, notation },
      tax: { rate: taxRate, isIncluded: taxIsIncluded },
      dates: { dayFirst, weekStart },
      emails: outgoingOf(host, { provider, error }),
      refused: await refusedEndpoints(host, organizationId, found),
    };
  },

  "users.update": async ({ user, body, tenant }) => {
    await tenant((db) =>
      db
        .update(table)
        .set({ ...body, updatedAt: sql`now()` })
        .where(self(user)),
    );
  },

  "users.changePassword": async ({ host, user, body, read, tenant, address, userAgent }) => {
    // Prevents guessing at a shared computer that was left signed in.
    await host.database.system((db) => countAttempt(db, "change password", user.id));
    const [found] = await read((db) =>
      db
        .select({ passwordHash: table.passwordHash, email: table.email, store: organizations.name })
        .from(table)
        .innerJoin(organizations, eq(organizations.id, table.organizationId))
        .where(self(user)),
    );
    if (!found || !(await findByPassword([found], body.currentPassword))) {
      throw new HttpError(400, "Your current password is incorrect");
    }
    refuseWeak(body.newPassword, found);
    const { organizationId } = user;
    await refuseSharedPassword(
      host.database,
      { organizationId, email: found.email },
      body.newPassword,
      address,
    );
    const passwordHash = await hashPassword(body.newPassword);
    await tenant(async (db) => {
      await db.update(table).set({ passwordHash, updatedAt: sql`now()` }).where(self(user));
      await revokeAccess(db, { organizationId, userId: user.id });
      await reportPasswordChange(db, host, user, { userAgent, address });
    });
  },
} satisfies Partial<Handlers>;
