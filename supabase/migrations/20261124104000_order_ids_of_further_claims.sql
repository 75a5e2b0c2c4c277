-- An order id that was reported for another address is refused, whether it stands there as the first claim or among the further ones. Only the
-- first claim was unique: to report an order for an address and then for a second one was answered 201 where the first address had
-- paid before, and 409 otherwise.

create index early_access_users_further_claims on public.early_access_users using gin (further_claims jsonb_path_ops);

create function private.is_used_order(address text, order_id text) returns boolean
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  -- Two reports of one order wait for each other, or neither would find the other's.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || is_used_order.order_id, 0));
  return exists (
      select from public.early_access_users u
      where u.order_id = is_used_order.order_id and u.email <> address
    )
    or exists (
      select from public.early_access_users u
      where u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', is_used_order.order_id))
        and u.email <> address
    );
end
$$;
comment on function private.is_used_order(text, text) is 'Whether an order id was reported for another address.';

create function private.refuse_used_order(address text, order_id text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_used_order(address, order_id) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_order_id_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_order_id_key';
  end if;
end
$$;
comment on function private.refuse_used_order(text, text) is
  'Refuses an order id that was reported for another address, in the words of the unique constraint of order ids.';

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
    -- The first claim stands. One source adds three in 15 minutes, so that a stranger can neither take the first one's place
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

-- A free sign-up may name an order id too; its trigger comes after the checks, as that of a payment does.
create function private.refuse_used_order_of_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_used_order(new.email, new.order_id);
  return new;
end
$$;
comment on function private.refuse_used_order_of_signup() is 'Refuses a free sign-up that names the order id of another address.';

create trigger signup_5_order before insert on public.early_access_users
  for each row
  when (
    new.is_paid is not true and new.order_id is not null
    and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null
  )
  execute function private.refuse_used_order_of_signup();

-- A group of sign-ups in which an order id is used is refused as a whole, and each is then asked alone.
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
  buyers_sources text[];
begin
  select
    count(*), count(origin.place),
    -- A buyer is neither screened nor limited by address.
    bool_or(
      (signup.order_id is not null and private.is_used_order(signup.email, signup.order_id))
      or not signup.is_paid and (
        private.is_suspicious_user_agent(origin.user_agent)
        or private.is_suspicious_email(signup.email)
        or private.is_suspicious_name(signup.name)
        -- Only looked at: an address that is stored is taken, and one that is refused is counted when it is asked alone.
        or earlier.from_source >= 3 or earlier.from_all >= 100
      )
    ),
    array_agg(origin.source) filter (where not signup.is_paid),
    array_agg(origin.source) filter (where signup.is_paid)
  into stored, with_origin, is_refused, sources, buyers_sources
  from (select s.email, s.name, s.is_paid, s.order_id, row_number() over () as place from signups as s) as signup
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
    or (sources is not null and not private.count_attempts('signup-source', sources, per_source, '1 minute'))
    or (buyers_sources is not null and not private.count_attempts('claim-source', buyers_sources, per_source, '1 minute'))
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
