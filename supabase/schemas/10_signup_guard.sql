-- The guard of sign-ups: two triggers that decide whether sign-ups are accepted, one for single sign-ups and one for batches. Both call
-- signup_refusal, which applies the rate limits and the bot screening to any number of sign-ups; a single sign-up is a batch of one.
--
-- For a free sign-up of a visitor, signup_2_guard calls signup_refusal for that row. It refuses in this order: a source over its limit
-- (PT429; first, so that the response reveals nothing about the address), a taken address (23505), an address over its limit (PT429), and a
-- sign-up that the bot screening rejects (PT403). Then it counts the attempt for the address.
--
-- For a batch of the server (08_signups.sql), signup_guard_together calls signup_refusal for all rows after they are inserted, and refuses
-- the batch as a whole (PT409). It does not count attempts for addresses: a stored address is taken from then on, and a refused one is
-- counted when the server inserts its row separately. A taken address has already violated the unique constraint.

create function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- PostgREST can be configured to accept `Prefer: tx=rollback` from every client. The rollback would undo the counted attempt.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request with the preference tx=rollback.';

create function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if not exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    return;
  end if;
  if private.confirms_signups() then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key',
      -- Every taken address gets this hint, so that it does not reveal which addresses are unconfirmed.
      hint = 'Call send-notifications to get the confirmation mail again.';
  end if;
  raise unique_violation using
    message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
    schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that is already signed up, with the error of the unique constraint.';

create function private.signup_refusal(
  names text[], emails text[], are_paid boolean[], sources text[], user_agents text[]
) returns text
language plpgsql
set search_path = ''
-- Forces the generic plan, as sign_up_together does: PostgreSQL estimates an array at ten elements, so a custom plan for an array of one
-- element looks cheaper, and most calls would be planned again.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  per_source constant integer := private.signups_per_source();
  free_sources text[];
  paid_sources text[];
  is_past_limit boolean;
  is_suspicious boolean;
begin
  -- One query for all sign-ups, because the connection caches its plan. Paid sign-ups are neither screened nor limited by address.
  select
    array_agg(signup.source) filter (where not signup.is_paid),
    array_agg(signup.source) filter (where signup.is_paid),
    bool_or(not signup.is_paid and private.is_past_address_limit(
      earlier.of_source, earlier.of_middle, earlier.of_widest, earlier.of_all
    )),
    bool_or(not signup.is_paid and (
      private.is_suspicious_user_agent(signup.user_agent)
      or private.is_suspicious_email(signup.email)
      or private.is_suspicious_name(signup.name)
    ))
  into free_sources, paid_sources, is_past_limit, is_suspicious
  from (
    select asked.*, private.attempt_key('signup-address:' || asked.email, asked.source, k.inner_key, k.outer_key) as key
    from unnest(names, emails, are_paid, sources, user_agents) as asked (name, email, is_paid, source, user_agent), private.hash_keys as k
    -- Computes each key once: recent_counts is inlined and would compute it for each row that it reads.
    offset 0
  ) as signup
  cross join lateral private.recent_counts(signup.key, true) as earlier;

  if (free_sources is not null and not private.count_attempts('signup-source', free_sources, per_source))
    or (paid_sources is not null and not private.count_attempts('claim-source', paid_sources, per_source))
  then
    return 'source limit';
  end if;
  return case when is_past_limit then 'address limit' when is_suspicious then 'screening' end;
end
$$;
comment on function private.signup_refusal(text[], text[], boolean[], text[], text[]) is
  'Counts sign-ups for their sources and returns why one of them is refused: source limit, address limit or screening; null when all are accepted. The arrays have one element for each sign-up.';

create function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  source constant text := private.network_source();
  refusal text;
begin
  perform private.refuse_trial();
  refusal := private.signup_refusal(
    array[new.name], array[new.email], array[false], array[source], array[coalesce(headers ->> 'user-agent', '')]
  );
  if refusal = 'source limit' then
    perform private.refuse_too_many();
  end if;
  perform private.refuse_taken(new.email);
  if refusal = 'screening' then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  if refusal = 'address limit' or not private.count_address_attempt(new.email, source) then
    -- A concurrent sign-up may have taken the address while this one waited for the lock of the address.
    perform private.refuse_taken(new.email);
    perform private.refuse_too_many();
  end if;
  return new;
end
$$;
comment on function private.guard_signup() is
  'Refuses a source over its limit, a taken address, an address over its limit, and a sign-up that the bot screening rejects.';

-- The role is checked in the condition of the trigger, where current_user is the role that runs the statement. Within the trigger's
-- security definer function, current_user would be the owner.
create trigger signup_2_guard before insert on public.early_access_users
  for each row
  when (
    new.is_paid is not true
    and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null
  )
  execute function private.guard_signup();

create function private.guard_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  stored integer;
  has_used_order boolean;
  names text[];
  emails text[];
  are_paid boolean[];
  sources text[];
  user_agents text[];
begin
  -- array_agg returns the rows in the order in which the statement stored them, which is the order of the elements of request.origins.
  select
    count(*), bool_or(s.order_id is not null and private.is_used_order(s.email, s.order_id)),
    array_agg(s.name), array_agg(s.email), array_agg(s.is_paid)
  into stored, has_used_order, names, emails, are_paid
  from signups as s;
  select array_agg(origin.source), array_agg(origin.user_agent)
  into sources, user_agents
  from jsonb_to_recordset(origins) as origin (source text, user_agent text);

  if stored <> jsonb_array_length(origins) or has_used_order
    or private.signup_refusal(names, emails, are_paid, sources, user_agents) is not null
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses a batch of sign-ups when one of them would be refused, or when request.origins does not have one element for each of its rows.';

-- Triggers run in the order of their names. This name sorts before signup_take_spot and signup_welcome, so a refused batch takes no spots
-- and queues no mails.
create trigger signup_guard_together after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.guard_signups();
