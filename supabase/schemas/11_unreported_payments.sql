-- Payments whose event from the payment provider arrived before the browser's report. Until the report, the payment belongs to the address
-- that the buyer typed at the provider. When the browser then reports another address for the order (claim_payment in 11_payments.sql), the
-- payment moves to the sign-up with that address, so that the result is the same as when the report arrives first. Moving a payment needs
-- its order id, which only the buyer's browser has.

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
      payment_reversal = rest -> 0 ->> 'reversal',
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
      is_paid = false, payment_verified = false, payment_reversal = null, amount = null, currency = null, order_id = null, claimed_at = null,
      further_claims = '[]'
    where id = holder.id;
    if is_event_row then
      delete from public.early_access_users where id = holder.id;
    end if;
  end if;
  return moved - 'verified' - 'reversal';
end
$$;
comment on function private.move_payment(public.early_access_users) is
  'Removes a payment from the sign-up with the address of its event, to be added to the sign-up with the reported address. Returns the payment, or null when the row itself got the reported name and address.';

create function private.without_flag(flags text, flag text) returns text
language sql immutable
return nullif(array_to_string(array_remove(string_to_array(flags, '; '), flag), '; '), '');
comment on function private.without_flag(text, text) is 'Removes a reason from the reasons of a flag_reason.';
