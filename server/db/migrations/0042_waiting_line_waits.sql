-- A change waits for nobody and is seen once it is committed: whoever looks through the line meanwhile does not see it. So
-- the row is taken also where it says already that it is due: it is passed over until then, and looked through after.
create or replace function look_through_line() returns trigger language plpgsql as $$
declare
  store uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  update organizations set line_due_at = 'epoch' where id = store and line_due_at is not null;
  return null;
end $$;
--> statement-breakpoint
create or replace function look_after_undo() returns trigger language plpgsql as $$
declare
  due timestamptz := coalesce(new.undo_until, 'epoch');
begin
  update organizations set line_due_at = least(line_due_at, due)
    where id = new.organization_id and line_due_at is not null;
  return null;
end $$;
