ALTER TABLE "suppressions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "said" text;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "lifted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "lifted_by" text;--> statement-breakpoint
ALTER TABLE "suppressions" DROP CONSTRAINT "suppressions_organization_id_address_reason_pk";--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_organization_id_id_pk" PRIMARY KEY("organization_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_active" ON "suppressions" USING btree ("organization_id","address","reason") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "suppressions_address" ON "suppressions" USING btree ("organization_id","address");--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "refused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "last_moment" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "on_day" date;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "about" jsonb;--> statement-breakpoint
-- A retry has moved due_at since, but not created_at; an automation's mail is queued at its moment.
update mails set on_day = (case when kind = 'automation' and attempts > 0 then mails.created_at else due_at end
    at time zone o.timezone)::date
  from organizations o
  where o.id = mails.organization_id and state in ('queued', 'sending') and kind in ('automation', 'reminder')
    and not is_resent;
--> statement-breakpoint
update mails set on_day = case when not is_resent then ((b.starts_at - interval '24 hours') at time zone o.timezone)::date end,
    about = '{"what": "reminder", "by": "staff"}'
  from organizations o, bookings b
  where o.id = mails.organization_id and b.organization_id = mails.organization_id and b.id = mails.booking_id
    and state = 'queued' and kind = 'reminder';
--> statement-breakpoint
-- A mail of unknown fate counts as contact from when it was handed over.
update mails set sent_at = updated_at where state = 'unknown' and sent_at is null;
--> statement-breakpoint
create or replace function last_contacted_at(organization uuid, contact uuid, as_of timestamptz) returns timestamptz
  language sql stable as $$
  select greatest(
    (select max(sent_at) from mails where organization_id = organization and contact_id = contact
      and state in ('sent', 'unknown')),
    (select max(created_at) from notes where organization_id = organization and contact_id = contact),
    (select max(created_at) from purchases where organization_id = organization and contact_id = contact
      and created_at <= as_of),
    (select max(starts_at) from bookings where organization_id = organization and contact_id = contact
      and status = 'CONFIRMED' and starts_at <= as_of)
  )
$$;
--> statement-breakpoint
-- What a failure of the account has paused goes on from now; moments gone by are not made up for.
update automations set is_active = true, activated_at = now(),
    next_run_at = case when trigger_type <> 'EVENT_BASED' then now() end
  where paused_reason is not null;
--> statement-breakpoint
update automations set last_moment = (last_run_at at time zone o.timezone) at time zone 'UTC'
  from organizations o where o.id = automations.organization_id and last_run_at is not null;
--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "paused_reason";--> statement-breakpoint
-- What is known of how an address came to be here.
update suppressions set mail_id = m.id, said = m.reason
  from mails m
  where m.organization_id = suppressions.organization_id and lower(m.to_address) = suppressions.address
    and suppressions.reason = 'bounced' and m.state = 'failed' and m.reason like 'There is no such mailbox%';
--> statement-breakpoint
-- A refusal that says nothing of the recipient was once taken for one that does. What it begins with are our own words.
update suppressions set lifted_at = now()
  where reason = 'bounced' and said is not null
    and (regexp_replace(said, '^There is no such mailbox:? ?', '')
        !~* '5\.1\.(1|3|6|10)\y|5\.2\.1\y|no such|unknown|not found|not exist|invalid|disabled'
      or said ~* 'relay (not|access)|\yauth|exceed|per (hour|day)|5\.7\.');
