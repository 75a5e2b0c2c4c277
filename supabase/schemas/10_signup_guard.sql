-- Who may sign up.
--
-- When a free sign-up of a visitor comes in, signup_2_guard counts its source (PT429), looks for the address among the sign-ups (23505), counts
-- the address (PT429), and screens user agent, address and name (PT403). For a batch of the host, signup_guard_together asks the same of all
-- rows after they are inserted. The limit of the source comes first, so that a source over its limit learns nothing about an address.

create function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- PostgREST may be set up to honour a wish to roll back from everybody, and what is rolled back is not counted.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request that asks for everything to be taken back.';

create function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
  end if;
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that signed up, in the words of the unique constraint.';

create function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  perform private.refuse_trial();
  -- First: a source over its limit learns nothing about any address.
  perform private.count_source('signup-source');
  perform private.refuse_taken(new.email);
  if not private.count_address_attempt(new.email, private.network_source()) then
    -- Another attempt may have signed up with the address while this one waited for its turn.
    perform private.refuse_taken(new.email);
    perform private.refuse_too_many();
  end if;

  if private.is_suspicious_user_agent(coalesce(headers ->> 'user-agent', ''))
    or private.is_suspicious_email(new.email)
    or private.is_suspicious_name(new.name) then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  return new;
end
$$;
comment on function private.guard_signup() is
  'Refuses a source over its limit, a taken address, too many attempts for an address, and what looks like a program.';

-- The condition of a trigger sees the role that runs the statement; within a security definer function, current_user is its owner.
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
set enable_seqscan = off
set jit = off
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
  stored integer;
  with_origin integer;
  is_refused boolean;
  sources text[];
  buyers_sources text[];
begin
  select
    count(*), count(origin.place),
    -- A buyer is neither screened nor limited by address.
    bool_or(
      (signup.order_id is not null and private.is_used_order(signup.email, signup.order_id))
      or not signup.is_paid and (
        private.is_suspicious_user_agent(origin.user_agent)
        or private.is_suspicious_email(signup.email)
        or private.is_suspicious_name(signup.name)
        -- Only looked at: an address that is stored is taken, and one that is refused is counted when it is asked alone.
        or earlier.from_source >= 3 or earlier.from_all >= 100
      )
    ),
    array_agg(origin.source) filter (where not signup.is_paid),
    array_agg(origin.source) filter (where signup.is_paid)
  into stored, with_origin, is_refused, sources, buyers_sources
  from (select s.email, s.name, s.is_paid, s.order_id, row_number() over () as place from signups as s) as signup
  -- The rows of a statement come in the order in which it stored them, which is that of their origins.
  left join rows from (jsonb_to_recordset(origins) as (source text, user_agent text)) with ordinality
    as origin (source, user_agent, place) on origin.place = signup.place
  cross join private.hash_keys as k
  cross join lateral (
    select
      sum(a.count) filter (
        where a.key = private.signup_address_key(signup.email, origin.source, k.inner_key, k.outer_key)
      ) as from_source,
      sum(a.count) as from_all
    from private.recent_attempts_for_address(
      substr(private.keyed_hash('signup-address:' || signup.email, k.inner_key, k.outer_key), 1, 16)
    ) as a
  ) as earlier;

  if stored <> jsonb_array_length(origins) or with_origin <> stored or is_refused
    or (sources is not null and not private.count_attempts('signup-source', sources, per_source, '1 minute'))
    or (buyers_sources is not null and not private.count_attempts('claim-source', buyers_sources, per_source, '1 minute'))
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses sign-ups of several visitors when one of them had too many attempts or looks like a program.';

-- Its name comes before those of the triggers that take spots and write mails, so a refused batch does not get there.
create trigger signup_guard_together after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.guard_signups();
