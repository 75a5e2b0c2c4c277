-- Limits count attempts of an address and of a network source. What is counted is kept as a keyed hash for 15 minutes,
-- so the table names nobody, not even to somebody who reads a backup.

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

create function private.keyed_hash(value text) returns bytea
language sql stable
as $$
  -- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
  select sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')))
  from private.hash_keys
$$;
comment on function private.keyed_hash(text) is 'A hash that cannot be made, or tried out, without this database''s keys.';

create table private.attempts (
  key bytea not null,
  at timestamptz not null,
  count integer not null default 1,
  primary key (key, at)
);
comment on table private.attempts is 'Attempts of the last 15 minutes, by the keyed hash of an address or a source.';

alter table private.attempts enable row level security;
create index attempts_at on private.attempts (at);

create function private.count_attempt(kind text, value text, most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  hashed constant bytea := private.keyed_hash(kind || ':' || value);
  -- Attempts of one tick share a row: a source with a high limit must not cost a row each.
  moment constant timestamptz := case when tick = '0' then clock_timestamp() else date_bin(tick, now(), 'epoch') end;
begin
  -- Attempts of the same key wait for each other, or twenty at once would all be the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(hashed, 'hex'), 0));
  if (select coalesce(sum(a.count), 0) >= most from private.attempts a
      where a.key = hashed and a.at > now() - interval '15 minutes') then
    return false;
  end if;
  insert into private.attempts as a (key, at) values (hashed, moment)
  on conflict (key, at) do update set count = a.count + 1;
  -- Now and then whoever comes by sweeps up; what somebody else is busy with stays for the next.
  if random() < 0.02 then
    delete from private.attempts where ctid in (
      select a.ctid from private.attempts a where a.at < now() - interval '16 minutes' limit 1000 for update skip locked
    );
  end if;
  return true;
end
$$;
comment on function private.count_attempt(text, text, integer, interval) is
  'Counts an attempt and answers true, or answers false and counts nothing when there were too many in 15 minutes.';

create function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  -- Our own server says where a request came from. Hosted Supabase has it in the header of its edge, which clients can't set.
  told constant text := nullif(current_setting('request.source', true), '');
  address inet;
begin
  if told is not null then
    return told;
  end if;
  address := coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1));
  return case
    when address is null then 'unknown'
    when family(address) = 6 then network(set_masklen(address, 64))::text
    else host(address)
  end;
exception
  when invalid_text_representation then
    return 'unknown';
end
$$;
comment on function private.network_source() is 'The network that a request came from: an IPv4 address, or the /64 of an IPv6 one.';
