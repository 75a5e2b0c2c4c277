-- Who may sign up is asked in one place. Before, guard_signup asked it of one sign-up and guard_signups of a batch, and a rule that was added
-- to one of them only would have been missing from the other. What is refused, in which order and with which words stays as it was.

create function private.signups_per_source() returns integer
language sql stable
return coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
comment on function private.signups_per_source() is
  'How many sign-ups a source may make in 15 minutes, and how many payments it may report: LIMIT_SIGNUPS_PER_SOURCE of the host, or 30.';

create function private.is_past_address_limit(from_source bigint, from_all bigint) returns boolean
language sql immutable
return coalesce(from_source, 0) >= 3 or coalesce(from_all, 0) >= 100;
comment on function private.is_past_address_limit(bigint, bigint) is
  'Whether an address had too many attempts in 15 minutes: 3 from one source, or 100 from all sources.';

create or replace function private.count_address_attempt(email text, source text) returns boolean
language plpgsql
set search_path = ''
-- Plans made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
declare
  full_key bytea;
begin
  select private.signup_address_key(email, source, k.inner_key, k.outer_key) into full_key from private.hash_keys as k;
  -- Attempts for one address wait for each other, or twenty at once would all be the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(encode(substr(full_key, 1, 16), 'hex'), 0));
  insert into private.attempts as a (key, at)
  select full_key, clock_timestamp()
  from private.recent_attempts_for_address(substr(full_key, 1, 16)) as earlier
  having not private.is_past_address_limit(sum(earlier.count) filter (where earlier.key = full_key), sum(earlier.count))
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;

create or replace function private.count_source(kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  per_source constant integer := private.signups_per_source();
begin
  if not private.count_attempt(kind, private.network_source(), per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
end
$$;

create or replace function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := private.signups_per_source();
begin
  -- Until the end of the transaction: refused attempts are counted by then, so a burst cannot get in before its own count.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || source, 0));
  if exists (
    select
    from private.hash_keys as k, (values ('signup-source:', wanted), ('claim-source:', claims)) as asked (kind, number)
    where asked.number > 0 and per_source < asked.number + (
      select coalesce(sum(earlier.count), 0)
      from private.recent_attempts(private.keyed_hash(asked.kind || source, k.inner_key, k.outer_key)) as earlier
    )
  ) then
    perform private.refuse_too_many();
  end if;
end
$$;

create or replace function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  -- One for each sign-up and each payment that a source may report, see guard_signup.
  per_source constant integer := 2 * private.signups_per_source();
  welcome_key text;
  waiting uuid;
begin
  -- No source: the operators' own, who are not counted.
  if source <> '' and not private.count_attempt('welcome-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  select case when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- An unknown address is looked up here as well, with a key that no mail has, and takes as long as a known one.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.welcome_mail_room(private.public_mail_room()) = 0
  );
end
$$;

create function private.signup_refusal(
  names text[], emails text[], are_paid boolean[], sources text[], user_agents text[]
) returns text
language plpgsql
set search_path = ''
-- Planned once, as sign_up_together is: PostgreSQL takes an array of one element to be cheaper than its estimate of ten.
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
  -- One query for all of them, whose plan the connection caches. A buyer is neither screened nor limited by address.
  select
    array_agg(signup.source) filter (where not signup.is_paid),
    array_agg(signup.source) filter (where signup.is_paid),
    bool_or(not signup.is_paid and private.is_past_address_limit(earlier.from_source, earlier.from_all)),
    bool_or(not signup.is_paid and (
      private.is_suspicious_user_agent(signup.user_agent)
      or private.is_suspicious_email(signup.email)
      or private.is_suspicious_name(signup.name)
    ))
  into free_sources, paid_sources, is_past_limit, is_suspicious
  from unnest(names, emails, are_paid, sources, user_agents) as signup (name, email, is_paid, source, user_agent)
  cross join private.hash_keys as k
  cross join lateral (
    select
      sum(a.count) filter (
        where a.key = private.signup_address_key(signup.email, signup.source, k.inner_key, k.outer_key)
      ) as from_source,
      sum(a.count) as from_all
    from private.recent_attempts_for_address(
      substr(private.keyed_hash('signup-address:' || signup.email, k.inner_key, k.outer_key), 1, 16)
    ) as a
  ) as earlier;

  if (free_sources is not null and not private.count_attempts('signup-source', free_sources, per_source, '1 minute'))
    or (paid_sources is not null and not private.count_attempts('claim-source', paid_sources, per_source, '1 minute'))
  then
    return 'source limit';
  end if;
  return case when is_past_limit then 'address limit' when is_suspicious then 'screening' end;
end
$$;
comment on function private.signup_refusal(text[], text[], boolean[], text[], text[]) is
  'Counts sign-ups for their sources, and returns why they may not all sign up: source limit, address limit, screening; or null when they may. The arrays have one element for each sign-up.';

create or replace function private.guard_signup() returns trigger
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

create or replace function private.guard_signups() returns trigger
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
  -- array_agg returns the rows in the order in which the statement stored them, which is the order of their origins.
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
  'Refuses a batch of sign-ups when one of them may not sign up, or when the origins are not those of its rows.';
