-- The limit of a source is asked before anything about an address is answered, and the limit of an address counts per source: three
-- refused attempts of a stranger elsewhere do not keep its owner from signing up. A last line of a hundred attempts counts all sources.

-- Attempts for one address lie next to each other in the index: 16 bytes of its hash, then 16 of the source's.
create function private.signup_address_key(email text, source text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
return substr(private.keyed_hash('signup-address:' || email, inner_key, outer_key), 1, 16)
  || substr(private.keyed_hash('signup-address-from:' || source, inner_key, outer_key), 1, 16);
comment on function private.signup_address_key(text, text, bytea, bytea) is
  'The key that attempts for an address from a source are counted under. Its first half is the address''s alone.';

create function private.recent_attempts_for_address(half_key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  where a.key between half_key and half_key || '\xffffffffffffffffffffffffffffffff'::bytea
    -- Written so that the index of all times cannot serve it: with few rows it would look as good.
    and a.at + interval '15 minutes' > now() and a.at - interval '15 minutes' < now()
$$;
comment on function private.recent_attempts_for_address(bytea) is
  'The attempts of the last 15 minutes for one address, from all sources, by the first half of their keys.';

create function private.count_address_attempt(email text, source text) returns boolean
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
  having coalesce(sum(earlier.count) filter (where earlier.key = full_key), 0) < 3 and coalesce(sum(earlier.count), 0) < 100
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and answers true, or answers false and counts nothing after 3 from this source or 100 from all sources in 15 minutes.';

create function private.refuse_too_many() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- One sentence for all limits: it must not tell which it was.
  raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
end
$$;
comment on function private.refuse_too_many() is 'Refuses an attempt past a limit.';

create or replace function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
  source constant text := private.network_source();
begin
  -- PostgREST may be set up to honour a wish to roll back from everybody, and what is rolled back is not counted.
  if headers ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
  -- First: a source over its limit learns nothing about any address.
  if not private.count_attempt('signup-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  perform private.refuse_taken(new.email);
  if not private.count_address_attempt(new.email, source) then
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

create or replace function private.guard_signups() returns trigger
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
begin
  select
    count(*), count(origin.place),
    bool_or(
      private.is_suspicious_user_agent(origin.user_agent)
      or private.is_suspicious_email(signup.email)
      or private.is_suspicious_name(signup.name)
      -- Only looked at: an address that is stored is taken, and one that is refused is counted when it is asked alone.
      or earlier.from_source >= 3 or earlier.from_all >= 100
    ),
    array_agg(origin.source)
  into stored, with_origin, is_refused, sources
  from (select s.email, s.name, row_number() over () as place from signups as s) as signup
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
    or not private.count_attempts('signup-source', sources, per_source, '1 minute')
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;

drop function private.record_signup_attempt(text, text);

create function private.admit_signups(wanted integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  -- Until the end of the transaction: refused attempts are counted by then, so a burst cannot get in before its own count.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || source, 0));
  if per_source < wanted + (
    select coalesce(sum(earlier.count), 0)
    from private.hash_keys as k, private.recent_attempts(private.keyed_hash('signup-source:' || source, k.inner_key, k.outer_key)) as earlier
  ) then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.admit_signups(integer) is
  'Refuses so many sign-ups of a source as one request when they would go over its limit. For the host, in the transaction that stores them.';

create function private.record_signup_attempts(emails text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant text := private.network_source();
begin
  perform private.count_attempts('signup-source', array_fill(source, array[cardinality(emails)]), 1000000, '1 minute');
  perform private.count_address_attempt(private.tidy_email(email), source) from unnest(emails) as email where email is not null;
end
$$;
comment on function private.record_signup_attempts(text[]) is
  'Counts refused sign-ups, which were undone and their attempts with them. An address that is null counts for the source alone. For the host.';
