-- What was the store's becomes a person's: the account's that of who connected it, else of the owner.
create temporary table heirs on commit drop as
  select o.id as organization_id, coalesce(
    (select u.id from users u join accounts a on a.connected_by = u.id and a.organization_id = u.organization_id
      where u.organization_id = o.id),
    (select u.id from users u where u.organization_id = o.id
      order by u.role = 'OWNER' desc, u.created_at, u.id limit 1)) as user_id
  from organizations o;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "availability" jsonb;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "is_stores" boolean DEFAULT false NOT NULL;--> statement-breakpoint
update accounts a set user_id = h.user_id, is_stores = true from heirs h where h.organization_id = a.organization_id;
--> statement-breakpoint
update users u set availability = a.availability from accounts a
  where a.organization_id = u.organization_id and a.user_id = u.id;
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_organization_id_pk";--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id");--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "availability";--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_user" ON "accounts" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_stores" ON "accounts" USING btree ("organization_id") WHERE is_stores;--> statement-breakpoint
ALTER TABLE "organizations" DROP COLUMN "is_email_integration_complete";--> statement-breakpoint
ALTER TABLE "calendar_events" ADD COLUMN "user_id" uuid;--> statement-breakpoint
delete from calendar_events e using heirs h where h.organization_id = e.organization_id and h.user_id is null;
--> statement-breakpoint
update calendar_events e set user_id = h.user_id from heirs h where h.organization_id = e.organization_id;
--> statement-breakpoint
ALTER TABLE "calendar_events" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_events" DROP CONSTRAINT "calendar_events_organization_id_calendar_id_uid_pk";--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_organization_id_user_id_calendar_id_uid_pk" PRIMARY KEY("organization_id","user_id","calendar_id","uid");--> statement-breakpoint
DROP INDEX "calendar_events_start";--> statement-breakpoint
CREATE INDEX "calendar_events_start" ON "calendar_events" USING btree ("organization_id","user_id","calendar_id","starts_at");--> statement-breakpoint
ALTER TABLE "former_events" ADD COLUMN "user_id" uuid;--> statement-breakpoint
delete from former_events e using heirs h where h.organization_id = e.organization_id and h.user_id is null;
--> statement-breakpoint
update former_events e set user_id = h.user_id from heirs h where h.organization_id = e.organization_id;
--> statement-breakpoint
ALTER TABLE "former_events" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "former_events" DROP CONSTRAINT "former_events_organization_id_calendar_id_booking_id_pk";--> statement-breakpoint
ALTER TABLE "former_events" ADD CONSTRAINT "former_events_organization_id_user_id_calendar_id_booking_id_pk" PRIMARY KEY("organization_id","user_id","calendar_id","booking_id");--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "people" uuid[];--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "visitor_chooses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "minutes_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "minutes_after" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "notice" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "change_notice" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "most_per_day" integer;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "step" integer;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "place" text DEFAULT 'STORE' NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "place_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "color" integer;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "reminders" integer[] DEFAULT '{1440}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "user_id" uuid;--> statement-breakpoint
-- What a moment and minutes make is the same in every timezone, though intervals in general are not.
create function minutes_later(moment timestamptz, minutes integer) returns timestamptz
  language sql immutable parallel safe as $$ select moment + minutes * interval '1 minute' $$;
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "minutes_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "minutes_after" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "blocked_from" timestamp (3) with time zone GENERATED ALWAYS AS (minutes_later(starts_at, -minutes_before)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "blocked_until" timestamp (3) with time zone GENERATED ALWAYS AS (minutes_later(ends_at, minutes_after)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "allowed" text[];--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "allowed_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "is_overlap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "undo" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "undo_until" timestamp (3) with time zone;--> statement-breakpoint
update bookings b set user_id = h.user_id from heirs h where h.organization_id = b.organization_id;
--> statement-breakpoint
CREATE INDEX "bookings_user" ON "bookings" USING btree ("organization_id","user_id","starts_at");--> statement-breakpoint
alter table bookings drop constraint bookings_no_overlap;
--> statement-breakpoint
-- A calendar per person: whatever the types and the starts, two confirmed bookings of one person never overlap, their free
-- minutes included, but for those that staff were asked about.
alter table bookings add constraint bookings_no_overlap
  exclude using gist (organization_id with =, user_id with =, tstzrange(blocked_from, blocked_until, '[)') with &&)
  where (status = 'CONFIRMED' and not is_overlap);
--> statement-breakpoint
alter table bookings add constraint bookings_blocked check (minutes_before >= 0 and minutes_after >= 0);
--> statement-breakpoint
-- What was wrong with the account is wrong with this one of several.
update incidents i set key = a.id::text from accounts a
  where a.organization_id = i.organization_id and i.key = '' and i.ended_at is null
    and i.kind in ('mail', 'calendar', 'account', 'unread');
--> statement-breakpoint
alter table bookings add constraint bookings_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table accounts add constraint accounts_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table calendar_events add constraint calendar_events_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table former_events add constraint former_events_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table appointment_types add constraint appointment_types_rules check (
  minutes_before between 0 and 480 and minutes_after between 0 and 480 and notice between 0 and 525600
  and change_notice between 0 and 525600 and most_per_day > 0 and step between 5 and 1440 and color between 1 and 6);
