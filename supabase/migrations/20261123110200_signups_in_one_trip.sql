-- One trip to the database for what took three: the settings of those who sign up, their rows, and the commit.

create function private.sign_up_together(settings jsonb, bodies text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  stored integer;
begin
  perform set_config(setting.key, setting.value, true) from jsonb_each_text(settings) as setting where setting.key <> 'role';
  -- Last: from here on the visitors' own rights count.
  perform set_config('role', settings ->> 'role', true);
  insert into public.early_access_users (name, email, is_paid, amount, order_id)
  select signup.name, signup.email, case when body.json ? 'is_paid' then signup.is_paid else false end, signup.amount, signup.order_id
  from unnest(bodies) as text, lateral (select text::jsonb -> 0) as body (json),
    jsonb_to_record(body.json) as signup (name text, email text, is_paid boolean, amount numeric, order_id text);
  get diagnostics stored = row_count;
  if stored <> cardinality(bodies) then
    raise integrity_constraint_violation using message = format('Only %s of %s were stored.', stored, cardinality(bodies));
  end if;
end
$$;
comment on function private.sign_up_together(jsonb, text[]) is
  'Stores sign-ups of several visitors, each a JSON array of one object, with the role and settings they share: all or none. For the host alone.';
revoke execute on function private.sign_up_together(jsonb, text[]) from public;
