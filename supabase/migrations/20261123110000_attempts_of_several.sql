-- Attempts of several at once are counted with one statement. One alone keeps its own function, which is quicker by half a millisecond.

create function private.keyed_hash(value text, inner_key bytea, outer_key bytea) returns bytea
language sql immutable
-- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
return sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')));
comment on function private.keyed_hash(text, bytea, bytea) is 'A hash that cannot be made, or tried out, without both keys.';

create function private.recent_attempts(key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  -- Compared as a pair: with the time alone, the index of all times would do, too, and look as good while there are few.
  where a.key = recent_attempts.key and (a.key, a.at) > (recent_attempts.key, now() - interval '15 minutes')
    -- What a clock that was ahead has counted, is not counted for as long as it was ahead.
    and a.at < now() + interval '15 minutes'
$$;
comment on function private.recent_attempts(bytea) is 'What limits look at: the attempts of a key in the last 15 minutes.';

create function private.count_attempts(kind text, names text[], most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
-- Plans made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
declare
  -- Attempts of one tick share a row: a source with a high limit must not cost a row each.
  moment constant timestamptz := case when tick = '0' then clock_timestamp() else date_bin(tick, now(), 'epoch') end;
  keys bytea[];
  counts integer[];
  counted integer;
begin
  select array_agg(hashed.key order by hashed.key), array_agg(hashed.count order by hashed.key)
  into keys, counts
  from (
    select private.keyed_hash(count_attempts.kind || ':' || named.name, k.inner_key, k.outer_key) as key, named.count
    from private.hash_keys as k, (select name, count(*)::integer as count from unnest(names) as name group by name) as named
  ) as hashed;

  -- Attempts of the same key wait for each other, or twenty at once would all be the first. All take several in the same order.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(key, 'hex'), 0))
  from unnest(keys) as key;

  insert into private.attempts as a (key, at, count)
  select now_counted.key, moment, now_counted.count
  from unnest(keys, counts) as now_counted (key, count)
  where most >= now_counted.count + (
    select coalesce(sum(earlier.count), 0) from private.recent_attempts(now_counted.key) as earlier
  )
  on conflict (key, at) do update set count = a.count + excluded.count;
  get diagnostics counted = row_count;

  -- Now and then whoever comes by sweeps up.
  if random() < 0.02 * counted then
    perform private.sweep_attempts(1000);
  end if;
  return counted = cardinality(keys);
end
$$;
comment on function private.count_attempts(text, text[], integer, interval) is
  'Counts an attempt for each name, a name as often as it is there, and answers true; answers false when a name had too many in 15 minutes, which is not counted then.';

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
  where most > (select coalesce(sum(earlier.count), 0) from private.recent_attempts(hashed) as earlier)
  on conflict (key, at) do update set count = a.count + 1;
  counted := found;
  -- Now and then whoever comes by sweeps up.
  if counted and random() < 0.02 then
    perform private.sweep_attempts(1000);
  end if;
  return counted;
end
$$;
