CREATE TABLE "sale_items" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_category_id" uuid,
	"product_category_name" text NOT NULL,
	"description" text,
	"quantity" integer NOT NULL,
	"price" numeric NOT NULL,
	"percent_off" numeric,
	"amount_off" numeric,
	"total" numeric NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sale_items_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "sale_payments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"purchase_id" uuid NOT NULL,
	"amount" numeric NOT NULL,
	"method" text NOT NULL,
	"created_by" text,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sale_payments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tax_rate" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "tax_is_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "has_items" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "percent_off" numeric;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "amount_off" numeric;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_rate" numeric;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_is_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "is_paid_at_once" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "paid" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "sale_items" ADD CONSTRAINT "sale_items_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_items" ADD CONSTRAINT "sale_items_organization_id_purchase_id_purchases_organization_id_id_fk" FOREIGN KEY ("organization_id","purchase_id") REFERENCES "public"."purchases"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_payments" ADD CONSTRAINT "sale_payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_payments" ADD CONSTRAINT "sale_payments_organization_id_purchase_id_purchases_organization_id_id_fk" FOREIGN KEY ("organization_id","purchase_id") REFERENCES "public"."purchases"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_items_purchase" ON "sale_items" USING btree ("organization_id","purchase_id");--> statement-breakpoint
CREATE INDEX "sale_items_category" ON "sale_items" USING btree ("organization_id","product_category_id");--> statement-breakpoint
CREATE INDEX "sale_payments_purchase" ON "sale_payments" USING btree ("organization_id","purchase_id");--> statement-breakpoint
CREATE INDEX "sale_payments_created" ON "sale_payments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "purchases_by_payments" ON "purchases" USING btree ("organization_id","created_at","id") WHERE not is_paid_at_once;
--> statement-breakpoint
alter table sale_items enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on sale_items to crm_app;
--> statement-breakpoint
create policy own on sale_items to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('sale_items', 'item', '{updated_at,position,product_category_name,total}', '{}');
--> statement-breakpoint
alter table sale_payments enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on sale_payments to crm_app;
--> statement-breakpoint
create policy own on sale_payments to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('sale_payments', 'payment', '{updated_at}', '{}');
--> statement-breakpoint
alter table sale_items add constraint sale_items_amounts
  check (quantity between 1 and 999 and price >= 0 and total >= 0);
--> statement-breakpoint
alter table sale_payments add constraint sale_payments_amount check (amount > 0 and amount < 10000000000);
--> statement-breakpoint
alter table purchases add constraint purchases_paid check (is_paid_at_once or paid <= cost);
--> statement-breakpoint
select keep_journal_of('purchases', 'sale',
  '{version,updated_at,search,contact_name,product_category_name,refunded,tax,paid}');
--> statement-breakpoint
-- Rounds an amount to the digits of the store's currency.
create or replace function exact_amount()
  returns trigger language plpgsql as $$
declare
  digits int := (select currency_digits from organizations where id = new.organization_id for key share);
begin
  if tg_table_name = 'purchases' then new.cost := round(new.cost, digits);
  else new.amount := round(new.amount, digits); end if;
  return new;
end $$;
--> statement-breakpoint
create trigger exact before insert or update of amount on sale_payments
  for each row execute function exact_amount();
--> statement-breakpoint
-- Maintains the paid total of a sale.
create function keep_paid()
  returns trigger language plpgsql as $$
declare
  sale uuid := case tg_op when 'DELETE' then old.purchase_id else new.purchase_id end;
  store uuid := case tg_op when 'DELETE' then old.organization_id else new.organization_id end;
begin
  perform from purchases where organization_id = store and id = sale for no key update;
  update purchases
    set paid = (select coalesce(sum(amount), 0) from sale_payments where organization_id = store and purchase_id = sale)
    where organization_id = store and id = sale;
  return null;
end $$;
--> statement-breakpoint
create trigger paid after insert or delete or update of amount, purchase_id on sale_payments
  for each row execute function keep_paid();
--> statement-breakpoint
-- The name under which people recognize a record in the history.
create or replace function record_name(kind text, record jsonb)
  returns text language sql immutable as $$
  select left(case kind
    when 'contact' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'person' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'sale' then concat_ws(' · ', coalesce(nullif(record->>'invoice_number', ''), record->>'product_category_name'),
      nullif(record->>'contact_name', ''))
    when 'item' then concat_ws(' · ', record->>'product_category_name', record->>'description')
    when 'payment' then record->>'amount'
    when 'refund' then record->>'amount'
    when 'note' then regexp_replace(left(record->>'content', 400), '\s+', ' ', 'g')
    when 'booking' then concat_ws(' · ', record->>'title', nullif(record->>'name', ''))
    when 'mail' then concat_ws(' · ', record->>'subject', record->>'to_name')
    when 'exception' then concat_ws(' – ', record->>'from_day', nullif(record->>'to_day', record->>'from_day'))
    else coalesce(record->>'name', record->>'address', '')
  end, 200)
$$;
--> statement-breakpoint
-- Erases a person from the journal. Their sales stay without a name, and the sales' items without description.
create or replace function erase_person_from_journal(person uuid[], records uuid[], words text[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  -- Also what they had and is deleted by now.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind = 'item'
      and was->>'purchase_id' = any (records::text[]));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was - 'fields'
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search,fields}'::text[] end,
      now = now - '{contact_id,contact_name,search,fields}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set name = split_part(name, ' · ', 1), was = was - 'description', now = now - 'description'
    where organization_id = current_organization() and kind = 'item' and record_id = any (records);
  update journal set was = null, now = null, name = case kind when 'contact' then nobody else '' end
    where organization_id = current_organization()
      and kind not in ('sale', 'item', 'payment', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records)
        or has_word(lower(concat_ws(' ', was::text, now::text, name)), words));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
