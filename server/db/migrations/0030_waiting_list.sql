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
ALTER TABLE "organizations" ADD COLUMN "line_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD COLUMN "waiting_list" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishes" ADD CONSTRAINT "wishes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offers_wish" ON "offers" USING btree ("organization_id","wish_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("organization_id","wish_id") WHERE state = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "wishes_request" ON "wishes" USING btree ("organization_id","request_key");--> statement-breakpoint
CREATE INDEX "wishes_line" ON "wishes" USING btree ("organization_id","rank");
--> statement-breakpoint
alter table wishes add constraint wishes_type_fk
  foreign key (organization_id, appointment_type_id) references appointment_types (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table wishes add constraint wishes_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table wishes add constraint wishes_contact_fk
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table wishes add constraint wishes_range check (from_day <= to_day and to_day - from_day < 62);
--> statement-breakpoint
create index wishes_contact on wishes (organization_id, contact_id);
--> statement-breakpoint
alter table offers add constraint offers_wish_fk
  foreign key (organization_id, wish_id) references wishes (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table offers add constraint offers_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
-- Nobody's time is held for two, whichever hosts offer it.
alter table offers add constraint offers_no_overlap
  exclude using gist (organization_id with =, user_id with =, tstzrange(blocked_from, blocked_until, '[)') with &&)
  where (state = 'OPEN');
--> statement-breakpoint
create index organizations_line_due on organizations (line_due_at) where line_due_at is not null;
--> statement-breakpoint
alter table wishes enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on wishes to crm_app;
--> statement-breakpoint
create policy own on wishes to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
alter table offers enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on offers to crm_app;
--> statement-breakpoint
create policy own on offers to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- What may free time has the waiting list looked through, whoever does it; where nobody waits it costs a look at one row.
create function look_through_line() returns trigger language plpgsql as $$
declare
  store uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  update organizations set line_due_at = 'epoch' where id = store and line_due_at > 'epoch';
  return null;
end $$;
--> statement-breakpoint
-- What staff can still take back is not given to anybody else.
create function look_after_undo() returns trigger language plpgsql as $$
declare
  due timestamptz := coalesce(new.undo_until, 'epoch');
begin
  update organizations set line_due_at = due where id = new.organization_id and line_due_at > due;
  return null;
end $$;
--> statement-breakpoint
create trigger line_changed after update on bookings for each row
  when (old.status is distinct from new.status or old.user_id is distinct from new.user_id
    or old.blocked_from is distinct from new.blocked_from or old.blocked_until is distinct from new.blocked_until)
  execute function look_after_undo();
--> statement-breakpoint
-- What is booked may get free again, and somebody may have found a time alone.
create trigger line_added after insert on bookings for each row execute function look_after_undo();
--> statement-breakpoint
create trigger line_removed after delete on bookings for each row execute function look_through_line();
--> statement-breakpoint
create trigger line_changed after insert or update or delete on hours_exceptions for each row
  execute function look_through_line();
--> statement-breakpoint
create trigger line_changed after update on users for each row execute function look_through_line();
--> statement-breakpoint
create trigger line_changed after update on appointment_types for each row execute function look_through_line();
--> statement-breakpoint
-- When the line is looked through next is nobody's change.
select keep_journal_of('organizations', 'organization', '{updated_at,setup,is_demo}', '{line_due_at}');
