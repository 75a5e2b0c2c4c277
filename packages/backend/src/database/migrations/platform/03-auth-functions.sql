-- Functions with which policies identify the caller, under Supabase's names. The server sets request.jwt.claims, which they read, for each
-- request.
create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$$;
comment on function auth.jwt() is 'Returns the JWT claims of the caller, or null outside of a request.';

create or replace function auth.uid() returns uuid
language sql stable
as $$
  select nullif(auth.jwt() ->> 'sub', '')::uuid
$$;
comment on function auth.uid() is 'Returns the id of the signed-in user, or null for other callers.';

create or replace function auth.role() returns text
language sql stable
as $$
  select auth.jwt() ->> 'role'
$$;
comment on function auth.role() is 'Returns the role of the caller: anon, authenticated or service_role.';
