-- Payments that the payment provider proves. The edge function payment-webhook verifies the signature of each event of the provider and
-- calls record_payment_event, which stores the event once and then settles the sign-up that has the event's order:
--   payment_verified, amount and currency follow from the stored events, so that the order in which events and reports arrive has no effect
--   a payment is proved from its event "paid" on, except after a full refund, or while the money is withdrawn because of a dispute
--   proved payments come before unverified claims, and among them the earliest is the payment of the row; the rest are further_claims
--
-- A "paid" event finds its sign-up by the order id (the id of the Checkout session), whatever the addresses are:
--   a sign-up has the order                   it is verified; it is flagged when the event names another address, and keeps its own
--   none has it, the address has a sign-up    the payment is added to it
--   otherwise                                 a new row is inserted, as for a reported payment
-- In the last two cases, the address is the one typed at the provider. When the browser then reports another address for the order
-- (11_payments.sql), the payment moves there, so that the result is the same as when the report comes first.
--
-- Locks are taken in this order: payment, address, order, row.

create table private.payment_events (
  id text primary key check (id ~ '^[\x21-\x7e]{1,255}$'),
  type text not null check (type in ('paid', 'refunded', 'withdrawn', 'reinstated')),
  order_id text check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  payment_id text check (payment_id ~ '^[\x21-\x7e]{1,255}$'),
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_unreported boolean not null default false,
  inserted_id uuid,
  constraint payment_events_order_check check ((type = 'paid') = (order_id is not null)),
  constraint payment_events_payment_check check (type = 'paid' or payment_id is not null)
);
comment on table private.payment_events is
  'Events of the payment provider, once each. Only "paid" names the order; later events name the payment of that order.';
comment on column private.payment_events.is_unreported is
  'Whether the event chose the address of the sign-up, because no browser had reported the order; false once one has.';
comment on column private.payment_events.inserted_id is 'The id of the sign-up that the event inserted; null when it inserted none.';

create index payment_events_order_id on private.payment_events (order_id);
create index payment_events_payment_id on private.payment_events (payment_id);
create index payment_events_received_at on private.payment_events (received_at);
create index payment_events_inserted_id on private.payment_events (inserted_id);
alter table private.payment_events enable row level security;

create function private.is_proved(order_id text) returns boolean
language sql stable
as $$
  select case when count(*) filter (where e.order_id = is_proved.order_id) > 0 then
    count(*) filter (where e.type = 'refunded') = 0
    and count(*) filter (where e.type = 'withdrawn') <= count(*) filter (where e.type = 'reinstated')
  end
  from private.payment_events e
  where e.order_id = is_proved.order_id
    or e.payment_id in (select paid.payment_id from private.payment_events paid where paid.order_id = is_proved.order_id)
$$;
comment on function private.is_proved(text) is
  'Returns whether the payment of an order was made and not refunded or withdrawn since; null when no event names the order.';

create function private.is_unreported_order(order_id text) returns boolean
language sql stable
as $$
  select exists (
    select from private.payment_events e where e.order_id = is_unreported_order.order_id and e.is_unreported
  )
$$;
comment on function private.is_unreported_order(text) is
  'Returns whether the address of an order comes from an event of the payment provider and no browser has reported the order.';

create function private.claims_of(known public.early_access_users) returns jsonb
language sql stable
as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'order_id', known.order_id, 'amount', known.amount, 'currency', known.currency, 'claimed_at', known.claimed_at
  ))) || known.further_claims
$$;
comment on function private.claims_of(public.early_access_users) is
  'Returns all payments of a paid sign-up as an array: that of the row first, then its further claims.';

create function private.settle_payments(signup_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  known public.early_access_users;
  claims jsonb;
begin
  select * into known from public.early_access_users u where u.id = signup_id for update;
  if known.is_paid is not true then
    return;
  end if;
  select jsonb_agg(
    claim.value || jsonb_build_object('verified', claim.is_proved)
    -- A payment that an operator verified has no event and stays first. An unverified claim comes after payments that have events.
    order by claim.is_proved desc,
      coalesce(claim.paid_at, case when claim.is_proved then '-infinity' else 'infinity' end::timestamptz),
      claim.place
  )
  into claims
  from (
    select each.value, each.place,
      coalesce(private.is_proved(each.value ->> 'order_id'), each.place = 1 and known.payment_verified) as is_proved,
      (
        select min(e.happened_at) from private.payment_events e
        where e.order_id = each.value ->> 'order_id' and e.type = 'paid'
      ) as paid_at
    from jsonb_array_elements(private.claims_of(known)) with ordinality as each (value, place)
  ) as claim
  -- Without events nothing changes.
  having bool_or(claim.paid_at is not null);
  if claims is null then
    return;
  end if;
  update public.early_access_users
  set
    order_id = claims -> 0 ->> 'order_id',
    amount = (claims -> 0 ->> 'amount')::numeric,
    currency = claims -> 0 ->> 'currency',
    claimed_at = (claims -> 0 ->> 'claimed_at')::timestamptz,
    payment_verified = (claims -> 0 ->> 'verified')::boolean,
    further_claims = claims - 0
  where id = signup_id;
end
$$;
comment on function private.settle_payments(uuid) is
  'Sets payment_verified and the order of the payments of a sign-up from the stored events of the payment provider.';

create function private.settle_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from private.payment_events e where e.order_id = new.order_id) then
    perform private.settle_payments(new.id);
  end if;
  return null;
end
$$;
comment on function private.settle_signup() is 'Verifies the payment of a new sign-up when the payment provider has proved it before.';

create trigger signup_settle after insert on public.early_access_users
  for each row when (new.is_paid) execute function private.settle_signup();

create function private.is_event_row(known public.early_access_users) returns boolean
language sql stable
as $$
  select exists (select from private.payment_events e where e.inserted_id = known.id)
    and bool_and(private.is_unreported_order(claim ->> 'order_id'))
  from jsonb_array_elements(private.claims_of(known)) as claim
$$;
comment on function private.is_event_row(public.early_access_users) is
  'Returns whether events of the payment provider made a row and all of its payments, so that its name and address were typed at the provider.';

create function private.readdress_signup(known public.early_access_users, reported public.early_access_users) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.early_access_users set name = reported.name, email = reported.email where id = known.id;
  -- A second statement, because the trigger of the first replaces the flag.
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
  'Gives a row that only events made the name and address that the buyer typed on the site.';

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
  'Takes a payment from the address that its event named, for the address that a browser reports. Returns the payment, or null when its row got the reported name and address.';

create function private.without_flag(flags text, flag text) returns text
language sql immutable
return nullif(array_to_string(array_remove(string_to_array(flags, '; '), flag), '; '), '');
comment on function private.without_flag(text, text) is 'Removes a reason from the reasons of a flag_reason.';

create function public.record_payment_event(
  event_id text, event_type text, event_at timestamptz, payment text,
  checkout text default null, buyer_name text default null, buyer_email text default null,
  paid_amount numeric default null, paid_currency text default null
) returns text
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  tidy constant text := private.tidy_email(coalesce(buyer_email, ''));
  -- The form in which tidy_signup stores the address; null when nothing of it remains.
  address constant text := nullif(
    case when private.email_fault(tidy) is null then tidy else private.sanitise_email(coalesce(buyer_email, '')) end, ''
  );
  the_order text := checkout;
  holder public.early_access_users;
begin
  insert into private.payment_events (id, type, order_id, payment_id, happened_at)
  values (event_id, event_type, checkout, payment, event_at)
  on conflict (id) do nothing;
  if not found then
    return 'repeated';
  end if;

  -- Without this lock, a payment and its refund that arrive at the same time would not see each other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment:' || payment, 0));
  if event_type = 'paid' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || address, 0));
  else
    select e.order_id into the_order from private.payment_events e where e.payment_id = payment and e.type = 'paid' limit 1;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || the_order, 0));
  select * into holder from public.early_access_users u
  where u.order_id = the_order or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', the_order))
  for update;

  if event_type = 'paid' and holder.id is null then
    -- A payment from before an erasure does not bring the person back.
    if private.is_erased(address, event_at) then
      return 'erased';
    end if;
    update private.payment_events e set is_unreported = true where e.id = event_id;
    insert into public.early_access_users (name, email, is_paid, amount, currency, order_id, consent_wording, consent_form)
    values (
      coalesce(buyer_name, ''), coalesce(buyer_email, ''), true, paid_amount, paid_currency, the_order, 'payment-1', 'payment'
    )
    on conflict (email) do nothing
    returning * into holder;
    if holder.id is not null then
      update private.payment_events e set inserted_id = holder.id where e.id = event_id;
    else
      select * into holder from public.early_access_users u where u.email = address for update;
      perform private.add_claim(
        holder,
        jsonb_build_object('order_id', the_order, 'amount', paid_amount, 'currency', paid_currency, 'claimed_at', now())
      );
    end if;
  elsif event_type = 'paid' then
    perform private.confirm_claim(holder, the_order, paid_amount, paid_currency);
    if address <> holder.email then
      update public.early_access_users u
      set flag_reason = private.with_flag(u.flag_reason, 'The payment has another address')
      where u.id = holder.id;
    end if;
  end if;
  perform private.settle_payments(holder.id);
  return 'stored';
end
$$;
comment on function public.record_payment_event(text, text, timestamptz, text, text, text, text, numeric, text) is
  'Stores a verified event of the payment provider and settles the sign-up with its order. Returns stored; repeated for an event that is stored already; erased when the person was erased after the payment. Only the event type paid has the parameters from checkout on.';

create function private.confirm_claim(
  known public.early_access_users, order_id text, paid_amount numeric, paid_currency text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if known.order_id is distinct from confirm_claim.order_id then
    update public.early_access_users u
    set further_claims = (
      select jsonb_agg(
        case when claim.value ->> 'order_id' = confirm_claim.order_id
          then claim.value || jsonb_build_object('amount', paid_amount, 'currency', paid_currency) else claim.value end
        order by claim.place
      )
      from jsonb_array_elements(u.further_claims) with ordinality as claim (value, place)
    )
    where u.id = known.id;
  elsif known.is_paid then
    update public.early_access_users u set amount = paid_amount, currency = paid_currency where u.id = known.id;
  else
    -- The browser could not read the amount, so it reported a free sign-up with the order id.
    perform private.add_claim(
      known,
      jsonb_build_object('order_id', confirm_claim.order_id, 'amount', paid_amount, 'currency', paid_currency)
    );
  end if;
end
$$;
comment on function private.confirm_claim(public.early_access_users, text, numeric, text) is
  'Replaces the reported amount of a payment by the one that the payment provider received.';

create function private.payment_events_of(known public.early_access_users) returns setof private.payment_events
language sql stable
as $$
  with paid as (
    select e.* from private.payment_events e
    where e.order_id = known.order_id
      or e.order_id in (select claim ->> 'order_id' from jsonb_array_elements(known.further_claims) as claim)
  )
  select paid.* from paid
  union
  select e.* from private.payment_events e where e.payment_id in (select paid.payment_id from paid)
$$;
comment on function private.payment_events_of(public.early_access_users) is
  'Returns the events of the payment provider about the payments of a sign-up.';

create function private.forget_payments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.payment_events where id in (select e.id from private.payment_events_of(old) as e);
  return null;
end
$$;
comment on function private.forget_payments() is
  'Deletes the events about the payments of a deleted sign-up: at an erasure, and when an operator deletes the row.';

create trigger signup_forget_payments after delete on public.early_access_users
  for each row execute function private.forget_payments();
