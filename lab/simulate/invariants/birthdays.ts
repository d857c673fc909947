import { startOfDay } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import { now } from "../machine.ts";
import { DAY, HOUR } from "../world.ts";
import { type Invariant, isNew, rowsOf, sql } from "./invariant.ts";

export const birthdays: Invariant = {
  name: "birthdays",
  says: "Each customer gets one email on their birthday, or the history says why not; nobody gets two.",
  async check(look) {
    const wrong: string[] = [];
    for (const { id, timezone, openedAt, movedAt } of look.stores) {
      const day = dayOf(now() - DAY, timezone);
      const nine = new Date(startOfDay(day, timezone) + 9 * HOUR);
      // A move can skip or repeat nine o'clock.
      if (nine.getTime() < openedAt + HOUR || nine.getTime() < movedAt + 48 * HOUR) continue;
      const missed = await rowsOf<{ email: string }>(
        look,
        sql`select c.email, c.birthday, c.created_at from contacts c where c.organization_id = ${id}
          and c.created_at < ${new Date(nine.getTime() - HOUR).toISOString()}::timestamptz
          and (to_char(c.birthday, 'MM-DD') = ${day.slice(5)}
            or to_char(c.birthday, 'MM-DD') = '02-29' and ${day.slice(5)} = '02-28' and ${Number(day.slice(0, 4)) % 4} <> 0)
          and not exists (select from mails m where m.organization_id = c.organization_id and m.contact_id = c.id
            and m.kind = 'automation' and m.created_at >= ${new Date(startOfDay(day, timezone)).toISOString()}::timestamptz)
          and not exists (select from journal j where j.organization_id = c.organization_id and j.record_id = c.id
            and (j.action = 'deleted' or j.reason is not null))`,
      );
      for (const row of missed) wrong.push(`no email on ${day}: ${JSON.stringify(row)}`);
      const early = await rowsOf(
        look,
        sql`select m.to_address, c.birthday, m.created_at from contacts c
            join mails m on m.organization_id = c.organization_id and m.contact_id = c.id and m.kind = 'automation' and m.state <> 'skipped',
            to_char(m.created_at at time zone ${timezone}, 'MM-DD') as day
          where c.organization_id = ${id} and m.created_at > ${new Date(movedAt + 48 * HOUR).toISOString()}::timestamptz
            and to_char(c.birthday, 'MM-DD') <> day and not (to_char(c.birthday, 'MM-DD') = '02-29' and day = '02-28')
            and not exists (select from journal j where j.organization_id = c.organization_id and j.record_id = c.id
              and (j.reason = 'merge' or j.action = 'changed' and j.now ? 'birthday'))`,
      );
      for (const row of early) wrong.push(`not their birthday: ${JSON.stringify(row)}`);
    }
    const denied = await rowsOf(
      look,
      sql`select m.id, c.email, m.reason from mails m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
        where ${isNew(look, "m")} and m.kind in ('automation', 'campaign') and m.reason = 'The contact was deleted'
          and not exists (select from journal j where j.organization_id = c.organization_id and j.record_id = c.id and j.action = 'deleted')`,
    );
    for (const row of denied) wrong.push(`not deleted: ${JSON.stringify(row)}`);
    const seen = new Map<string, number>();
    for (const { to, subject } of look.world.mailboxes) {
      if (subject.startsWith("Happy birthday")) seen.set(to, (seen.get(to) ?? 0) + 1);
    }
    for (const [to, count] of seen) if (count > 1) wrong.push(`${to} got ${count} emails`);
    return wrong;
  },
};
