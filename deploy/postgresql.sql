-- Creates the site's role and database, and the three roles of the data API, on a PostgreSQL server of your own. As a superuser:
--   sudo -u postgres psql --file=deploy/postgresql.sql --command='\password site'
-- The server's own role needs neither superuser rights nor bypassrls.
create role site login;
do $$
begin
  -- Another site on this server may have created the roles of the data API.
  if to_regrole('anon') is null then create role anon nologin; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin; end if;
  if to_regrole('service_role') is null then create role service_role nologin bypassrls; end if;
end $$;
grant anon, authenticated, service_role to site;
create database site owner site template template0 encoding 'UTF8';
