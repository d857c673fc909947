-- Failed sign-ins are counted as all else that is limited: in one place, from one address, to one account.
insert into attempts (door, who, count, started_at)
  select 'sign in', encode(account, 'hex') || ' ' || address, least(failures, 10), started_at from login_failures
  union all
  select 'sign in from address', address, least(sum(least(failures, 10)), 100), max(started_at) from login_failures
    where address not like 'device %' and started_at > now() - interval '15 minutes' group by address
  union all
  select 'sign in to account', encode(account, 'hex'), least(sum(least(failures, 10)), 100), max(started_at)
    from login_failures
    where address not like 'device %' and started_at > now() - interval '15 minutes' group by account;
--> statement-breakpoint
DROP TABLE "login_failures" CASCADE;--> statement-breakpoint
update attempts set door = 'forgot password of' where door = 'forgot password' and who like '%@%';
--> statement-breakpoint
-- A store counts what its visitors book, and are mailed about it, in the transaction that does so.
drop policy booked on attempts;
--> statement-breakpoint
create policy booked on attempts to crm_app
  using (door in ('booked', 'book mail') and split_part(who, ' ', 1) = (select current_organization())::text);
