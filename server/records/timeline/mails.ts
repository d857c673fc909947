import { sql } from "drizzle-orm";
import { afterPage, matches, newest, normalized, own, type Source } from "./source.ts";

// The time of sending, or of creation until then. An index has the same expression.
const [at, id] = [sql`coalesce(m.sent_at, m.created_at)`, sql`m.id`];
/** Unsent emails get the subject of their template or campaign. */
const subject = sql`coalesce(m.subject, t.subject, c.subject)`;

export const mails: Source = {
  kind: "mail",
  of: "mail",
  branch: (
    place,
  ) => sql`select 'mail' as kind, m.id, ${at} as at, jsonb_build_object('kind', m.kind, 'subject', ${subject},
      'state', m.state, 'reason', m.reason, 'automation', a.name,
      'campaign', case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end) as detail
    from mails m
      left join automations a on a.organization_id = m.organization_id and a.id = m.automation_id
      left join campaigns c on c.organization_id = m.organization_id and c.id = m.campaign_id
      left join templates t on t.organization_id = a.organization_id and t.id = a.template_id
    where ${own(place, sql`m.`)} ${afterPage(place, at, id)} ${matches(place, normalized(subject))} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from mails m where ${own(place, sql`m.`)}`,
};
