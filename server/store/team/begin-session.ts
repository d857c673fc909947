import { and, eq } from "drizzle-orm";
import { queueMail } from "#server/connections/mail/queue.ts";
import { canSend } from "#server/connections/mail/transport.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import { recordAttempt, wasCountedRecently } from "#server/platform/auth/attempts.ts";
import { browserOf } from "#server/platform/auth/browsers.ts";
import { isKnownTo, rememberDevice } from "#server/platform/auth/login-limit.ts";
import { startSession } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import type { Host } from "#server/platform/handler.ts";

type Person = { organizationId: string; id: string };
export type ClientInfo = { device: string | null; userAgent: string; address: string };

const MAX_MAILS = 5;

/** Emails the person if the browser was unknown. Requires system scope. */
export async function beginSession(
  db: Db,
  host: Host,
  person: Person,
  { device, userAgent, address }: ClientInfo,
): Promise<{ token: string; device: string }> {
  const isKnown = device !== null && (await isKnownTo(db, person, device));
  const known = await rememberDevice(db, person, device);
  const browser = browserOf(userAgent);
  const token = await startSession(db, person, { browser, address, device: known });
  // After a new password, every browser is unknown. The sign-in that follows needs no email.
  if (!isKnown && !(await wasCountedRecently(db, "new password", person.id))) {
    await sendSecurityMail(db, host, person, {
      subject: "New sign-in to your account at {{store}}",
      what: "Someone signed in to your account at {{store}} with a browser that we haven't seen before:",
      otherwise: "change your password now and sign out that browser",
      ...{ userAgent, address, path: "/dashboard/settings/security" },
    });
  }
  return { token, device: known };
}

/** Requires the transaction that changes the password. */
export async function reportPasswordChange(
  db: Db,
  host: Host,
  person: Person,
  by: Omit<ClientInfo, "device">,
) {
  await recordAttempt(db, "new password", person.id);
  await sendSecurityMail(db, host, person, {
    subject: "Your password at {{store}} was changed",
    what: "The password of your account at {{store}} was changed, and all browsers were signed out:",
    otherwise: "request a new password now",
    ...{ ...by, path: "/forgot-password" },
  });
}

/** Requires the transaction with the change. */
export async function reportSecondStepChange(
  db: Db,
  host: Host,
  person: Person,
  by: Omit<ClientInfo, "device">,
  change: string,
): Promise<void> {
  await sendSecurityMail(db, host, person, {
    subject: "Your sign-in settings at {{store}} changed",
    what: `${change}:`,
    otherwise: "change your password now and check these settings",
    ...{ ...by, path: "/dashboard/settings/security" },
  });
}

type SecurityMail = {
  subject: string;
  what: string;
  otherwise: string;
  path: string;
  userAgent: string;
  address: string;
};

/** Does nothing if no email can be sent, or in the demo, whose password is public. */
async function sendSecurityMail(
  db: Db,
  host: Host,
  { organizationId, id }: Person,
  mail: SecurityMail,
): Promise<void> {
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
  if ((await recordAttempt(db, "security mail", id)).count > MAX_MAILS) return;
  const { email, firstName, store, timezone } = person;
  const now = host.clock();
  const when = now.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short", timeZone: timezone });
  await queueMail(db, {
    organizationId,
    kind: "security",
    to: { address: email, name: firstName },
    subject: mail.subject,
    text: [
      "Hello {{firstName}},",
      `${mail.what}\n{{browser}}\n{{address}}\n{{when}}`,
      `If this was you, you don't need to do anything. If it wasn't, ${mail.otherwise}:\n${host.webUrl}${mail.path}`,
    ].join("\n\n"),
    values: {
      ...{ firstName, store, when },
      browser: browserOf(mail.userAgent) || "An unknown browser",
      address: `Address ${mail.address}`,
    },
    dueAt: now,
  });
}
