-- The roles of the Supabase protocols. They have no login: the server's own user switches to one of them for each request, so it must
-- be a member of all three. Only a superuser, or from PostgreSQL 16 on a user with BYPASSRLS, may create a role that bypasses row-level
-- security; so the migrations also give service_role access to all rows by policies.
do $$
declare
  missing text[];
begin
  select array_agg(name) into missing
  from unnest(array['anon', 'authenticated', 'service_role']) as name
  where not exists (select from pg_roles where rolname = name);
  if missing is null then
    return;
  end if;

  if 'anon' = any (missing) then
    create role anon nologin noinherit;
  end if;
  if 'authenticated' = any (missing) then
    create role authenticated nologin noinherit;
  end if;
  if 'service_role' = any (missing) then
    begin
      create role service_role nologin noinherit bypassrls;
    exception
      when insufficient_privilege then
        create role service_role nologin noinherit;
    end;
  end if;
exception
  when insufficient_privilege then
    raise exception using
      errcode = 'insufficient_privilege',
      message = format(
        'the user %I may not make the roles %s: let it (alter role %I createrole), or make them nologin as a superuser',
        current_user, array_to_string(missing, ', '), current_user
      );
  when duplicate_object or unique_violation then
    null; -- another database of the same server created them at the same time
end
$$;

do $$
declare
  name text;
  turn_into text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    -- From PostgreSQL 16 on, a member may not always SET ROLE to a role. A superuser always may.
    if not pg_has_role(current_user, name, turn_into) then
      execute format('grant %I to %I', name, current_user);
    end if;
  end loop;
exception
  when insufficient_privilege then
    raise exception using
      errcode = 'insufficient_privilege',
      message = format(
        'the user %I must be a member of the roles of the data API: grant anon, authenticated, service_role to %I',
        current_user, current_user
      );
end
$$;
