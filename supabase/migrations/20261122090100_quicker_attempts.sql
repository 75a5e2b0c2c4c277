-- Counting an attempt with fewer statements: the lock is asked for without one while nobody else holds it, and the count
-- is looked at by the statement that raises it. What is old is found by its index.

create function private.sweep_attempts(limit_to integer) returns void
language sql
set search_path = ''
-- A plan made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
as $$
  delete from private.attempts where ctid in (
    -- What somebody else is busy with stays for the next.
    select a.ctid from private.attempts a where a.at < now() - interval '16 minutes'
    order by a.at limit limit_to for update skip locked
  )
$$;
comment on function private.sweep_attempts(integer) is
  'Deletes attempts that no limit looks at any more, at most that many.';

create or replace function private.count_attempt(kind text, value text, most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  hashed constant bytea := private.keyed_hash(kind || ':' || value);
  -- Attempts of one tick share a row: a source with a high limit must not cost a row each.
  moment constant timestamptz := case when tick = '0' then clock_timestamp() else date_bin(tick, now(), 'epoch') end;
  turn constant bigint := pg_catalog.hashtextextended(pg_catalog.encode(hashed, 'hex'), 0);
  counted boolean;
begin
  -- Attempts of the same key wait for each other, or twenty at once would all be the first.
  if not pg_catalog.pg_try_advisory_xact_lock(turn) then
    perform pg_catalog.pg_advisory_xact_lock(turn);
  end if;
  insert into private.attempts as a (key, at)
  select hashed, moment
  where most > (
    select coalesce(sum(earlier.count), 0) from private.attempts earlier
    where earlier.key = hashed and earlier.at > now() - interval '15 minutes'
  )
  on conflict (key, at) do update set count = a.count + 1;
  counted := found;
  -- Now and then whoever comes by sweeps up.
  if counted and random() < 0.02 then
    perform private.sweep_attempts(1000);
  end if;
  return counted;
end
$$;

create or replace function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- Our own server says where a request came from. Hosted Supabase has it in the header of its edge, which clients can't set.
  told constant text := nullif(current_setting('request.source', true), '');
begin
  if told is not null then
    return told;
  end if;
  -- A block that catches is a transaction within the transaction: only for whoever needs it.
  declare
    headers constant jsonb := nullif(current_setting('request.headers', true), '');
    address inet;
  begin
    address := coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1));
    return case
      when address is null then 'unknown'
      when family(address) = 6 then network(set_masklen(address, 64))::text
      else host(address)
    end;
  exception
    when invalid_text_representation then
      return 'unknown';
  end;
end
$$;
