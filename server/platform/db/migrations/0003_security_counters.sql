-- A store counts the security emails to its people in the transaction that changes their sign-in.
create policy secured on attempts to crm_app using (door in ('new password', 'security mail')
  and who in (select id::text from users));
