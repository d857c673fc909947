import { and, inArray, isNotNull, lte } from "drizzle-orm";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { MailKind } from "#lib/contract/mails.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import { queuePush } from "#server/connections/push/push.ts";
import type { Db } from "#server/platform/db/client.ts";
import { runDue } from "#server/platform/db/due.ts";
import { beginIncident, openIncidents } from "#server/platform/db/incidents.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { queueMail } from "./queue.ts";

const BATCH = 20;
const RETRY_MS = 15 * 60_000;
const ONE_ACCOUNT_KINDS: readonly IncidentKind[] = ["mail", "account"];
/** Must not be reported through the store's own account. */
const ACCOUNT_KINDS: readonly IncidentKind[] = [...ONE_ACCOUNT_KINDS, "accountChanged", "automationsPaused"];

type Incident = typeof incidents.$inferSelect;

export function sendAlerts(host: Host): Promise<number> {
  const now = host.clock();
  const later = new Date(now.getTime() + RETRY_MS);
  const due = {
    kind: "alert",
    due: incidents.notifyAt,
    isDue: lte(incidents.notifyAt, now),
    most: BATCH,
    retry: { notifyAt: later },
  };
  return runDue(host.database, incidents, due, async (db, incident) => {
    const { id, endedAt, notifiedAt } = incident;
    const isNotified = await mailAudience(db, host, incident, now);
    await patchRecord(db, incidents, id, {
      // An end is not retried: its email would come too late.
      notifyAt: isNotified || endedAt ? null : later,
      notifiedAt: isNotified ? (notifiedAt ?? now) : notifiedAt,
    });
    return true;
  });
}

/** Returns false if no email can be sent without the broken account. */
async function mailAudience(db: Db, host: Host, incident: Incident, now: Date): Promise<boolean> {
  const { id, audience, title, text, over, href, endedAt } = incident;
  if (!(await canAlert(db, host, incident))) return false;
  const people = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      and(
        inArray(users.role, audience === "owner" ? ["OWNER"] : ["OWNER", "ADMIN"]),
        isNotNull(users.passwordHash),
      ),
    );
  for (const { id: userId, email, firstName, lastName } of people) {
    await queueMail(db, {
      kind: "alert",
      to: { address: email, name: `${firstName} ${lastName}`.trim() },
      subject: endedAt ? `Resolved: ${title}` : title,
      text: ["Hello {{firstName}},", endedAt ? over : text, `${host.webUrl}${href}`].join("\n\n"),
      values: { firstName },
      dueAt: now,
      key: `${endedAt ? "over" : "began"} ${id} ${userId}`,
    });
  }
  return true;
}

async function canAlert(db: Db, { smtp }: Host, incident: Incident): Promise<boolean> {
  if (smtp) return true;
  const account = await accountOfStore(db);
  if (!account || account.provider === "local") return false;
  // Failures of another person's account don't affect the store's.
  const isAbout = ({ kind, key }: Pick<Incident, "kind" | "key">) =>
    ACCOUNT_KINDS.includes(kind) && (!ONE_ACCOUNT_KINDS.includes(kind) || key === account.id);
  return !isAbout(incident) && !(await openIncidents(db)).some(isAbout);
}

export async function mailFailed(db: Db, kind: MailKind, now: Date): Promise<void> {
  if (kind === "test" || kind === "alert") return;
  const isOpen = (await openIncidents(db)).some((one) => one.kind === "mailsFailed");
  if (!isOpen) {
    const push = {
      title: "An email failed",
      text: "It could not be delivered and won't be retried.",
      tag: "mail",
    };
    await queuePush(db, { managers: true }, { ...push, href: "/dashboard/mail?state=failed" }, now);
  }
  await beginIncident(db, now, {
    kind: "mailsFailed",
    title: "Emails of your store failed",
    text: "Some emails could not be delivered and won't be retried. Open Sent mail to see why.",
    href: "/dashboard/mail?state=failed",
  });
}
