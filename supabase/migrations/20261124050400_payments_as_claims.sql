-- What a buyer's browser reports is stored whoever reports it, as a claim: in a row of its own, or on the row that the address has.
-- Sign-ups and payments have a limit each per source.

create function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- PostgREST may be set up to honour a wish to roll back from everybody, and what is rolled back is not counted.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request that asks for everything to be taken back.';

create function private.count_source(kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  if not private.count_attempt(kind, private.network_source(), per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.count_source(text) is
  'Counts an attempt of the request''s source, or refuses it. Sign-ups (signup-source) and payments (claim-source) have a limit each.';

create or replace function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  perform private.refuse_trial();
  -- First: a source over its limit learns nothing about any address.
  perform private.count_source('signup-source');
  perform private.refuse_taken(new.email);
  if not private.count_address_attempt(new.email, private.network_source()) then
    -- Another attempt may have signed up with the address while this one waited for its turn.
    perform private.refuse_taken(new.email);
    perform private.refuse_too_many();
  end if;

  if private.is_suspicious_user_agent(coalesce(headers ->> 'user-agent', ''))
    or private.is_suspicious_email(new.email)
    or private.is_suspicious_name(new.name) then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  return new;
end
$$;

create function private.claim_payment() returns trigger
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
  if exists (select from public.early_access_users u where u.order_id = new.order_id and u.email <> new.email) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_order_id_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_order_id_key';
  end if;

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
comment on function private.claim_payment() is
  'Stores what a buyer''s browser reports: a new row, or a claim on the row that the address has. Reported again, it changes nothing.';

drop trigger signup_2_guard on public.early_access_users;
create trigger signup_2_guard before insert on public.early_access_users
  for each row
  when (
    new.is_paid is not true
    and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null
  )
  execute function private.guard_signup();

-- After the checks, which say what is wrong with an amount or an order id.
create trigger signup_4_claim before insert on public.early_access_users
  for each row
  when (new.is_paid and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.claim_payment();

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
      not signup.is_paid and (
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
  from (select s.email, s.name, s.is_paid, row_number() over () as place from signups as s) as signup
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

drop function private.admit_signups(integer);
create function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
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

drop function private.record_signup_attempts(text[]);
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

create or replace function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    private.welcome_data(signup.name, signup.is_paid, signup.amount),
    welcome.kind || ':' || signup.id
  from signups as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  -- A buyer is stored with whatever was typed, even what no mail can be sent to.
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  -- An operator may put back somebody whose welcome is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;

create or replace function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*),
    'paid_claims', count(*) filter (where is_paid),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day'),
    'last_week', count(*) filter (where created_at > now() - interval '7 days')
  )
  from public.early_access_users
$$;

create index early_access_users_flagged on public.early_access_users (created_at desc, id) where flag_reason is not null;
