#!/bin/sh
# Creates the login role `temporal` and its two databases, with psql as the superuser of the server. It can be repeated, and sets the
# password again. The environment has PGHOST, PGUSER, PGPASSWORD, PGDATABASE, and the password of the role.
set -eu
: "${TEMPORAL_POSTGRES_PASSWORD:?}"

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 <<'SQL'
\getenv password TEMPORAL_POSTGRES_PASSWORD
select 'create role temporal login nosuperuser nocreatedb nocreaterole'
where not exists (select from pg_roles where rolname = 'temporal') \gexec
alter role temporal password :'password';
select format('create database %I owner temporal', name)
from unnest(array['temporal', 'temporal_visibility']) as wanted (name)
where not exists (select from pg_database where datname = name) \gexec
do $$
begin
  if exists (
    select from pg_database where datname in ('temporal', 'temporal_visibility') and datdba <> 'temporal'::regrole
  ) then
    raise exception 'The databases of Temporal belong to another role. See "Temporal in the Compose file" in docs/operations.md.';
  end if;
end $$;
-- Only the owner connects: neither the login role of the API and the workers, nor another application on this server.
revoke all on database temporal, temporal_visibility from public;
SQL
