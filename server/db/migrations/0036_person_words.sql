ALTER TABLE "erased_keys" ADD COLUMN "said_no" text;--> statement-breakpoint
CREATE INDEX "contacts_merged" ON "contacts" USING btree ("organization_id") WHERE merged <> '{}';
--> statement-breakpoint
/*
 * Whether a text has one of the words by itself: "ann@x.com" is not in "joann@x.com", nor "ann" in "joanne". Both are in
 * lower case. The text may be JSON's or bytea's, whose escapes are no letters. Each pattern is read once from left to
 * right, and only over texts that have the word's letters at all.
 */
create function has_word(written text, words text[]) returns boolean language plpgsql immutable parallel safe as $$
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
-- As before, but for what words are.
create or replace function erase_person_from_journal(person uuid[], records uuid[], words text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  -- Also what they had and is deleted by now.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search}'::text[] end,
      now = now - '{contact_id,contact_name,search}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set was = null, now = null, name = case kind when 'contact' then nobody else '' end
    where organization_id = current_organization() and kind not in ('sale', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records)
        or has_word(lower(concat_ws(' ', was::text, now::text, name)), words));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
--> statement-breakpoint
-- Nobody asked it for records: who is to be forgotten goes by the function above.
drop function erase_from_journal(uuid[], uuid[]);
--> statement-breakpoint
-- What was deleted in the changes is gone for good. Who did what, and when, stays.
create function erase_from_journal(changes uuid[]) returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update journal set was = null
    where organization_id = current_organization() and change = any (changes) and action = 'deleted';
end $$;
