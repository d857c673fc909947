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
-- It reads the column whose type changes, and comes again below. As a number of any scale nothing is written anew.
drop view counted;
--> statement-breakpoint
ALTER TABLE "purchases" ALTER COLUMN "cost" SET DATA TYPE numeric;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "currency_digits" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "notation" text DEFAULT 'en-US' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refunded" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_purchase_id_purchases_organization_id_id_fk" FOREIGN KEY ("organization_id","purchase_id") REFERENCES "public"."purchases"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_purchase" ON "refunds" USING btree ("organization_id","purchase_id");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("organization_id","created_at");
--> statement-breakpoint
alter table organizations add constraint organizations_currency
  check (currency ~ '^[A-Z]{3}$' and currency_digits between 0 and 3);
--> statement-breakpoint
alter table purchases add constraint purchases_cost check (abs(cost) < 1e10);
--> statement-breakpoint
alter table purchases add constraint purchases_refunded check (refunded = 0 or refunded between 0 and cost);
--> statement-breakpoint
alter table refunds add constraint refunds_amount check (amount > 0 and amount < 1e10);
--> statement-breakpoint
alter table refunds enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on refunds to crm_app;
--> statement-breakpoint
create policy own on refunds to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
/*
 * Amounts are stored in the smallest unit of the store's currency, with its decimals, whoever writes them. The lock is the
 * foreign key's own: it makes who writes an amount wait for who changes the currency.
 */
create function exact_amount() returns trigger language plpgsql as $$
declare
  digits int := (select currency_digits from organizations where id = new.organization_id for key share);
begin
  if tg_table_name = 'refunds' then new.amount := round(new.amount, digits);
  else new.cost := round(new.cost, digits); end if;
  return new;
end $$;
--> statement-breakpoint
create trigger exact before insert or update of cost on purchases for each row execute function exact_amount();
--> statement-breakpoint
create trigger exact before insert or update of amount on refunds for each row execute function exact_amount();
--> statement-breakpoint
/* The sale is locked first: what others have just given back of it is in the sum. */
create function keep_refunded() returns trigger language plpgsql as $$
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
create trigger refunded after insert or delete or update of amount, purchase_id on refunds
  for each row execute function keep_refunded();
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
create view counted with (security_invoker = true) as
  select organization_id, 'contacts' as what, created_at as moment, 1::numeric as amount from contacts
  union all select organization_id, 'revenue', created_at, cost from purchases
  union all select organization_id, 'revenue', created_at, -amount from refunds
  union all select organization_id, 'emails', sent_at, 1 from mails where state = 'sent' and sent_at is not null
  union all select organization_id, 'appointments', created_at, 1 from bookings where status <> 'CANCELLED';
--> statement-breakpoint
grant select on counted to crm_app;
