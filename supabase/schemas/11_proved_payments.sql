-- Payments that the payment provider proves. The edge function payment-webhook verifies the signature of each event of the provider and
-- calls record_payment_event, which stores the event once and then settles the sign-up that has the event's order:
--   payment_verified, payment_reversal, amount and currency are computed from the stored events, so that the order of arrival of events and reports has no
--   effect
--   a payment is proved after its event "paid", except after a full refund, or while the money is withdrawn because of a dispute
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
    jsonb_strip_nulls(
      (claim.value - 'reversal') || jsonb_build_object('verified', claim.is_proved, 'reversal', nullif(claim.state, 'proved'))
    )
    -- A payment that an operator verified without an event stays first. An unverified claim comes after the payments that have events.
    order by claim.is_proved desc,
      coalesce(claim.paid_at, case when claim.is_proved then '-infinity' else 'infinity' end::timestamptz),
      claim.place
  )
  into claims
  from (
    select each.value, each.place, state,
      coalesce(state = 'proved', each.place = 1 and known.payment_verified) as is_proved,
      (
        select min(e.happened_at) from private.payment_events e
        where e.order_id = each.value ->> 'order_id' and e.type = 'paid'
      ) as paid_at
    from jsonb_array_elements(private.claims_of(known)) with ordinality as each (value, place),
      private.payment_state(each.value ->> 'order_id') as state
  ) as claim
  -- Without a paid event, the sign-up does not change.
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
    payment_reversal = claims -> 0 ->> 'reversal',
    further_claims = claims - 0
  where id = signup_id;
end
$$;
comment on function private.settle_payments(uuid) is
  'Computes payment_verified, payment_reversal and the sequence of the payments of a sign-up from the stored events of the payment provider.';

create function private.settle_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_payments(s.id)
  from signups s
  where s.is_paid and exists (select from private.payment_events e where e.order_id = s.order_id);
  return null;
end
$$;
comment on function private.settle_signups() is 'Verifies the payments of new sign-ups if the event of the payment provider arrived before.';

-- PostgreSQL runs the triggers of a statement in the order of their names: this one after signup_webhooks, so that the event of the sign-up
-- is queued before the event of its verified payment.
create trigger signups_settle after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.settle_signups();

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
  -- The address as tidy_signup stores it; null when it is empty after sanitising.
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

  -- Serialises the events of one payment. A payment and its refund in concurrent transactions would not see each other's event.
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
    -- A payment from before an erasure does not create the sign-up again.
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
  'Stores a verified event of the payment provider and settles the sign-up with its order. Returns stored; repeated for an event that is stored already; erased when the person was erased after the payment. The parameters from checkout on are null unless the event type is paid.';

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
  'Replaces the reported amount of a payment with the amount and currency of the event.';
