-- Rate limits of sign-ups and reported payments: per source, per address and source, and per address from all sources.
--
-- When a sign-up comes in, the guard (10_signup_guard.sql) counts its source with count_attempts and its address with count_address_attempt; for
-- a payment, claim_payment (11_payments.sql) counts the source with count_source. A refusal rolls back its own transaction, and its
-- attempts with it, so the host calls two functions around a request: admit_signups, in the transaction that stores it, refuses a
-- request of more rows than the source has left, and record_signup_attempts counts a refused request in a transaction of its own.

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

-- The first half of a key depends on the address alone, so the attempts for one address are neighbours in the index.
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
  having not private.is_past_address_limit(sum(earlier.count) filter (where earlier.key = full_key), sum(earlier.count))
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and answers true, or answers false and counts nothing after 3 from this source or 100 from all sources in 15 minutes.';

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
  'Counts an attempt of the request''s source, or refuses it. Sign-ups (signup-source) and payments (claim-source) have a limit each.';

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
comment on function private.admit_signups(integer, integer) is
  'Refuses so many sign-ups and payments of a source as one request when they would go over its limits. For the host, in the transaction that stores them.';

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
  'Counts refused sign-ups and payments, which were undone and their attempts with them. An address that is null counts for the source alone. For the host.';
