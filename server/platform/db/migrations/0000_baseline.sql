-- Extensions, the app's role, and the functions that tables use.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
create extension if not exists btree_gist;
--> statement-breakpoint
-- The role belongs to the cluster: another database, or another host starting now, may have created it.
do $$
begin
  -- A user who may not create roles may have been given this one.
  if not exists (select from pg_roles where rolname = 'crm_app') then create role crm_app nologin; end if;
exception when duplicate_object or unique_violation then
  null;
end $$;
--> statement-breakpoint
do $$
begin
  if not pg_has_role(current_user, 'crm_app', 'member') then
    execute format('grant crm_app to %I', current_user);
  end if;
end $$;
--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('OWNER', 'ADMIN', 'USER');
--> statement-breakpoint
-- Folds case, accents and apostrophes. lib/text.ts does the same in JavaScript.
create function latin_fold(written text)
  returns text language sql immutable parallel safe as $$
  select regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f''’ʼ`]', '', 'g')), 'łŁøØđĐðÐı‐–—', 'llooddddi---'),
      'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    '\s+', ' ', 'g')
$$;
--> statement-breakpoint
-- The search text of an email.
create function mail_search(to_name text, to_address text, subject text)
  returns text language sql immutable parallel safe as $$
  select ' ' || public.latin_fold(to_name || ' ' || to_address || ' ' || coalesce(subject, ''))
$$;
--> statement-breakpoint
-- Immutable, unlike `timestamptz + interval`, so generated columns and constraints can use it.
create function minutes_later(moment timestamptz, minutes integer)
  returns timestamptz language sql immutable parallel safe as $$ select moment + minutes * interval '1 minute' $$;
--> statement-breakpoint
-- The store that the statement works for; null outside a store's scope.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;
--> statement-breakpoint
-- The signed-in person; null for jobs and visitors.
create function current_person() returns uuid language sql stable parallel safe
  return case when nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind' = 'person'
    then (nullif(current_setting('app.actor', true), '')::jsonb ->> 'id')::uuid end;
--> statement-breakpoint
-- Tables, generated from server/platform/db/schema*.ts.
CREATE TABLE "contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text GENERATED ALWAYS AS (lower(email)) STORED,
	"phone_number" text NOT NULL,
	"phone_key" text GENERATED ALWAYS AS (regexp_replace(phone_number, '[^0-9]', '', 'g')) STORED,
	"name_key" text GENERATED ALWAYS AS (lower(btrim(first_name || ' ' || last_name))) STORED,
	"birthday" date,
	"anniversary" date,
	"birthday_month_day" smallint GENERATED ALWAYS AS (extract(month from birthday) * 100 + extract(day from birthday)) STORED,
	"anniversary_month_day" smallint GENERATED ALWAYS AS (extract(month from anniversary) * 100 + extract(day from anniversary)) STORED,
	"search" text NOT NULL,
	"merged" uuid[] DEFAULT '{}' NOT NULL,
	"source" text DEFAULT (nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind'),
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"consent" text DEFAULT 'unknown' NOT NULL,
	"consent_at" timestamp (3) with time zone,
	"consent_source" text,
	"consent_by" text,
	"consent_said" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_by" text,
	"pinned_at" timestamp (3) with time zone,
	"pinned_by" text,
	"mentions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"everybody_deletes_contacts" boolean DEFAULT true NOT NULL,
	"everybody_sees_reports" boolean DEFAULT false NOT NULL,
	"needs_second_step" boolean DEFAULT false NOT NULL,
	"open_appointments" smallint DEFAULT 5 NOT NULL,
	"journal_days" smallint DEFAULT 400 NOT NULL,
	"only_consented" boolean DEFAULT false NOT NULL,
	"setup" jsonb,
	"currency" text DEFAULT 'USD' NOT NULL,
	"currency_digits" smallint DEFAULT 2 NOT NULL,
	"notation" text DEFAULT 'en-US' NOT NULL,
	"held_since" timestamp (3) with time zone,
	"exported_at" timestamp (3) with time zone,
	"mini_ext_id" text,
	"line_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_categories_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"cost" numeric NOT NULL,
	"refunded" numeric DEFAULT '0' NOT NULL,
	"invoice_number" text,
	"external_number" text,
	"contact_id" uuid,
	"contact_name" text NOT NULL,
	"product_category_id" uuid,
	"product_category_name" text NOT NULL,
	"search" text NOT NULL,
	"created_by" text,
	"sold_by" text,
	"sold_by_id" uuid,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchases_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"amount" numeric NOT NULL,
	"reason" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" "role" NOT NULL,
	"password_hash" text,
	"availability" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"is_stores" boolean DEFAULT false NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"external_id" text,
	"secrets" text,
	"connected_by" uuid,
	"error" text,
	"calendar_id" text,
	"next_mail_at" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"refused_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"trigger_type" text NOT NULL,
	"schedule" text,
	"conditions" jsonb NOT NULL,
	"segment" text,
	"action_type" text NOT NULL,
	"template_id" uuid,
	"task" jsonb,
	"is_active" boolean DEFAULT true NOT NULL,
	"activated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"last_moment" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"audience" text NOT NULL,
	"user_id" uuid,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"over" text,
	"href" text NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"tell_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "incidents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"automation_id" uuid,
	"campaign_id" uuid,
	"occurrence" text,
	"contact_id" uuid,
	"booking_id" uuid,
	"to_address" text NOT NULL,
	"to_name" text NOT NULL,
	"subject" text,
	"search" text GENERATED ALWAYS AS (mail_search(to_name, to_address, subject)) STORED,
	"text" text,
	"html" text,
	"ics" text,
	"ics_method" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"is_resent" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"on_day" date,
	"about" jsonb,
	"lease_until" timestamp (3) with time zone,
	"message_id" text,
	"via" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"organization_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"mail_id" uuid,
	"said" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" text,
	"lifted_because" text,
	CONSTRAINT "suppressions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "appointment_types" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"default_meeting_length" integer NOT NULL,
	"days_in_advance" double precision NOT NULL,
	"slug" text NOT NULL,
	"people" uuid[],
	"visitor_chooses" boolean DEFAULT false NOT NULL,
	"minutes_before" integer DEFAULT 0 NOT NULL,
	"minutes_after" integer DEFAULT 0 NOT NULL,
	"notice" integer DEFAULT 0 NOT NULL,
	"change_notice" integer DEFAULT 0 NOT NULL,
	"most_per_day" integer,
	"step" integer,
	"place" text DEFAULT 'STORE' NOT NULL,
	"place_text" text DEFAULT '' NOT NULL,
	"color" integer,
	"waiting_list" boolean DEFAULT true NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"reminders" integer[] DEFAULT '{1440}' NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointment_types_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"appointment_type_id" uuid,
	"title" text NOT NULL,
	"contact_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text,
	"note" text,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"timezone" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"minutes_before" integer DEFAULT 0 NOT NULL,
	"minutes_after" integer DEFAULT 0 NOT NULL,
	"blocked_from" timestamp (3) with time zone GENERATED ALWAYS AS (minutes_later(starts_at, -minutes_before)) STORED NOT NULL,
	"blocked_until" timestamp (3) with time zone GENERATED ALWAYS AS (minutes_later(ends_at, minutes_after)) STORED NOT NULL,
	"allowed" text[],
	"allowed_by" text,
	"is_overlap" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_by" text,
	"undo" jsonb,
	"undo_until" timestamp (3) with time zone,
	"status" text DEFAULT 'CONFIRMED' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"request_key" text NOT NULL,
	"calendar_state" text DEFAULT 'pending' NOT NULL,
	"calendar_attempts" integer DEFAULT 0 NOT NULL,
	"calendar_due_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"calendar_id" text NOT NULL,
	"uid" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"is_all_day" boolean DEFAULT false NOT NULL,
	"is_transparent" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_events_organization_id_user_id_calendar_id_uid_pk" PRIMARY KEY("organization_id","user_id","calendar_id","uid")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feeds_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "feeds_whose" UNIQUE NULLS NOT DISTINCT("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "former_events" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"calendar_id" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_events_organization_id_user_id_calendar_id_booking_id_pk" PRIMARY KEY("organization_id","user_id","calendar_id","booking_id")
);
--> statement-breakpoint
CREATE TABLE "hours_exceptions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"hours" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hours_exceptions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"wish_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_from" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'OPEN' NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"booking_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "wishes" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"appointment_type_id" uuid NOT NULL,
	"user_id" uuid,
	"contact_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text,
	"timezone" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"time_of_day" text DEFAULT 'ANY' NOT NULL,
	"rank" integer NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"known" integer[],
	"request_key" text NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishes_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"door" text NOT NULL,
	"who" text NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attempts_door_who_pk" PRIMARY KEY("door","who")
);
--> statement-breakpoint
CREATE TABLE "host_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"sealed" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"row" text NOT NULL,
	"key" text NOT NULL,
	"asked" "bytea",
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_user_id_row_key_pk" PRIMARY KEY("organization_id","user_id","row","key")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"device" "bytea" NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_organization_id_user_id_device_pk" PRIMARY KEY("organization_id","user_id","device")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" "bytea" NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"purpose" text NOT NULL,
	CONSTRAINT "one_time_tokens_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"restored_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"host_secret" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"device" "bytea",
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "account_directory" (
	"external_id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_directory" (
	"email" text NOT NULL,
	"organization_id" uuid NOT NULL,
	CONSTRAINT "email_directory_email_organization_id_pk" PRIMARY KEY("email","organization_id")
);
--> statement-breakpoint
CREATE TABLE "session_directory" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slug_directory" (
	"slug" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_directory" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"organization_id" uuid NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "daily_totals_organization_id_what_day_pk" PRIMARY KEY("organization_id","what","day")
);
--> statement-breakpoint
CREATE TABLE "distinct_contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "erased_keys" (
	"organization_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"said_no" text,
	CONSTRAINT "erased_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"change" uuid NOT NULL,
	"reason" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"name" text NOT NULL,
	"action" text NOT NULL,
	"was" jsonb,
	"now" jsonb,
	"of_id" uuid,
	CONSTRAINT "journal_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "reverts" (
	"organization_id" uuid NOT NULL,
	"change" uuid NOT NULL,
	"how" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reverts_organization_id_change_pk" PRIMARY KEY("organization_id","change")
);
--> statement-breakpoint
CREATE TABLE "import_parts" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "import_parts_organization_id_import_id_part_pk" PRIMARY KEY("organization_id","import_id","part")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"record_key" text,
	"new_category" text,
	CONSTRAINT "import_rows_organization_id_import_id_number_pk" PRIMARY KEY("organization_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"created_by" text,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"wanted" text,
	"state" text DEFAULT 'uploading' NOT NULL,
	"problem" text,
	"signature" text,
	"reading" jsonb,
	"facts" jsonb,
	"turn" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"notes" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"kept_records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"of" text DEFAULT 'contacts' NOT NULL,
	"segment" text NOT NULL,
	"sort" text,
	"user_id" uuid,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_tasks" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"contact_id" uuid,
	"occurrence" text NOT NULL,
	"task_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automation_tasks_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text DEFAULT 'TASK' NOT NULL,
	"name" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"contact_id" uuid,
	"due_day" date NOT NULL,
	"due_time" text,
	"repeat" text DEFAULT 'NONE' NOT NULL,
	"planned_day" date NOT NULL,
	"repeat_day" smallint NOT NULL,
	"next_id" uuid,
	"source" text DEFAULT 'person' NOT NULL,
	"source_id" uuid,
	"done_at" timestamp (3) with time zone,
	"done_by" text,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "own_fields" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"of" text DEFAULT 'contacts' NOT NULL,
	"name" text NOT NULL,
	"group_name" text NOT NULL,
	"suffix" text DEFAULT '' NOT NULL,
	"placeholder" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"is_searchable" boolean DEFAULT false NOT NULL,
	"is_warning" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_fields_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_tags" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_tags_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"color" smallint NOT NULL,
	"merged" uuid[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid,
	"conditions" jsonb NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"wall" text,
	"due_at" timestamp (3) with time zone,
	"subject" text,
	"content" text,
	"started_at" timestamp (3) with time zone,
	"mark_at" timestamp (3) with time zone,
	"mark_id" uuid,
	"frozen_at" timestamp (3) with time zone,
	"audience" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"contact_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"thread" text NOT NULL,
	"direction" text NOT NULL,
	"address" text NOT NULL,
	"from_address" text NOT NULL,
	"from_name" text NOT NULL,
	"to" jsonb NOT NULL,
	"cc" jsonb NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"message_id" text,
	"in_reply_to" text,
	"refs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shared" text DEFAULT 'no' NOT NULL,
	"shared_by" text,
	"state" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid,
	"shares_all" boolean DEFAULT false NOT NULL,
	"folders" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"read_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	CONSTRAINT "mailboxes_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "relations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"name" text NOT NULL,
	"other_name" text NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_parts" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "file_parts_organization_id_file_id_part_pk" PRIMARY KEY("organization_id","file_id","part")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid,
	"bytes" integer NOT NULL,
	"type" text,
	"width" integer,
	"height" integer,
	"is_ready" boolean DEFAULT false NOT NULL,
	"keep_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_files" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "note_files_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "authenticator_apps" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authenticator_apps_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"organization_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "confirmations_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_organization_id_user_id_code_hash_pk" PRIMARY KEY("organization_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"challenge" "bytea" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"waiting" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_devices_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_purchase_id_purchases_organization_id_id_fk" FOREIGN KEY ("organization_id","purchase_id") REFERENCES "public"."purchases"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_organization_id_template_id_templates_organization_id_id_fk" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "appointment_types" ADD CONSTRAINT "appointment_types_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "former_events" ADD CONSTRAINT "former_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "hours_exceptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "daily_totals" ADD CONSTRAINT "daily_totals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "erased_keys" ADD CONSTRAINT "erased_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reverts" ADD CONSTRAINT "reverts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_organization_id_import_id_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_import_id_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "automation_tasks" ADD CONSTRAINT "automation_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "own_fields" ADD CONSTRAINT "own_fields_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_tag_id_tags_organization_id_id_fk" FOREIGN KEY ("organization_id","tag_id") REFERENCES "public"."tags"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_campaign_id_campaigns_organization_id_id_fk" FOREIGN KEY ("organization_id","campaign_id") REFERENCES "public"."campaigns"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organization_id_template_id_templates_organization_id_id_fk" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_other_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","other_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_organization_id_file_id_files_organization_id_id_fk" FOREIGN KEY ("organization_id","file_id") REFERENCES "public"."files"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_id_files_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."files"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_note_id_notes_organization_id_id_fk" FOREIGN KEY ("organization_id","note_id") REFERENCES "public"."notes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("organization_id","search","id");
--> statement-breakpoint
CREATE INDEX "contacts_email" ON "contacts" USING btree ("organization_id","email_key");
--> statement-breakpoint
CREATE INDEX "contacts_phone" ON "contacts" USING btree ("organization_id","phone_key");
--> statement-breakpoint
CREATE INDEX "contacts_name_key" ON "contacts" USING btree ("organization_id","name_key");
--> statement-breakpoint
CREATE INDEX "contacts_birthday" ON "contacts" USING btree ("organization_id","birthday_month_day","id");
--> statement-breakpoint
CREATE INDEX "contacts_anniversary" ON "contacts" USING btree ("organization_id","anniversary_month_day","id");
--> statement-breakpoint
CREATE INDEX "contacts_merged" ON "contacts" USING btree ("organization_id") WHERE merged <> '{}';
--> statement-breakpoint
CREATE INDEX "notes_created" ON "notes" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "notes_contact" ON "notes" USING btree ("organization_id","contact_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "notes_pinned" ON "notes" USING btree ("organization_id","contact_id") WHERE pinned_at is not null;
--> statement-breakpoint
CREATE INDEX "product_categories_created" ON "product_categories" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "purchases_contact" ON "purchases" USING btree ("organization_id","contact_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "purchases_refunded" ON "purchases" USING btree ("organization_id","contact_id") WHERE refunded <> 0;
--> statement-breakpoint
CREATE INDEX "purchases_refunded_created" ON "purchases" USING btree ("organization_id","created_at","id") WHERE refunded <> 0;
--> statement-breakpoint
CREATE INDEX "purchases_category" ON "purchases" USING btree ("organization_id","product_category_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_external" ON "purchases" USING btree ("organization_id","external_number") WHERE external_number is not null;
--> statement-breakpoint
CREATE INDEX "refunds_purchase" ON "refunds" USING btree ("organization_id","purchase_id");
--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_of_email" ON "users" USING btree ("organization_id","email");
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_user" ON "accounts" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_stores" ON "accounts" USING btree ("organization_id") WHERE is_stores;
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_external" ON "accounts" USING btree ("organization_id","external_id");
--> statement-breakpoint
CREATE INDEX "automations_created" ON "automations" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "automations_template" ON "automations" USING btree ("organization_id","template_id");
--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("next_run_at") WHERE is_active;
--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("organization_id","kind","key") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "incidents_tell" ON "incidents" USING btree ("tell_at") WHERE tell_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("organization_id","automation_id","contact_id","occurrence");
--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "mails_automation" ON "mails" USING btree ("organization_id","automation_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "mails_campaign_once" ON "mails" USING btree ("organization_id","campaign_id","contact_id","occurrence") WHERE campaign_id is not null;
--> statement-breakpoint
CREATE INDEX "mails_campaign" ON "mails" USING btree ("organization_id","campaign_id","created_at","id") WHERE campaign_id is not null;
--> statement-breakpoint
CREATE INDEX "mails_campaign_state" ON "mails" USING btree ("organization_id","campaign_id","state","id") WHERE campaign_id is not null;
--> statement-breakpoint
CREATE INDEX "mails_contact" ON "mails" USING btree ("organization_id","contact_id","sent_at");
--> statement-breakpoint
CREATE INDEX "mails_timeline" ON "mails" USING btree ("organization_id","contact_id",coalesce(sent_at, created_at),"id");
--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ("organization_id","sent_at");
--> statement-breakpoint
CREATE INDEX "mails_kept" ON "mails" USING btree ("organization_id","created_at") WHERE state = 'kept';
--> statement-breakpoint
CREATE INDEX "mails_booking" ON "mails" USING btree ("organization_id","booking_id");
--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("organization_id",(case kind when 'automation' then 1 when 'campaign' then 2 else 0 end),"due_at") WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX "mails_leased" ON "mails" USING btree ("lease_until") WHERE state = 'sending';
--> statement-breakpoint
CREATE UNIQUE INDEX "suppressions_active" ON "suppressions" USING btree ("organization_id","address","reason") WHERE lifted_at is null;
--> statement-breakpoint
CREATE INDEX "suppressions_address" ON "suppressions" USING btree ("organization_id","address");
--> statement-breakpoint
CREATE INDEX "suppressions_mail" ON "suppressions" USING btree ("organization_id","mail_id") WHERE mail_id is not null;
--> statement-breakpoint
CREATE INDEX "suppressions_listed" ON "suppressions" USING btree ("organization_id",(lifted_at is null),"created_at","id");
--> statement-breakpoint
CREATE INDEX "appointment_types_created" ON "appointment_types" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_types_slug" ON "appointment_types" USING btree ("organization_id","slug");
--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_request" ON "bookings" USING btree ("organization_id","request_key");
--> statement-breakpoint
CREATE INDEX "bookings_start" ON "bookings" USING btree ("organization_id","starts_at");
--> statement-breakpoint
CREATE INDEX "bookings_created" ON "bookings" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "bookings_user" ON "bookings" USING btree ("organization_id","user_id","starts_at");
--> statement-breakpoint
CREATE INDEX "bookings_contact" ON "bookings" USING btree ("organization_id","contact_id","starts_at");
--> statement-breakpoint
CREATE INDEX "bookings_calendar_due" ON "bookings" USING btree ("calendar_due_at");
--> statement-breakpoint
CREATE INDEX "calendar_events_start" ON "calendar_events" USING btree ("organization_id","user_id","calendar_id","starts_at");
--> statement-breakpoint
CREATE INDEX "calendar_events_external" ON "calendar_events" USING btree ("organization_id","external_id");
--> statement-breakpoint
CREATE INDEX "former_events_due" ON "former_events" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "hours_exceptions_days" ON "hours_exceptions" USING btree ("organization_id","to_day");
--> statement-breakpoint
CREATE INDEX "offers_wish" ON "offers" USING btree ("organization_id","wish_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("organization_id","wish_id") WHERE state = 'OPEN';
--> statement-breakpoint
CREATE UNIQUE INDEX "wishes_request" ON "wishes" USING btree ("organization_id","request_key");
--> statement-breakpoint
CREATE INDEX "wishes_line" ON "wishes" USING btree ("organization_id","rank");
--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("last_used_at");
--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_newest" ON "one_time_tokens" USING btree ("organization_id","user_id","purpose") WHERE purpose in ('invitation', 'reset');
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE INDEX "shared_categories_created" ON "shared_categories" USING btree ("created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "distinct_contacts_pair" ON "distinct_contacts" USING btree ("organization_id","one_id","other_id");
--> statement-breakpoint
CREATE INDEX "distinct_contacts_other" ON "distinct_contacts" USING btree ("organization_id","other_id");
--> statement-breakpoint
CREATE INDEX "journal_record" ON "journal" USING btree ("organization_id","record_id","id");
--> statement-breakpoint
CREATE INDEX "journal_of" ON "journal" USING btree ("organization_id","of_id","id") WHERE of_id is not null;
--> statement-breakpoint
CREATE INDEX "journal_change" ON "journal" USING btree ("organization_id","change","kind","action");
--> statement-breakpoint
CREATE INDEX "journal_kind" ON "journal" USING btree ("organization_id","kind","id");
--> statement-breakpoint
CREATE INDEX "journal_person" ON "journal" USING btree ("organization_id","actor_id","id") WHERE actor_kind = 'person';
--> statement-breakpoint
CREATE INDEX "journal_actor" ON "journal" USING btree ("organization_id","actor_kind","id") WHERE actor_kind <> 'person';
--> statement-breakpoint
CREATE INDEX "journal_deleted" ON "journal" USING btree ("organization_id","id") WHERE action = 'deleted' and was is not null;
--> statement-breakpoint
CREATE INDEX "journal_said_no" ON "journal" USING btree ("organization_id") WHERE kind = 'contact' and action = 'deleted' and reason is null and was->>'consent' = 'withdrawn';
--> statement-breakpoint
CREATE INDEX "journal_to_erase" ON "journal" USING btree ("at") WHERE action = 'deleted' and was is not null;
--> statement-breakpoint
CREATE INDEX "import_rows_state" ON "import_rows" USING btree ("organization_id","import_id","state","number");
--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("updated_at") WHERE state in ('reading', 'checking', 'running', 'reverting');
--> statement-breakpoint
CREATE INDEX "segments_user" ON "segments" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "automation_tasks_once" ON "automation_tasks" USING btree ("organization_id","automation_id","contact_id","occurrence");
--> statement-breakpoint
CREATE INDEX "automation_tasks_history" ON "automation_tasks" USING btree ("organization_id","automation_id","id");
--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("organization_id","due_day","id") WHERE done_at is null and kind in ('TASK', 'CALL');
--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("organization_id","done_at","id") WHERE done_at is not null;
--> statement-breakpoint
CREATE INDEX "tasks_contact" ON "tasks" USING btree ("organization_id","contact_id","due_day");
--> statement-breakpoint
CREATE INDEX "tasks_user" ON "tasks" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE INDEX "tasks_ticked" ON "tasks" USING btree ("organization_id","due_day","kind") WHERE kind in ('birthday', 'anniversary', 'appointment');
--> statement-breakpoint
CREATE UNIQUE INDEX "own_fields_placeholder" ON "own_fields" USING btree ("organization_id",lower("placeholder")) WHERE "own_fields"."placeholder" <> '';
--> statement-breakpoint
CREATE INDEX "own_fields_position" ON "own_fields" USING btree ("organization_id","position","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "contact_tags_contact" ON "contact_tags" USING btree ("organization_id","contact_id","tag_id");
--> statement-breakpoint
CREATE INDEX "contact_tags_tag" ON "contact_tags" USING btree ("organization_id","tag_id","contact_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("organization_id","name_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_contacts_campaign" ON "campaign_contacts" USING btree ("organization_id","campaign_id","contact_id");
--> statement-breakpoint
CREATE INDEX "campaign_contacts_contact" ON "campaign_contacts" USING btree ("organization_id","contact_id");
--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "campaigns_template" ON "campaigns" USING btree ("organization_id","template_id");
--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "letters_once" ON "letters" USING btree ("organization_id","user_id","hash","contact_id");
--> statement-breakpoint
CREATE INDEX "letters_contact" ON "letters" USING btree ("organization_id","contact_id","at","id");
--> statement-breakpoint
CREATE INDEX "letters_thread" ON "letters" USING btree ("organization_id","user_id","thread");
--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("due_at") WHERE state = 'queued';
--> statement-breakpoint
CREATE INDEX "letters_leased" ON "letters" USING btree ("lease_until") WHERE state = 'sending';
--> statement-breakpoint
CREATE INDEX "mailboxes_due" ON "mailboxes" USING btree ("next_at") WHERE next_at is not null;
--> statement-breakpoint
CREATE INDEX "relations_contact" ON "relations" USING btree ("organization_id","contact_id");
--> statement-breakpoint
CREATE INDEX "relations_other" ON "relations" USING btree ("organization_id","other_id");
--> statement-breakpoint
CREATE INDEX "files_contact" ON "files" USING btree ("organization_id","contact_id");
--> statement-breakpoint
CREATE INDEX "files_loose" ON "files" USING btree ("organization_id","user_id") WHERE contact_id is null;
--> statement-breakpoint
CREATE INDEX "files_going" ON "files" USING btree ("keep_until") WHERE keep_until is not null;
--> statement-breakpoint
CREATE INDEX "note_files_note" ON "note_files" USING btree ("organization_id","note_id");
--> statement-breakpoint
CREATE INDEX "confirmations_user" ON "confirmations" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE INDEX "confirmations_until" ON "confirmations" USING btree ("until");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE INDEX "used_challenges_until" ON "used_challenges" USING btree ("until");
--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_session" ON "push_devices" USING btree ("organization_id","user_id","session_id");
--> statement-breakpoint
CREATE INDEX "push_devices_due" ON "push_devices" USING btree ("due_at") WHERE "push_devices"."due_at" is not null;
--> statement-breakpoint
-- References, checks and indexes that drizzle-kit cannot express.
alter table appointment_types add constraint appointment_types_rules
  check (((minutes_before >= 0) AND (minutes_before <= 480)) AND ((minutes_after >= 0) AND (minutes_after <= 480)) AND ((notice >= 0) AND (notice <= 525600)) AND ((change_notice >= 0) AND (change_notice <= 525600)) AND (most_per_day > 0) AND ((step >= 5) AND (step <= 1440)) AND ((color >= 1) AND (color <= 6)));
--> statement-breakpoint
alter table bookings add constraint bookings_blocked
  check ((minutes_before >= 0) AND (minutes_after >= 0));
--> statement-breakpoint
alter table bookings add constraint bookings_length
  check (starts_at < ends_at);
--> statement-breakpoint
alter table contacts add constraint contacts_consent
  check (consent = ANY (ARRAY['given', 'withdrawn', 'unknown']));
--> statement-breakpoint
alter table distinct_contacts add constraint distinct_contacts_order
  check (one_id < other_id);
--> statement-breakpoint
alter table hours_exceptions add constraint hours_exceptions_range
  check ((from_day <= to_day) AND ((to_day - from_day) <= 731));
--> statement-breakpoint
alter table journal add constraint journal_action
  check (action = ANY (ARRAY['created', 'changed', 'deleted']));
--> statement-breakpoint
alter table organizations add constraint organizations_currency
  check ((currency ~ '^[A-Z]{3}$') AND ((currency_digits >= 0) AND (currency_digits <= 3)));
--> statement-breakpoint
alter table organizations add constraint organizations_journal_days
  check ((journal_days >= 30) AND (journal_days <= 3650));
--> statement-breakpoint
alter table organizations add constraint organizations_open_appointments
  check ((open_appointments >= 1) AND (open_appointments <= 50));
--> statement-breakpoint
alter table purchases add constraint purchases_cost
  check (abs(cost) < '10000000000'::numeric);
--> statement-breakpoint
alter table purchases add constraint purchases_refunded
  check ((refunded = (0)::numeric) OR ((refunded >= (0)::numeric) AND (refunded <= cost)));
--> statement-breakpoint
alter table refunds add constraint refunds_amount
  check ((amount > (0)::numeric) AND (amount < '10000000000'::numeric));
--> statement-breakpoint
alter table tags add constraint tags_color
  check ((color >= 1) AND (color <= 6));
--> statement-breakpoint
alter table wishes add constraint wishes_range
  check ((from_day <= to_day) AND ((to_day - from_day) < 62));
--> statement-breakpoint
alter table accounts add constraint accounts_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table bookings add constraint bookings_contact_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete set null (contact_id);
--> statement-breakpoint
alter table bookings add constraint bookings_type_fk
  foreign key (organization_id, appointment_type_id) references appointment_types(organization_id, id) on delete set null (appointment_type_id);
--> statement-breakpoint
alter table bookings add constraint bookings_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table calendar_events add constraint calendar_events_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table feeds add constraint feeds_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table former_events add constraint former_events_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table hours_exceptions add constraint hours_exceptions_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table letters add constraint letters_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table mailboxes add constraint mailboxes_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table mails add constraint mails_automation_fk
  foreign key (organization_id, automation_id) references automations(organization_id, id) on delete set null (automation_id);
--> statement-breakpoint
alter table mails add constraint mails_campaign_fk
  foreign key (organization_id, campaign_id) references campaigns(organization_id, id) on delete set null (campaign_id);
--> statement-breakpoint
alter table mails add constraint mails_contact_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete set null (contact_id);
--> statement-breakpoint
alter table offers add constraint offers_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table offers add constraint offers_wish_fk
  foreign key (organization_id, wish_id) references wishes(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table purchases add constraint purchases_contact_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete set null (contact_id);
--> statement-breakpoint
alter table segments add constraint segments_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table tasks add constraint tasks_contact_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table tasks add constraint tasks_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table wishes add constraint wishes_contact_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table wishes add constraint wishes_type_fk
  foreign key (organization_id, appointment_type_id) references appointment_types(organization_id, id) on delete cascade;
--> statement-breakpoint
alter table wishes add constraint wishes_user_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table bookings add constraint bookings_no_overlap
  exclude using gist (organization_id with =, user_id with =, tstzrange(blocked_from, blocked_until, '[)') with &&) where (((status = 'CONFIRMED') AND (NOT is_overlap)));
--> statement-breakpoint
alter table offers add constraint offers_no_overlap
  exclude using gist (organization_id with =, user_id with =, tstzrange(blocked_from, blocked_until, '[)') with &&) where ((state = 'OPEN'));
--> statement-breakpoint
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index mails_search on mails using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index notes_search on notes using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index organizations_line_due on organizations using btree (line_due_at) where (line_due_at IS NOT NULL);
--> statement-breakpoint
create index purchases_created on purchases using btree (organization_id, created_at, id) include (cost, contact_id);
--> statement-breakpoint
create index purchases_search on purchases using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index wishes_contact on wishes using btree (organization_id, contact_id);
--> statement-breakpoint
-- Everything that counts into a total.
create view counted with (security_invoker=true) as
 SELECT contacts.organization_id,
    'contacts'::text AS what,
    contacts.created_at AS moment,
    (1)::numeric AS amount
   FROM contacts
UNION ALL
 SELECT purchases.organization_id,
    'revenue'::text AS what,
    purchases.created_at AS moment,
    purchases.cost AS amount
   FROM purchases
UNION ALL
 SELECT refunds.organization_id,
    'revenue'::text AS what,
    refunds.created_at AS moment,
    (- refunds.amount) AS amount
   FROM refunds
UNION ALL
 SELECT mails.organization_id,
    'emails'::text AS what,
    mails.sent_at AS moment,
    1 AS amount
   FROM mails
  WHERE ((mails.state = 'sent'::text) AND (mails.sent_at IS NOT NULL))
UNION ALL
 SELECT bookings.organization_id,
    'appointments'::text AS what,
    bookings.created_at AS moment,
    1 AS amount
   FROM bookings
  WHERE (bookings.status <> 'CANCELLED'::text);
--> statement-breakpoint
-- The person of a session. It runs as the owner, because the store is known only afterwards.
create function session_holder(hash bytea)
  returns table(organization_id uuid, id uuid, role role) language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
declare
  whose uuid;
begin
  select d.organization_id into whose from session_directory d where d.token_hash = hash;
  return query
    select u.organization_id, u.id, u.role
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
    where s.organization_id = whose and s.token_hash = hash and s.expires_at > now();
end $$;
--> statement-breakpoint
-- One page of a store's records that match every pattern. It runs as the owner, because row-level security keeps
-- LIKE away from the trigram index, and as dynamic SQL, so each search gets its own plan.
create function matching_page(records regclass, patterns text[], ordering text, page_size bigint, page_start bigint)
  returns table(id uuid) language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  matches text := '';
  pattern text;
begin
  foreach pattern in array patterns loop
    matches := matches || format(' and r.search like %L', pattern);
  end loop;
  return query execute
    format('select r.id from %s r where r.organization_id = $1', records) || matches ||
    case ordering
      when 'name' then ' order by r.search, r.id'
      when 'oldest' then ' order by r.created_at, r.id'
      else ' order by r.created_at desc, r.id desc'
    end || ' limit $2 offset $3'
    using current_organization(), page_size, page_start;
end $$;
--> statement-breakpoint
-- The last email, note, sale or past appointment of a contact.
create function last_contacted_at(organization uuid, contact uuid, as_of timestamptz)
  returns timestamptz language sql stable as $$
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
-- Maintains daily_totals. Arguments: total, column of the moment, amount, condition.
create function keep_totals()
  returns trigger language plpgsql as $$
declare
  changed text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select 1 as sign, * from added' end,
    case when tg_op <> 'INSERT' then 'select -1 as sign, * from removed' end);
begin
  execute format(
    'insert into daily_totals (organization_id, what, day, amount)
      select organization_id, %1$L, (%2$s at time zone ''UTC'')::date as day, sum(sign * %3$s)
      from (%5$s) as changed where %4$s and exists (select from organizations o where o.id = organization_id)
      group by organization_id, day having sum(sign * %3$s) <> 0 order by organization_id, day
      on conflict (organization_id, what, day) do update set amount = daily_totals.amount + excluded.amount',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], changed);
  return null;
end $$;
--> statement-breakpoint
-- A total between two instants: whole UTC days from daily_totals, the hours at both ends from the rows.
create function total_between(organization uuid, counting text, starts timestamptz, ends timestamptz)
  returns numeric language plpgsql stable as $$
declare
  first_day date := ((starts - interval '1 microsecond') at time zone 'UTC')::date + 1;
  last_day date := (ends at time zone 'UTC')::date;
  head_ends timestamptz := least(ends, first_day::timestamp at time zone 'UTC');
  tail_starts timestamptz := greatest(head_ends, last_day::timestamp at time zone 'UTC');
begin
  return
    (select coalesce(sum(t.amount), 0) from daily_totals t
      where t.organization_id = organization and t.what = counting and t.day >= first_day and t.day < last_day)
    + (select coalesce(sum(c.amount), 0) from counted c
      where c.organization_id = organization and c.what = counting and c.moment >= starts and c.moment < head_ends)
    + (select coalesce(sum(c.amount), 0) from counted c
      where c.organization_id = organization and c.what = counting and c.moment >= tail_starts and c.moment < ends);
end $$;
--> statement-breakpoint
-- Rounds an amount to the digits of the store's currency.
create function exact_amount()
  returns trigger language plpgsql as $$
declare
  digits int := (select currency_digits from organizations where id = new.organization_id for key share);
begin
  if tg_table_name = 'refunds' then new.amount := round(new.amount, digits);
  else new.cost := round(new.cost, digits); end if;
  return new;
end $$;
--> statement-breakpoint
-- Maintains the refunded total of a sale.
create function keep_refunded()
  returns trigger language plpgsql as $$
declare
  sale uuid := case tg_op when 'DELETE' then old.purchase_id else new.purchase_id end;
  store uuid := case tg_op when 'DELETE' then old.organization_id else new.organization_id end;
begin
  perform from purchases where organization_id = store and id = sale for no key update;
  update purchases
    set refunded = (select coalesce(sum(amount), 0) from refunds where organization_id = store and purchase_id = sale)
    where organization_id = store and id = sale;
  return null;
end $$;
--> statement-breakpoint
-- A UUID version 7 of a moment. `step` orders the ids of one moment.
create function journal_id(moment timestamptz, step bigint)
  returns uuid language sql as $$
  select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || left(hex, 3) || '8'
    || right(hex, 7) || left(gen_random_uuid()::text, 8))::uuid
  from lpad(to_hex(step), 10, '0') as hex
$$;
--> statement-breakpoint
-- The store of a record; the id of a store itself.
create function organization_of(record jsonb)
  returns uuid language sql immutable as $$
  select (case when record ? 'organization_id' then record->>'organization_id' else record->>'id' end)::uuid
$$;
--> statement-breakpoint
-- The name under which people recognize a record in the history.
create function record_name(kind text, record jsonb)
  returns text language sql immutable as $$
  select left(case kind
    when 'contact' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'person' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'sale' then concat_ws(' · ', coalesce(nullif(record->>'invoice_number', ''), record->>'product_category_name'),
      nullif(record->>'contact_name', ''))
    when 'refund' then record->>'amount'
    when 'note' then regexp_replace(left(record->>'content', 400), '\s+', ' ', 'g')
    when 'booking' then concat_ws(' · ', record->>'title', nullif(record->>'name', ''))
    when 'mail' then concat_ws(' · ', record->>'subject', record->>'to_name')
    when 'exception' then concat_ws(' – ', record->>'from_day', nullif(record->>'to_day', record->>'from_day'))
    else coalesce(record->>'name', record->>'address', '')
  end, 200)
$$;
--> statement-breakpoint
-- Writes the journal after each statement. Arguments: kind, columns whose change alone is not recorded, columns that
-- are never stored. The actor comes from `app.actor` (server/platform/db/client.ts). Work outside a store's scope is not recorded.
create function keep_journal()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  kind text := tg_argv[0];
  noise text[] := tg_argv[1];
  left_out text[] := tg_argv[2];
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  change uuid := coalesce(actor->>'change', nullif(current_setting('app.change', true), ''));
  step bigint := coalesce(nullif(current_setting('app.journal_step', true), ''), '0');
  moment timestamptz := clock_timestamp();
  reason text := coalesce(nullif(current_setting('app.reason', true), ''), actor->>'reason');
  actor_name text := actor->>'name';
  written bigint;
  -- An id is its moment, then which statement of the transaction and which of its rows it is of.
  stamp text := lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '7';
  tail text := left(gen_random_uuid()::text, 8);
begin
  if actor is null and current_setting('role') <> 'crm_app' then return null; end if;
  if kind = 'mail' then
    if not exists (select from removed r join added a on a.id = r.id
      where (r.contact_id, r.automation_id) is distinct from (a.contact_id, a.automation_id)) then return null; end if;
  end if;
  if change is null then
    change := journal_id(moment, 0);
    perform set_config('app.change', change::text, true);
  end if;
  if actor_name is null and actor->>'kind' = 'person' then
    actor_name := (select trim(u.first_name || ' ' || u.last_name) from users u
      where u.organization_id = current_organization() and u.id = (actor->>'id')::uuid);
  elsif actor_name is null and actor->>'kind' = 'automation' then
    actor_name := (select a.name from automations a
      where a.organization_id = current_organization() and a.id = (actor->>'id')::uuid);
  end if;
  if tg_op = 'INSERT' then
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'created'
      from (select a.id, to_jsonb(a) as record, lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex from added a) as made
      where organization_of(record) is not null;
  elsif tg_op = 'DELETE' then
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'deleted',
        record - left_out
      from (select r.id, to_jsonb(r) as record, lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex from removed r) as gone
      where organization_of(record) is not null;
  else
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was, now)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'changed',
        difference.was, difference.now
      from (select a.id, to_jsonb(r) as before, to_jsonb(a) as record,
          lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex
        from removed r join added a on a.id = r.id) as edited,
        lateral (
          select jsonb_object_agg(key, value) as was, jsonb_object_agg(key, record->key) as now,
            bool_or(key <> all (noise)) as tells
          from jsonb_each(before) where value is distinct from record->key and key <> all (left_out)
        ) as difference
      where difference.tells and organization_of(record) is not null;
  end if;
  get diagnostics written = row_count;
  if written > 0 then perform set_config('app.journal_step', ((step + 1) % 65536)::text, true); end if;
  return null;
end $$;
--> statement-breakpoint
-- Adds the journal's triggers to a table.
create function keep_journal_of(tenant_table regclass, kind text, noise text[], secrets text[] default '{}')
  returns void language plpgsql as $$
declare
  left_out text[] := secrets || array(select attname::text from pg_attribute
    where attrelid = tenant_table and attgenerated <> '');
begin
  execute format('create or replace trigger journal_added after insert on %s referencing new table as added
    for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
  execute format('create or replace trigger journal_changed after update on %s referencing old table as removed
    new table as added for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
  execute format('create or replace trigger journal_removed after delete on %s referencing old table as removed
    for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
end $$;
--> statement-breakpoint
-- Makes the waiting list of a store due.
create function look_through_line()
  returns trigger language plpgsql as $$
declare
  store uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  update organizations set line_due_at = 'epoch' where id = store and line_due_at is not null;
  return null;
end $$;
--> statement-breakpoint
-- Makes the waiting list due once an appointment can no longer be undone.
create function look_after_undo()
  returns trigger language plpgsql as $$
declare
  due timestamptz := coalesce(new.undo_until, 'epoch');
begin
  update organizations set line_due_at = least(line_due_at, due)
    where id = new.organization_id and line_due_at is not null;
  return null;
end $$;
--> statement-breakpoint
-- Erases a person from the journal. Their sales stay without a name.
create function erase_person_from_journal(person uuid[], records uuid[], words text[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  -- Also what they had and is deleted by now.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was - 'fields'
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search,fields}'::text[] end,
      now = now - '{contact_id,contact_name,search,fields}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set was = null, now = null, name = case kind when 'contact' then nobody else '' end
    where organization_id = current_organization() and kind not in ('sale', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records)
        or has_word(lower(concat_ws(' ', was::text, now::text, name)), words));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
--> statement-breakpoint
-- Whether a text contains one of the words as a whole word. JSON escapes count as spaces.
create function has_word(written text, words text[])
  returns boolean language plpgsql immutable parallel safe as $$
declare
  word text;
begin
  foreach word in array words loop
    if word <> '' and strpos(written, word) > 0 then
      if regexp_replace(written, '\\(u[0-9a-f]{4}|[0-7]{3}|.)', ' ', 'g') ~ concat(
          '(^|[^a-z0-9_\u00c0-\u1fff.+%-]|(^|[^a-z0-9_\u00c0-\u1fff])[.+%-]+)',
          regexp_replace(word, '([][\\.^$*+?(){}|])', '\\\1', 'g'),
          '($|[^a-z0-9_\u00c0-\u1fff.-]|[.-]+($|[^a-z0-9_\u00c0-\u1fff.-]))') then
        return true;
      end if;
    end if;
  end loop;
  return false;
end $$;
--> statement-breakpoint
-- Erases the deleted records of some changes from the journal. Who did what, and when, stays.
create function erase_from_journal(changes uuid[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update journal set was = null
    where organization_id = current_organization() and change = any (changes) and action = 'deleted';
end $$;
--> statement-breakpoint
-- Records a tag of a contact in the contact's history, under the tag's name.
create function journal_of_tagging()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tagging jsonb := coalesce(new.was, (select to_jsonb(t) from contact_tags t
    where t.organization_id = new.organization_id and t.id = new.record_id));
begin
  new.of_id := (tagging->>'contact_id')::uuid;
  new.name := coalesce((select t.name from tags t
    where t.organization_id = new.organization_id and t.id = (tagging->>'tag_id')::uuid), '');
  return new;
end $$;
--> statement-breakpoint
-- Removes a person's private received email together with the person.
create function remove_private_letters()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from letters where organization_id = old.organization_id and user_id = old.id and shared = 'no';
  return old;
end $$;
--> statement-breakpoint
-- Erases the received email of a contact, also of mailboxes that the caller may not read.
create function erase_letters(person uuid[], emails text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from letters where letters.organization_id = current_organization()
    and (letters.contact_id = any (erase_letters.person) or letters.address = any (erase_letters.emails));
end;
--> statement-breakpoint
-- Removes received email whose contact has left the trash.
create function remove_orphaned_letters()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from letters using gone
  where gone.kind = 'contact' and letters.organization_id = gone.organization_id and letters.contact_id = gone.record_id
    and not exists (select from contacts where contacts.organization_id = gone.organization_id
      and (contacts.id = gone.record_id or contacts.merged <> '{}' and gone.record_id = any (contacts.merged)))
    and not exists (select from journal where journal.organization_id = gone.organization_id
      and journal.record_id = gone.record_id and journal.action = 'deleted' and journal.was is not null);
  return null;
end $$;
--> statement-breakpoint
-- The searchable values of a record's own fields, behind a tab.
create function own_search(organization uuid, fields jsonb)
  returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(E'\t ' || left(string_agg(latin_fold(told.said), ' ' order by f.position, f.id), 300), '')
  from own_fields f, lateral (
    select case when f.kind in ('choice', 'choices')
      then (select string_agg(one->>'text', ' ') from jsonb_array_elements(f.options) as one
        where fields -> f.id::text ? (one->>'id'))
      else fields ->> f.id::text end as said) as told
  where f.organization_id = organization and f.is_searchable and not f.is_archived and f.kind <> 'yesNo'
    and told.said is not null
$$;
--> statement-breakpoint
-- Appends the searchable own fields to the search text.
create function keep_own_search()
  returns trigger language plpgsql as $$
begin
  new.search := split_part(new.search, E'\t', 1) || own_search(new.organization_id, new.fields);
  return new;
end $$;
--> statement-breakpoint
-- Records a campaign of a contact in the contact's history, under the campaign's name.
create function journal_of_recipient()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  recipient jsonb := coalesce(new.was, (select to_jsonb(t) from campaign_contacts t
    where t.organization_id = new.organization_id and t.id = new.record_id));
begin
  new.of_id := (recipient->>'contact_id')::uuid;
  new.name := coalesce((select c.name from campaigns c
    where c.organization_id = new.organization_id and c.id = (recipient->>'campaign_id')::uuid), '');
  return new;
end $$;
--> statement-breakpoint
-- Keeps a file for 31 days after its note was deleted, so an undo can restore it.
create function note_files_kept()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update files set keep_until = now() + interval '31 days'
      where organization_id = old.organization_id and id = old.id;
  else
    update files set keep_until = null where organization_id = new.organization_id and id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Maintains the directory that finds the store of a token, an email address or a link.
create function keep_directory()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  directory text := tg_argv[0];
  key text := tg_argv[1];
begin
  if tg_op <> 'INSERT' then
    execute format('delete from %1$I where %2$I = ($1).%2$I and organization_id = ($1).organization_id', directory, key)
      using old;
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into %1$I (%2$I, organization_id) select ($1).%2$I, ($1).organization_id
      where ($1).%2$I is not null', directory, key) using new;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger exact before insert or update of cost on purchases
  for each row execute function exact_amount();
--> statement-breakpoint
create trigger exact before insert or update of amount on refunds
  for each row execute function exact_amount();
--> statement-breakpoint
create trigger journal_recipient before insert on journal
  for each row when ((new.kind = 'recipient'::text)) execute function journal_of_recipient();
--> statement-breakpoint
create trigger journal_tagging before insert on journal
  for each row when ((new.kind = 'tagging'::text)) execute function journal_of_tagging();
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of external_id on accounts
  for each row execute function keep_directory('account_directory', 'external_id');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of slug on appointment_types
  for each row execute function keep_directory('slug_directory', 'slug');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of token_hash on one_time_tokens
  for each row execute function keep_directory('token_directory', 'token_hash');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of token_hash on sessions
  for each row execute function keep_directory('session_directory', 'token_hash');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of email on users
  for each row execute function keep_directory('email_directory', 'email');
--> statement-breakpoint
create trigger own_search_added before insert on contacts
  for each row when ((new.fields <> '{}'::jsonb)) execute function keep_own_search();
--> statement-breakpoint
create trigger own_search_changed before update of search, fields on contacts
  for each row when (((new.fields <> '{}'::jsonb) or (strpos(new.search, '	'::text) > 0) or (old.fields <> '{}'::jsonb))) execute function keep_own_search();
--> statement-breakpoint
create trigger own_search_added before insert on purchases
  for each row when ((new.fields <> '{}'::jsonb)) execute function keep_own_search();
--> statement-breakpoint
create trigger own_search_changed before update of search, fields on purchases
  for each row when (((new.fields <> '{}'::jsonb) or (strpos(new.search, '	'::text) > 0) or (old.fields <> '{}'::jsonb))) execute function keep_own_search();
--> statement-breakpoint
create trigger refunded after insert or delete or update of amount, purchase_id on refunds
  for each row execute function keep_refunded();
--> statement-breakpoint
create trigger added after insert on bookings referencing new table as added
  for each statement execute function keep_totals('appointments', 'created_at', '1', 'status <> ''CANCELLED''');
--> statement-breakpoint
create trigger changed after update on bookings referencing old table as removed new table as added
  for each statement execute function keep_totals('appointments', 'created_at', '1', 'status <> ''CANCELLED''');
--> statement-breakpoint
create trigger removed after delete on bookings referencing old table as removed
  for each statement execute function keep_totals('appointments', 'created_at', '1', 'status <> ''CANCELLED''');
--> statement-breakpoint
create trigger added after insert on contacts referencing new table as added
  for each statement execute function keep_totals('contacts', 'created_at', '1', 'true');
--> statement-breakpoint
create trigger changed after update on contacts referencing old table as removed new table as added
  for each statement execute function keep_totals('contacts', 'created_at', '1', 'true');
--> statement-breakpoint
create trigger removed after delete on contacts referencing old table as removed
  for each statement execute function keep_totals('contacts', 'created_at', '1', 'true');
--> statement-breakpoint
create trigger added after insert on mails referencing new table as added
  for each statement execute function keep_totals('emails', 'sent_at', '1', 'state = ''sent'' and sent_at is not null');
--> statement-breakpoint
create trigger changed after update on mails referencing old table as removed new table as added
  for each statement execute function keep_totals('emails', 'sent_at', '1', 'state = ''sent'' and sent_at is not null');
--> statement-breakpoint
create trigger removed after delete on mails referencing old table as removed
  for each statement execute function keep_totals('emails', 'sent_at', '1', 'state = ''sent'' and sent_at is not null');
--> statement-breakpoint
create trigger added after insert on purchases referencing new table as added
  for each statement execute function keep_totals('revenue', 'created_at', 'cost', 'true');
--> statement-breakpoint
create trigger changed after update on purchases referencing old table as removed new table as added
  for each statement execute function keep_totals('revenue', 'created_at', 'cost', 'true');
--> statement-breakpoint
create trigger removed after delete on purchases referencing old table as removed
  for each statement execute function keep_totals('revenue', 'created_at', 'cost', 'true');
--> statement-breakpoint
create trigger added after insert on refunds referencing new table as added
  for each statement execute function keep_totals('revenue', 'created_at', '-amount', 'true');
--> statement-breakpoint
create trigger changed after update on refunds referencing old table as removed new table as added
  for each statement execute function keep_totals('revenue', 'created_at', '-amount', 'true');
--> statement-breakpoint
create trigger removed after delete on refunds referencing old table as removed
  for each statement execute function keep_totals('revenue', 'created_at', '-amount', 'true');
--> statement-breakpoint
create trigger line_added after insert on bookings
  for each row execute function look_after_undo();
--> statement-breakpoint
create trigger line_changed after update on bookings
  for each row when (((old.status is distinct from new.status) or (old.user_id is distinct from new.user_id) or (old.blocked_from is distinct from new.blocked_from) or (old.blocked_until is distinct from new.blocked_until))) execute function look_after_undo();
--> statement-breakpoint
create trigger line_changed after update on appointment_types
  for each row execute function look_through_line();
--> statement-breakpoint
create trigger line_removed after delete on bookings
  for each row execute function look_through_line();
--> statement-breakpoint
create trigger line_changed after insert or delete or update on hours_exceptions
  for each row execute function look_through_line();
--> statement-breakpoint
create trigger line_changed after update on users
  for each row execute function look_through_line();
--> statement-breakpoint
create trigger note_files_kept after insert or delete on note_files
  for each row execute function note_files_kept();
--> statement-breakpoint
create trigger forgotten_letters after delete on journal referencing old table as gone
  for each statement execute function remove_orphaned_letters();
--> statement-breakpoint
create trigger orphaned_letters after update on journal referencing new table as gone
  for each statement execute function remove_orphaned_letters();
--> statement-breakpoint
create trigger private_letters before delete on users
  for each row execute function remove_private_letters();
--> statement-breakpoint
-- The journal of each table that people change: kind, quiet columns, columns that are never stored.
select keep_journal_of('accounts', 'account', '{updated_at,error,next_mail_at,refusals,refused_since}', '{secrets,external_id}');
--> statement-breakpoint
select keep_journal_of('appointment_types', 'appointmentType', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('automations', 'automation', '{version,updated_at,activated_at,next_run_at,last_run_at,last_moment}');
--> statement-breakpoint
select keep_journal_of('bookings', 'booking', '{version,updated_at,undo,undo_until,sequence,request_key,calendar_state,calendar_attempts,calendar_due_at}');
--> statement-breakpoint
select keep_journal_of('campaign_contacts', 'recipient', '{}');
--> statement-breakpoint
select keep_journal_of('campaigns', 'campaign', '{version,updated_at,due_at,started_at,finished_at,mark_at,mark_id,frozen_at,audience}');
--> statement-breakpoint
select keep_journal_of('contact_tags', 'tagging', '{}');
--> statement-breakpoint
select keep_journal_of('contacts', 'contact', '{version,updated_at,search}');
--> statement-breakpoint
select keep_journal_of('distinct_contacts', 'distinct', '{}');
--> statement-breakpoint
select keep_journal_of('hours_exceptions', 'exception', '{}');
--> statement-breakpoint
create trigger journal_changed after update on mails referencing old table as removed new table as added
  for each statement execute function keep_journal('mail', '{state,reason,attempts,due_at,updated_at,lease_until}', '{text,html,ics,search,message_id}');
--> statement-breakpoint
select keep_journal_of('note_files', 'file', '{}');
--> statement-breakpoint
select keep_journal_of('notes', 'note', '{version,updated_at,search}');
--> statement-breakpoint
select keep_journal_of('offers', 'offer', '{updated_at,held_until}');
--> statement-breakpoint
select keep_journal_of('organizations', 'organization', '{updated_at,setup,is_demo}', '{line_due_at}');
--> statement-breakpoint
select keep_journal_of('own_fields', 'field', '{version,updated_at,position}');
--> statement-breakpoint
select keep_journal_of('product_categories', 'category', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('purchases', 'sale', '{version,updated_at,search,contact_name,product_category_name,refunded}');
--> statement-breakpoint
select keep_journal_of('refunds', 'refund', '{updated_at}');
--> statement-breakpoint
select keep_journal_of('relations', 'relation', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('segments', 'segment', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('suppressions', 'suppression', '{}');
--> statement-breakpoint
select keep_journal_of('tags', 'tag', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('tasks', 'task', '{version,updated_at,next_id,planned_day,repeat_day}');
--> statement-breakpoint
select keep_journal_of('templates', 'template', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('users', 'person', '{updated_at}', '{password_hash}');
--> statement-breakpoint
select keep_journal_of('wishes', 'wish', '{version,updated_at,rank,known,request_key}');
--> statement-breakpoint
-- Every table of a store: the app's role reaches only the rows of its own store.
do $$
declare
  store_table text;
begin
  foreach store_table in array array[
    'accounts',
    'appointment_types',
    'authenticator_apps',
    'automation_tasks',
    'automations',
    'bookings',
    'calendar_events',
    'campaign_contacts',
    'campaigns',
    'confirmations',
    'contact_tags',
    'contacts',
    'daily_totals',
    'distinct_contacts',
    'erased_keys',
    'feeds',
    'file_parts',
    'files',
    'former_events',
    'hours_exceptions',
    'idempotency_keys',
    'import_parts',
    'import_rows',
    'imports',
    'incidents',
    'known_devices',
    'mailboxes',
    'mails',
    'note_files',
    'notes',
    'offers',
    'one_time_tokens',
    'own_fields',
    'passkeys',
    'product_categories',
    'purchases',
    'push_devices',
    'recovery_codes',
    'refunds',
    'relations',
    'segments',
    'sessions',
    'suppressions',
    'tags',
    'tasks',
    'templates',
    'users',
    'wishes'
  ] loop
    execute format('alter table %I enable row level security', store_table);
    execute format('grant select, insert, update, delete on %I to crm_app', store_table);
    execute format(
      'create policy own on %I to crm_app using (organization_id = (select current_organization()))', store_table);
  end loop;
end $$;
--> statement-breakpoint
alter table account_directory enable row level security;
--> statement-breakpoint
alter table attempts enable row level security;
--> statement-breakpoint
grant update, select, insert on attempts to crm_app;
--> statement-breakpoint
-- A restart of the limits for one visitor: only the store's own counters of bookings.
create policy booked on attempts to crm_app using (door in ('booked', 'book mail')
  and split_part(who, ' ', 1) = (select current_organization())::text);
--> statement-breakpoint
grant select on counted to crm_app;
--> statement-breakpoint
alter table email_directory enable row level security;
--> statement-breakpoint
alter table host_keys enable row level security;
--> statement-breakpoint
alter table journal enable row level security;
--> statement-breakpoint
grant select on journal to crm_app;
--> statement-breakpoint
create policy own on journal to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
alter table letters enable row level security;
--> statement-breakpoint
grant update, select, insert, delete on letters to crm_app;
--> statement-breakpoint
create policy own on letters to crm_app using ((organization_id = (select current_organization()))
  and ((shared <> 'no') or (user_id = (select current_person()))));
--> statement-breakpoint
alter table organizations enable row level security;
--> statement-breakpoint
grant update, select on organizations to crm_app;
--> statement-breakpoint
create policy own on organizations to crm_app using (id = (select current_organization()));
--> statement-breakpoint
alter table reset_requests enable row level security;
--> statement-breakpoint
alter table restores enable row level security;
--> statement-breakpoint
alter table reverts enable row level security;
--> statement-breakpoint
grant select, insert on reverts to crm_app;
--> statement-breakpoint
create policy own on reverts to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
alter table session_directory enable row level security;
--> statement-breakpoint
alter table shared_categories enable row level security;
--> statement-breakpoint
grant select on shared_categories to crm_app;
--> statement-breakpoint
create policy shared on shared_categories for select to crm_app using (true);
--> statement-breakpoint
alter table slug_directory enable row level security;
--> statement-breakpoint
alter table token_directory enable row level security;
--> statement-breakpoint
alter table used_challenges enable row level security;
