ALTER TABLE "own_fields" ADD COLUMN "placeholder" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "own_fields_placeholder" ON "own_fields" USING btree ("organization_id",lower("placeholder")) WHERE "own_fields"."placeholder" <> '';--> statement-breakpoint
-- Of fields that there are: as lib/contract/placeholders.ts makes it of a name, with a number where another one is called so.
with called as (
  select organization_id, id, position, coalesce(nullif(left(lower(left(bare, 1)) || substr(bare, 2), 36), ''), 'field') as word
  from (select *, regexp_replace(initcap(name), '[^[:alnum:]]+', '', 'g') as bare from own_fields) as named),
numbered as (
  select *, row_number() over (partition by organization_id, lower(word) order by position, id)
    + case when lower(word) in ('firstname', 'lastname', 'email', 'birthday', 'anniversary', 'name', 'phonenumber',
      'lastpurchase', 'lastpurchasedate', 'storename') then 1 else 0 end as number from called)
update own_fields f set placeholder = n.word || case when n.number > 1 then '_' || n.number::text else '' end
from numbered n where f.organization_id = n.organization_id and f.id = n.id;
