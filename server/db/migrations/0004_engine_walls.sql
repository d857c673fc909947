create extension if not exists btree_gist;
--> statement-breakpoint
alter table mails add constraint mails_contact_fk
  foreign key (organization_id, contact_id) references contacts (organization_id, id)
  on delete set null (contact_id);
--> statement-breakpoint
alter table mails add constraint mails_automation_fk
  foreign key (organization_id, automation_id) references automations (organization_id, id)
  on delete set null (automation_id);
--> statement-breakpoint
alter table bookings add constraint bookings_contact_fk
  foreign key (organization_id, contact_id) references contacts (organization_id, id)
  on delete set null (contact_id);
--> statement-breakpoint
alter table bookings add constraint bookings_type_fk
  foreign key (organization_id, appointment_type_id) references appointment_types (organization_id, id)
  on delete set null (appointment_type_id);
--> statement-breakpoint
alter table bookings add constraint bookings_length check (starts_at < ends_at);
--> statement-breakpoint
-- One calendar per organization: whatever the types and the starts, two confirmed bookings never overlap.
alter table bookings add constraint bookings_no_overlap
  exclude using gist (organization_id with =, tstzrange(starts_at, ends_at, '[)') with &&)
  where (status = 'CONFIRMED');
--> statement-breakpoint
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array
    array['automations', 'mails', 'suppressions', 'accounts', 'account_links', 'password_resets', 'calendar_events',
      'appointment_types', 'bookings']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('grant select, insert, update, delete on %I to crm_app', tenant_table);
    execute format(
      'create policy own on %I to crm_app using (organization_id = (select current_organization()))', tenant_table);
  end loop;
end $$;
--> statement-breakpoint
-- Nobody but the host itself counts at the doors.
alter table attempts enable row level security;
--> statement-breakpoint
/*
 * When the store last had to do with a contact: a mail sent, a note, a sale, or an appointment that took place. Never
 * stored, so it is true whatever is edited or deleted; each part is the end of an index.
 */
create function last_contacted_at(organization uuid, contact uuid, as_of timestamptz) returns timestamptz
  language sql stable as $$
  select greatest(
    (select max(sent_at) from mails where organization_id = organization and contact_id = contact
      and state = 'sent'),
    (select max(created_at) from notes where organization_id = organization and contact_id = contact),
    (select max(created_at) from purchases where organization_id = organization and contact_id = contact
      and created_at <= as_of),
    (select max(starts_at) from bookings where organization_id = organization and contact_id = contact
      and status = 'CONFIRMED' and starts_at <= as_of)
  )
$$;
