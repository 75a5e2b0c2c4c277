-- What a clock that was ahead has counted, is not counted for as long as it was ahead.

create or replace function private.count_attempt(kind text, value text, most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
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
    -- Compared as a pair: with the time alone, the index of all times would do, too, and look as good while there are few.
    where earlier.key = hashed and (earlier.key, earlier.at) > (hashed, now() - interval '15 minutes')
      and earlier.at < now() + interval '15 minutes'
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
