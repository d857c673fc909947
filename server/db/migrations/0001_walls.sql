create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
-- Without the pending list a search costs the same just after an import as after the next vacuum.
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
alter table purchases add constraint purchases_contact_fk
  foreign key (organization_id, contact_id) references contacts (organization_id, id)
  on delete set null (contact_id);
--> statement-breakpoint
-- The role belongs to the whole cluster: another database, or another host at this very moment, may have made it.
do $$
begin
  create role crm_app nologin;
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
-- The organization that the connection works for; null outside of one.
create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;
--> statement-breakpoint
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array
    array['users', 'sessions', 'invites', 'contacts', 'product_categories', 'purchases', 'notes', 'templates']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('grant select, insert, update, delete on %I to crm_app', tenant_table);
    execute format(
      'create policy own on %I to crm_app using (organization_id = (select current_organization()))', tenant_table);
  end loop;
end $$;
--> statement-breakpoint
create policy shared on product_categories for select to crm_app using (organization_id is null);
--> statement-breakpoint
alter table organizations enable row level security;
--> statement-breakpoint
grant select, update on organizations to crm_app;
--> statement-breakpoint
create policy own on organizations to crm_app using (id = (select current_organization()));
--> statement-breakpoint
-- Who holds this session. Runs as the owner: the organization is known only after it has answered.
create function session_holder(hash bytea)
  returns table (organization_id uuid, id uuid, role role)
  language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select u.organization_id, u.id, u.role
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
    where s.token_hash = hash and s.expires_at > now();
end $$;
--> statement-breakpoint
/*
 * One page of the own organization's contacts that match every pattern. Runs as the owner, for a policy keeps
 * LIKE away from the trigram index (LIKE is not leakproof), and as text, so that each search gets its own plan.
 */
create function contact_page(patterns text[], ordering text, page_size bigint, page_start bigint)
  returns table (id uuid)
  language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  matches text := '';
  pattern text;
begin
  foreach pattern in array patterns loop
    matches := matches || format(' and c.search like %L', pattern);
  end loop;
  return query execute
    'select c.id from contacts c where c.organization_id = $1' || matches ||
    case ordering
      when 'name' then ' order by c.search, c.id'
      when 'oldest' then ' order by c.created_at, c.id'
      else ' order by c.created_at desc, c.id desc'
    end || ' limit $2 offset $3'
    using current_organization(), page_size, page_start;
end $$;
