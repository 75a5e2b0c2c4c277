-- The caller, for policies: the server sets request.jwt.claims; these functions have Supabase's names.
create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'The claims of the caller, null outside of a request.';

create or replace function auth.uid() returns uuid
language sql stable
as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;
comment on function auth.uid() is 'The id of the signed-in user, null for everybody else.';

create or replace function auth.role() returns text
language sql stable
as $$
  select auth.jwt() ->> 'role'
$$;
comment on function auth.role() is 'The role of the caller: anon, authenticated or service_role.';
