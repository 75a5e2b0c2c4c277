-- A reported payment takes over one that only an event of the payment provider named.

create function private.claims_of(known public.early_access_users) returns jsonb
language sql stable
as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'order_id', known.order_id, 'amount', known.amount, 'currency', known.currency, 'claimed_at', known.claimed_at
  ))) || known.further_claims
$$;
comment on function private.claims_of(public.early_access_users) is
  'Returns all payments of a paid sign-up as an array: that of the row first, then its further claims.';

create function private.is_event_row(known public.early_access_users) returns boolean
language sql stable
as $$
  select exists (select from private.payment_events e where e.inserted_id = known.id)
    and bool_and(private.is_unreported_order(claim ->> 'order_id'))
  from jsonb_array_elements(private.claims_of(known)) as claim
$$;
comment on function private.is_event_row(public.early_access_users) is
  'Returns whether only events of the payment provider created a row and its payments, so that its name and address were typed at the provider.';

create function private.readdress_signup(known public.early_access_users, reported public.early_access_users) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.early_access_users set name = reported.name, email = reported.email where id = known.id;
  -- A separate statement, because a trigger of the first one overwrites flag_reason.
  update public.early_access_users
  set flag_reason = nullif(
    concat_ws(
      '; ', reported.flag_reason,
      case when known.flag_reason like '%Another payment was reported%' then 'Another payment was reported' end
    ),
    ''
  )
  where id = known.id;
end
$$;
comment on function private.readdress_signup(public.early_access_users, public.early_access_users) is
  'Replaces the name and address of a row that only events created with those that the buyer typed on the site.';

create function private.move_payment(reported public.early_access_users) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  holder public.early_access_users;
  moved jsonb;
  rest jsonb;
  is_event_row boolean;
begin
  select * into holder from public.early_access_users u
  where u.order_id = reported.order_id
    or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', reported.order_id))
  for update;
  select
    jsonb_agg(claim.value) filter (where claim.value ->> 'order_id' = reported.order_id) -> 0,
    coalesce(jsonb_agg(claim.value order by claim.place) filter (where claim.value ->> 'order_id' <> reported.order_id), '[]')
  into moved, rest
  from jsonb_array_elements(private.claims_of(holder)) with ordinality as claim (value, place);
  is_event_row := private.is_event_row(holder);

  if rest <> '[]' then
    update public.early_access_users
    set
      order_id = rest -> 0 ->> 'order_id', amount = (rest -> 0 ->> 'amount')::numeric, currency = rest -> 0 ->> 'currency',
      claimed_at = (rest -> 0 ->> 'claimed_at')::timestamptz, payment_verified = coalesce((rest -> 0 ->> 'verified')::boolean, false),
      further_claims = rest - 0,
      flag_reason = case when jsonb_array_length(rest) > 1 then flag_reason
        else private.without_flag(flag_reason, 'Another payment was reported') end
    where id = holder.id;
    perform private.settle_payments(holder.id);
  elsif is_event_row and not exists (select from public.early_access_users u where u.email = reported.email) then
    perform private.readdress_signup(holder, reported);
    update private.payment_events e set is_unreported = false where e.order_id = reported.order_id;
    return null;
  else
    update public.early_access_users
    set
      is_paid = false, payment_verified = false, amount = null, currency = null, order_id = null, claimed_at = null,
      further_claims = '[]'
    where id = holder.id;
    if is_event_row then
      delete from public.early_access_users where id = holder.id;
    end if;
  end if;
  return moved - 'verified';
end
$$;
comment on function private.move_payment(public.early_access_users) is
  'Removes a payment from the sign-up with the address of its event, to be added to the sign-up with the reported address. Returns the payment, or null when the row itself got the reported name and address.';

create function private.without_flag(flags text, flag text) returns text
language sql immutable
return nullif(array_to_string(array_remove(string_to_array(flags, '; '), flag), '; '), '');
comment on function private.without_flag(text, text) is 'Removes a reason from the reasons of a flag_reason.';

create function private.with_flag(flags text, flag text) returns text
language sql immutable
return case when flag = any (string_to_array(flags, '; ')) then flags else concat_ws('; ', flags, flag) end;
comment on function private.with_flag(text, text) is 'Adds a reason to a flag_reason, unless it contains the reason already.';

create function private.add_claim(known public.early_access_users, claim jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not known.is_paid then
    -- Stores only the payment. Name and consent are not changed, because anyone can report a payment for any address.
    update public.early_access_users
    set
      is_paid = true, amount = (claim ->> 'amount')::numeric, currency = claim ->> 'currency', order_id = claim ->> 'order_id',
      claimed_at = now()
    where id = known.id;
    insert into public.mail_outbox (kind, recipient, data, dedupe_key)
    select
      'welcome_paid', known.email, private.welcome_data(known.name, true, (claim ->> 'amount')::numeric),
      'welcome_paid:' || known.id
    where known.flag_reason is null or private.address_fault(known.email) is null
    on conflict (dedupe_key) do nothing;
  else
    -- Drops the last claim of a full list. Proved payments come first in the list, so that false claims never displace one.
    update public.early_access_users
    set
      further_claims = (further_claims - 99) || claim,
      flag_reason = private.with_flag(flag_reason, 'Another payment was reported')
    where id = known.id;
  end if;
end
$$;
comment on function private.add_claim(public.early_access_users, jsonb) is
  'Adds a payment (order_id, amount, claimed_at, and currency when proved) to a sign-up: on a free sign-up as its payment, otherwise as a further claim.';

create or replace function private.claim_payment() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
  claim jsonb := jsonb_build_object('order_id', new.order_id, 'amount', new.amount, 'claimed_at', now());
  is_moved boolean;
begin
  perform private.refuse_trial();
  perform private.count_source('claim-source');
  -- Serialises payments for one address, so that a report that is sent twice finds the row of the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
  is_moved := private.is_used_order(new.email, new.order_id);
  if is_moved then
    if not private.is_unreported_order(new.order_id) then
      perform private.refuse_used_order(new.email, new.order_id);
    end if;
    new.flag_reason := private.with_flag(new.flag_reason, 'The payment has another address');
    claim := private.move_payment(new);
    if claim is null then
      return null;
    end if;
    new.amount := claim ->> 'amount';
    new.currency := claim ->> 'currency';
  end if;

  select * into known from public.early_access_users u where u.email = new.email for update;
  if private.is_event_row(known) then
    perform private.readdress_signup(known, new);
  end if;
  update private.payment_events e set is_unreported = false where e.order_id = new.order_id and e.is_unreported;
  if known.id is null then
    return new;
  end if;
  if not known.is_paid then
    perform private.add_claim(known, claim);
  elsif known.order_id is distinct from new.order_id
    and not known.further_claims @> jsonb_build_array(jsonb_build_object('order_id', new.order_id))
    and (is_moved or (jsonb_array_length(known.further_claims) < 100
      and private.count_address_attempt(new.email, private.network_source())))
  then
    -- The first claim is never replaced by a report. A source can add three claims in 15 minutes, so that an attacker can neither replace
    -- the first claim nor fill the list before the buyer's own claim is stored.
    perform private.add_claim(known, claim);
  end if;
  if is_moved then
    update public.early_access_users u
    set flag_reason = private.with_flag(u.flag_reason, 'The payment has another address')
    where u.id = known.id;
  end if;
  perform private.settle_payments(known.id);
  return null;
end
$$;

create or replace function private.tidy_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  written_name constant text := new.name;
  written_email constant text := new.email;
begin
  if new.name is null or new.email is null then
    raise not_null_violation using
      message = format(
        'null value in column "%s" of relation "early_access_users" violates not-null constraint',
        case when new.name is null then 'name' else 'email' end
      ),
      schema = 'public', table = 'early_access_users', column = case when new.name is null then 'name' else 'email' end;
  end if;
  new.name := private.tidy_name(written_name);
  new.email := private.tidy_email(written_email);
  if new.is_paid or new.flag_reason is not null then
    new.flag_reason := private.buyer_flag(new.name, new.email);
    if private.name_fault(new.name) is not null then
      new.name := private.sanitise_name(written_name);
    end if;
    if private.email_fault(new.email) is not null then
      new.email := coalesce(nullif(private.sanitise_email(written_email), ''), 'missing:' || new.id);
    end if;
  end if;
  if new.is_paid and tg_op = 'INSERT' then
    -- Locks address and order before the row is inserted, in the same order as record_payment_event, so that the two do not deadlock.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || new.order_id, 0));
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
    -- In a security definer function, current_user is the owner; the setting role still holds the role of the request.
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
