-- Comments inside these functions use standard terms. What the functions do is unchanged.

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
  -- One attempt in fifty deletes expired rows.
  if counted and random() < 0.02 then
    perform private.sweep_attempts(1000);
  end if;
  return counted;
end
$$;

create or replace function private.count_attempts(kind text, names text[], most integer, tick interval) returns boolean
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

create or replace function private.claim_payment() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
begin
  perform private.refuse_trial();
  perform private.count_source('claim-source');
  -- Payments for one address wait for each other: the same one sent twice must find itself.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
  perform private.refuse_used_order(new.email, new.order_id);

  select * into known from public.early_access_users u where u.email = new.email for update;
  if not found then
    return new;
  end if;
  if not known.is_paid then
    -- Only what was reported is noted. Name and consent stay: anybody can report a payment for anybody's address.
    update public.early_access_users
    set is_paid = true, amount = new.amount, order_id = new.order_id, claimed_at = now()
    where id = known.id;
    insert into public.mail_outbox (kind, recipient, data, dedupe_key)
    values ('welcome_paid', known.email, private.welcome_data(known.name, true, new.amount), 'welcome_paid:' || known.id)
    on conflict (dedupe_key) do nothing;
  elsif known.order_id is distinct from new.order_id
    and not known.further_claims @> jsonb_build_array(jsonb_build_object('order_id', new.order_id))
    and jsonb_array_length(known.further_claims) < 100
    and private.count_address_attempt(new.email, private.network_source())
  then
    -- The first claim stands. One source adds three in 15 minutes, so that an attacker can neither take the first one's place
    -- nor fill the list before the buyer's own claim comes.
    update public.early_access_users
    set
      further_claims = further_claims
        || jsonb_build_object('order_id', new.order_id, 'amount', new.amount, 'claimed_at', now()),
      flag_reason = case
        when flag_reason like '%Another payment was reported' then flag_reason
        else concat_ws('; ', flag_reason, 'Another payment was reported')
      end
    where id = known.id;
  end if;
  return null;
end
$$;

create or replace function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  room integer;
  for_accounts uuid[];
  for_team uuid[];
  for_others uuid[];
begin
  -- One transaction at a time, so that the global rate limit is exact. Sending happens after the commit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  room := private.public_mail_room();
  select coalesce(array_agg(id), '{}') into for_accounts from (
    select m.id from public.mail_outbox m
    where starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to, room)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to - cardinality(for_accounts)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_others from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_accounts || for_team || for_others, lease_seconds);
end
$$;

create or replace function public.erase_person(email text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
  fault constant text := private.address_fault(coalesce(address, ''));
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
begin
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  insert into private.erased_people as e (hash, erased_at) values (private.person_hash(address), clock_timestamp())
  on conflict (hash) do update set erased_at = excluded.erased_at;

  with gone as (
    delete from public.contact_messages m where lower(m.email collate "C") = address returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  -- The server deletes mail files of this address when it receives the notification. The payload is empty, so it reveals no address.
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
  );
end
$$;
