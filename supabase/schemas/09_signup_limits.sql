-- Rate limits of sign-ups and reported payments: per client IP network (the source), per e-mail address and source, and per e-mail address
-- from all sources.
--
-- For a sign-up, the guard (10_signup_guard.sql) counts the source with count_attempts and the address with count_address_attempt. For a
-- payment, claim_payment (11_payments.sql) counts the source with count_source. A refusal rolls back its transaction, including the counted
-- attempts, so the server calls two functions: admit_signups, in the transaction that stores a request, refuses a request with more rows
-- than its source has attempts left; record_signup_attempts counts a refused request in a separate transaction.

create function private.signups_per_source() returns integer
language sql stable
return coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
comment on function private.signups_per_source() is
  'Returns how many sign-ups a source may make in 15 minutes, and how many payments it may report: LIMIT_SIGNUPS_PER_SOURCE of the host, or 30.';

create function private.is_past_address_limit(from_source bigint, from_all bigint) returns boolean
language sql immutable
return coalesce(from_source, 0) >= 3 or coalesce(from_all, 0) >= 100;
comment on function private.is_past_address_limit(bigint, bigint) is
  'Returns whether an address has reached its limit of attempts in 15 minutes: 3 from one source, or 100 from all sources.';

-- The first half of a rate-limit key depends only on the e-mail address, so all attempts for one address are adjacent in the index.
create function private.signup_address_key(email text, source text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
return substr(private.keyed_hash('signup-address:' || email, inner_key, outer_key), 1, 16)
  || substr(private.keyed_hash('signup-address-from:' || source, inner_key, outer_key), 1, 16);
comment on function private.signup_address_key(text, text, bytea, bytea) is
  'Returns the key under which attempts for an address from a source are counted. Its first half depends only on the address.';

create function private.recent_attempts_for_address(half_key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  where a.key between half_key and half_key || '\xffffffffffffffffffffffffffffffff'::bytea
    -- Arithmetic on the column keeps the planner from using the index attempts_at, whose estimated cost is as low while the table is small.
    and a.at + interval '15 minutes' > now() and a.at - interval '15 minutes' < now()
$$;
comment on function private.recent_attempts_for_address(bytea) is
  'Returns the attempts of the last 15 minutes for one address from all sources, by the first half of their keys.';

create function private.count_address_attempt(email text, source text) returns boolean
language plpgsql
set search_path = ''
-- Disables sequential scans: a plan cached while private.attempts was small would use one until the next ANALYZE.
set enable_seqscan = off
set jit = off
as $$
declare
  full_key bytea;
begin
  select private.signup_address_key(email, source, k.inner_key, k.outer_key) into full_key from private.hash_keys as k;
  -- Serialises attempts for one address; without the lock, twenty concurrent attempts would all read a count of zero.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(encode(substr(full_key, 1, 16), 'hex'), 0));
  insert into private.attempts as a (key, at)
  select full_key, clock_timestamp()
  from private.recent_attempts_for_address(substr(full_key, 1, 16)) as earlier
  having not private.is_past_address_limit(sum(earlier.count) filter (where earlier.key = full_key), sum(earlier.count))
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and returns true, or returns false without counting it after 3 from this source or 100 from all sources in 15 minutes.';

create function private.count_source(kind text) returns void
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
comment on function private.count_source(text) is
  'Counts an attempt of the source of the request, or refuses it (PT429). Sign-ups (signup-source) and payments (claim-source) have separate limits.';

create function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := private.signups_per_source();
begin
  -- The lock is held until the end of the transaction. Refused attempts are counted by then, so concurrent requests of a burst cannot pass
  -- before the earlier ones are counted.
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
comment on function private.admit_signups(integer, integer) is
  'Refuses a request whose sign-ups and payments would exceed the limits of its source (PT429). The host calls it in the transaction that stores them.';

create function private.record_signup_attempts(emails text[], claims integer) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant text := private.network_source();
begin
  if cardinality(emails) > 0 then
    perform private.count_attempts('signup-source', array_fill(source, array[cardinality(emails)]), 1000000, '1 minute');
    perform private.count_address_attempt(private.tidy_email(email), source) from unnest(emails) as email where email is not null;
  end if;
  if claims > 0 then
    perform private.count_attempts('claim-source', array_fill(source, array[claims]), 1000000, '1 minute');
  end if;
end
$$;
comment on function private.record_signup_attempts(text[], integer) is
  'Counts refused sign-ups and payments, whose counted attempts were rolled back. A null address counts only for the source. Only the host calls it.';
