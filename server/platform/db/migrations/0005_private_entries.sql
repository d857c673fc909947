CREATE TABLE "passkey_directory" (
	"credential_id" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "hours_exceptions_days";--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "private_to" uuid;--> statement-breakpoint
alter table passkey_directory enable row level security;
--> statement-breakpoint
insert into passkey_directory (credential_id, organization_id)
  select distinct on (credential_id) credential_id, organization_id from passkeys order by credential_id, created_at, id;
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of credential_id on passkeys
  for each row execute function keep_directory('passkey_directory', 'credential_id');
--> statement-breakpoint
-- An entry about a segment is private unless everybody saw the segment before and after the change.
create function journal_of_segment() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  present jsonb := coalesce((select to_jsonb(s) from segments s
    where s.organization_id = new.organization_id and s.id = new.record_id), new.was);
  was_shared boolean := coalesce(new.was->>'is_shared', present->>'is_shared')::boolean;
begin
  if not coalesce(was_shared and (present->>'is_shared')::boolean, false) then
    new.private_to := coalesce((present->>'user_id')::uuid, new.actor_id, '00000000-0000-0000-0000-000000000000');
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger journal_segment before insert on journal for each row when (new.kind = 'segment')
  execute function journal_of_segment();
--> statement-breakpoint
-- Earlier entries: the next entry that names the column says how the segment was after the change. Unknown is private.
update journal j set private_to = coalesce(
    (select s.user_id from segments s where s.organization_id = j.organization_id and s.id = j.record_id),
    (select (gone.was->>'user_id')::uuid from journal gone where gone.organization_id = j.organization_id
      and gone.record_id = j.record_id and gone.action = 'deleted' order by gone.id desc limit 1),
    j.actor_id, '00000000-0000-0000-0000-000000000000')
  where j.kind = 'segment' and not (
    coalesce((j.was->>'is_shared')::boolean, true)
    and coalesce(
      (select (later.was->>'is_shared')::boolean from journal later where later.organization_id = j.organization_id
        and later.record_id = j.record_id and later.was ? 'is_shared'
        and (later.id > j.id or later.id = j.id and later.action = 'deleted') order by later.id limit 1),
      (select s.is_shared from segments s where s.organization_id = j.organization_id and s.id = j.record_id), false));
