-- Rate limits. Attempts are counted per network source and per address over 15 minutes, under a keyed hash, so that neither the table nor
-- a backup of it contains an address.
--
-- When a sign-up, payment, message or request for a welcome comes in: network_source returns where it came from, and count_attempt or
-- count_attempts adds it to private.attempts or returns false, in which case the caller refuses it with refuse_too_many. Attempts under one
-- key are serialised with an advisory lock; without it, twenty concurrent ones would all be the first. sweep_attempts deletes old attempts,
-- called at random by one attempt in fifty. 09_signup_limits.sql has what only sign-ups need.
--
-- Functions with `enable_seqscan = off`: a connection caches their plans. A plan made while the table was empty would scan all of it until
-- the next ANALYZE. `jit = off` belongs to it: PostgreSQL before 18 disables a scan by giving it an enormous cost, which triggers JIT
-- compilation (50 ms a statement) where the scan is used all the same, as for the one row of hash_keys.

create table private.hash_keys (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.hash_keys is 'Two random keys of 32 bytes, made by the database and known to nobody else.';

alter table private.hash_keys enable row level security;
insert into private.hash_keys (inner_key, outer_key) values (
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

create table private.attempts (
  key bytea not null,
  at timestamptz not null,
  count integer not null default 1,
  primary key (key, at)
);
comment on table private.attempts is 'Attempts of the last 15 minutes, by the keyed hash of an address or a source.';

alter table private.attempts enable row level security;
create index attempts_at on private.attempts (at);

create function private.keyed_hash(value text) returns bytea
language sql stable
as $$
  -- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
  select sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')))
  from private.hash_keys
$$;
comment on function private.keyed_hash(text) is 'A hash that cannot be made, or tried out, without this database''s keys.';

-- Stable and not immutable, because convert_to is only stable: otherwise PostgreSQL would not make it part of the calling query.
create function private.keyed_hash(value text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
-- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
return sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')));
comment on function private.keyed_hash(text, bytea, bytea) is 'A hash that cannot be made, or tried out, without both keys.';

create function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- Our own server says where a request came from.
  told constant text := nullif(current_setting('request.source', true), '');
begin
  if told is not null then
    return told;
  end if;
  -- A block that catches is a transaction within the transaction: only where it is needed.
  declare
    headers constant jsonb := nullif(current_setting('request.headers', true), '');
    header constant text := coalesce(nullif(current_setting('app.source_header', true), ''), 'cf-connecting-ip');
    address inet;
  begin
    -- Here and not above: an error of a declaration is not caught.
    address := btrim(headers ->> header);
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
comment on function private.network_source() is
  'The network that a request came from: an IPv4 address, or the /64 of an IPv6 one; ''unknown'', which all share, without a valid one. The header is app.source_header, by default that of Supabase''s edge.';

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

create function private.sweep_attempts(limit_to integer) returns void
language sql
set search_path = ''
-- A plan made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
  delete from private.attempts where ctid in (
    -- What somebody else is busy with stays for the next.
    select a.ctid from private.attempts a where a.at < now() - interval '16 minutes'
    order by a.at limit limit_to for update skip locked
  )
$$;
comment on function private.sweep_attempts(integer) is
  'Deletes attempts that no limit looks at any more, at most that many.';

-- For a single attempt; count_attempts does the same for several, and takes 0.5 ms longer for one.
create function private.count_attempt(kind text, value text, most integer, tick interval) returns boolean
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
  -- One attempt in fifty deletes expired rows.
  if counted and random() < 0.02 then
    perform private.sweep_attempts(1000);
  end if;
  return counted;
end
$$;
comment on function private.count_attempt(text, text, integer, interval) is
  'Counts an attempt and answers true, or answers false and counts nothing when there were too many in 15 minutes.';

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

  -- One attempt in fifty deletes expired rows.
  if random() < 0.02 * counted then
    perform private.sweep_attempts(1000);
  end if;
  return counted = cardinality(keys);
end
$$;
comment on function private.count_attempts(text, text[], integer, interval) is
  'Counts an attempt for each name, a name as often as it is there, and answers true; answers false when a name had too many in 15 minutes, which is not counted then.';

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
