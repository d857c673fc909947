#!/bin/sh
# The Postgres container runs this once, when it creates the database. The host's role owns the database but
# can't access other databases, roles or files of the server.
set -e
psql -q -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$(cat "$HOST_PASSWORD_FILE")" <<'SQL'
create role crm_app nologin;
create role loupe login password :'password';
grant crm_app to loupe;
select format('alter database %I owner to loupe', current_database()) \gexec
SQL
