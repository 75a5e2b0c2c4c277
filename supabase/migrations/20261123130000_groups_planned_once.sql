-- What a group does was planned again for nearly every group: PostgreSQL counted the reading of one element of an array less dear than
-- that of ten, and the planning itself as next to nothing. It is a third of what a small group takes.

alter function private.sign_up_together(jsonb, text[]) set plan_cache_mode = force_generic_plan;

-- convert_to, which it is made of, is stable: as immutable it could not become part of the statement that asks it for each person.
alter function private.keyed_hash(text, bytea, bytea) stable;

-- What is written in SQL is planned anew with each call by a PostgreSQL before 18.
create or replace function private.queue_welcomes(ids uuid[], kind text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    jsonb_build_object('name', signup.name, 'is_paid', signup.is_paid, 'amount', signup.amount),
    welcome.kind || ':' || signup.id
  from public.early_access_users as signup,
    lateral (
      select coalesce(queue_welcomes.kind, case when signup.is_paid then 'welcome_paid' else 'welcome_free' end)
    ) as welcome (kind)
  where signup.id = any (ids)
  on conflict (dedupe_key) do nothing;
end
$$;
