-- Rate limits of sign-ups and reported payments: per source and the networks around it (06_limits.sql), and per e-mail address
-- (attempts_per_address, attempts_of_all_per_address).
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

create function private.attempts_per_address() returns integer
language sql immutable
return 3;
comment on function private.attempts_per_address() is 'Returns how many sign-up attempts for an address a source may make in 15 minutes.';

create function private.attempts_of_all_per_address() returns integer
language sql immutable
return 100;
comment on function private.attempts_of_all_per_address() is
  'Returns how many sign-up attempts for an address all sources together may make in 15 minutes.';

create function private.count_address_attempt(email text, source text) returns boolean
language sql
set search_path = ''
return private.count_attempts(
  'signup-address:' || email, array[source], private.attempts_per_address(), private.attempts_of_all_per_address()
);
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and returns true, or returns false without counting it over the limit of the source or of all sources.';

create function private.is_past_address_limit(of_source bigint, of_middle bigint, of_widest bigint, of_all bigint) returns boolean
language sql immutable
return not private.is_within(
  of_source + 1, of_middle + 1, of_widest + 1,
  private.attempts_per_address(), private.share_of(private.attempts_of_all_per_address(), of_all)
);
comment on function private.is_past_address_limit(bigint, bigint, bigint, bigint) is
  'Returns whether count_address_attempt would refuse another attempt for an address, from the numbers that recent_counts returns.';

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
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || private.network_around(source, 48, 24), 0));
  if exists (
    select
    from
      (
        select private.attempt_key(kinds.kind, source, k.inner_key, k.outer_key) as key, kinds.number
        from private.hash_keys as k, (values ('signup-source', wanted), ('claim-source', claims)) as kinds (kind, number)
        -- Computes each key once: recent_counts is inlined and would compute it for each row that it reads.
        offset 0
      ) as asked,
      private.recent_counts(asked.key, false) as earlier
    where asked.number > 0 and not private.is_within(
      earlier.of_source + asked.number, earlier.of_middle + asked.number, earlier.of_widest + asked.number, per_source, null
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
  per_source constant integer := private.signups_per_source();
begin
  if cardinality(emails) > 0 then
    perform private.count_attempts('signup-source', array_fill(source, array[cardinality(emails)]), per_source);
    perform private.count_address_attempt(private.tidy_email(email), source) from unnest(emails) as email where email is not null;
  end if;
  if claims > 0 then
    perform private.count_attempts('claim-source', array_fill(source, array[claims]), per_source);
  end if;
end
$$;
comment on function private.record_signup_attempts(text[], integer) is
  'Counts refused sign-ups and payments, whose counted attempts were rolled back. A null address counts only for the source. Only the host calls it.';
