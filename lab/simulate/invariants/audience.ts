import { addDays, dayOf } from "#lib/time/days.ts";
import { type Invariant, lines, rowsOf, sql } from "./invariant.ts";

type Campaign = { id: string; days: number; at: string };

export const audience: Invariant = {
  name: "audience",
  says: "A campaign goes to everyone in its segment, and to nobody else.",
  async check(look) {
    const wrong: string[] = [];
    for (const { id: storeId, timezone, movedAt } of look.stores) {
      const campaigns = await rowsOf<Campaign>(
        look,
        sql`select id, (conditions #>> '{0,0,period,last,count}')::int as days, started_at as at from campaigns
          where organization_id = ${storeId} and frozen_at is not null and started_at > ${new Date(movedAt + 60_000).toISOString()}::timestamptz
            and (frozen_at > now() - interval '2 days' or ${look.isEnd})`,
      );
      for (const { id, days, at } of campaigns) {
        const first = days ? addDays(dayOf(Date.parse(at), timezone), -days) : "1900-01-01";
        const isIn = sql`(c.created_at at time zone ${timezone})::date >= ${first}::date`;
        const others = await rowsOf(
          look,
          sql`select m.campaign_id, c.id, c.created_at from mails m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
            where m.campaign_id = ${id} and not ${isIn} and c.merged = '{}' limit 3`,
        );
        const missed = await rowsOf(
          look,
          sql`select ${id}::text as campaign, c.id, c.created_at from contacts c where c.organization_id = ${storeId} and ${isIn}
            and c.created_at < ${at}::timestamptz - interval '15 minutes' and c.merged = '{}'
            and not exists (select from mails m where m.campaign_id = ${id} and m.contact_id = c.id)
            and not exists (select from journal j where j.organization_id = c.organization_id and j.record_id = c.id
              and j.reason is not null) and not exists (select from journal j where j.organization_id = c.organization_id
              and j.record_id = c.id and j.action = 'deleted') limit 3`,
        );
        wrong.push(
          ...lines(others).map((one) => `not in it: ${one}`),
          ...lines(missed).map((one) => `missed: ${one}`),
        );
      }
    }
    return wrong;
  },
};
