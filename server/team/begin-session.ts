import { and, eq } from "drizzle-orm";
import { noteAttempt, wasLately } from "#server/auth/attempts.ts";
import { browserOf } from "#server/auth/browsers.ts";
import { isKnownTo, rememberDevice } from "#server/auth/login-limit.ts";
import { startSession } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import type { Host } from "#server/handler.ts";
import { queueMail } from "#server/mail/queue.ts";
import { canSend } from "#server/mail/transport.ts";
import { accountOfStore } from "#server/providers/account.ts";

type Person = { organizationId: string; id: string };
/** The browser that asks: what it is known by, if by anything, what it says of itself, and from where. */
export type Asking = { device: string | null; userAgent: string; address: string };

/** So many mails of what happened to an account leave within 15 minutes; one who signs in a hundred times needs no more. */
const MOST = 5;

/**
 * Signs somebody in who has shown who they are. Their browser is known from now on; of one that was not, they are told by
 * mail. Wants system scope.
 */
export async function beginSession(
  db: Db,
  host: Host,
  person: Person,
  { device, userAgent, address }: Asking,
): Promise<{ token: string; device: string }> {
  const isKnown = device !== null && (await isKnownTo(db, person, device));
  const known = await rememberDevice(db, person, device);
  const browser = browserOf(userAgent);
  const token = await startSession(db, person, { browser, address, device: known });
  // Whoever has just chosen a password signs in with it next, on the browser that it made unknown.
  if (!isKnown && !(await wasLately(db, "new password", person.id))) {
    await tell(db, host, person, {
      subject: "New sign-in to your account at {{store}}",
      what: "somebody signed in to your account at {{store}} in a browser that was not known there:",
      otherwise: "change your password at once, and sign out there",
      ...{ userAgent, address, path: "/dashboard/settings/security" },
    });
  }
  return { token, device: known };
}

/** A person's password is another one now, of which they are told. Wants a transaction in system scope. */
export async function passwordChanged(db: Db, host: Host, person: Person, by: Omit<Asking, "device">) {
  await noteAttempt(db, "new password", person.id);
  await tell(db, host, person, {
    subject: "Your password at {{store}} was changed",
    what: "the password of your account at {{store}} was changed, and every browser signed out:",
    otherwise: "ask for a new password at once",
    ...{ ...by, path: "/forgot-password" },
  });
}

/** What is beside a person's password is another thing now, of which they are told; `change` says what. After its commit. */
export async function secondStepChanged(
  host: Host,
  person: Person,
  by: Omit<Asking, "device">,
  change: string,
): Promise<void> {
  await host.database.system((db) =>
    tell(db, host, person, {
      subject: "How you sign in at {{store}} was changed",
      what: `${change}:`,
      otherwise: "change your password at once, and look through what is there",
      ...{ ...by, path: "/dashboard/settings/security" },
    }),
  );
}

type Told = {
  subject: string;
  what: string;
  otherwise: string;
  path: string;
  userAgent: string;
  address: string;
};

/** By mail, to the person alone; nothing where none can leave, and in the demo, whose password everybody knows. */
async function tell(db: Db, host: Host, { organizationId, id }: Person, told: Told): Promise<void> {
  const [person] = await db
    .select({
      email: users.email,
      firstName: users.firstName,
      store: organizations.name,
      timezone: organizations.timezone,
      isDemo: organizations.isDemo,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.organizationId, organizationId), eq(users.id, id)));
  if (!person || person.isDemo) return;
  const account = await accountOfStore(db, organizationId);
  if (!canSend(host, account?.provider ?? null)) return;
  if ((await noteAttempt(db, "security mail", id)).count > MOST) return;
  const { email, firstName, store, timezone } = person;
  const now = host.clock();
  const when = now.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short", timeZone: timezone });
  await queueMail(db, {
    organizationId,
    kind: "security",
    to: { address: email, name: firstName },
    subject: told.subject,
    text: [
      "Hello {{firstName}},",
      `${told.what}\n{{browser}}\n{{address}}\n{{when}}`,
      `If it was you, there is nothing to do. If it was not, ${told.otherwise}:\n${host.webUrl}${told.path}`,
    ].join("\n\n"),
    values: {
      ...{ firstName, store, when },
      browser: browserOf(told.userAgent) || "An unknown browser",
      address: `Address ${told.address}`,
    },
    dueAt: now,
  });
}
