-- Payments that a buyer's browser reports. A report is an unverified claim: anyone can report a payment for any address, so it grants
-- nothing until the payment provider (11_proved_payments.sql) or an operator verifies it. A buyer is never screened out or refused for the
-- name or address: invalid values are stored sanitised, and invalid or suspicious ones set flag_reason for an operator.
--
-- When a row with is_paid is inserted, signup_1_tidy (08_signups.sql) sets flag_reason and sanitises, signup_3_check refuses an amount that
-- is not positive and a malformed order id, and signup_4_claim stores the report:
--   the address has no row                    a new row is inserted
--   the address has a free row                is_paid, amount, order_id and claimed_at are set on it; the paid welcome is queued if the
--                                             row counts (12_confirmation.sql)
--   the address has a row with this order     nothing changes
--   the address has a row with another order  the payment is added to further_claims and the row is flagged
--   the order id belongs to another address   the report is refused (23505), unless only an event of the payment provider named that
--                                             address: then the payment moves to the reported address

create function private.sanitise_name(name text) returns text
language plpgsql immutable
as $$
declare
  cleaned text := left(private.one_line(name, 1000), 1000); -- again, because NFC makes some texts longer
  before text := '';
begin
  -- Repeats until nothing changes, because removing one part can join its neighbours into another part that must be removed.
  while before <> cleaned loop
    before := cleaned;
    cleaned := regexp_replace(cleaned, '[<>{}]|javascript:|vbscript:|on[A-Za-z0-9_]+ *=', '', 'gi');
  end loop;
  return btrim(cleaned);
end
$$;
comment on function private.sanitise_name(text) is 'Returns the sanitised name that is stored for a buyer whose name is invalid.';

create function private.sanitise_email(email text) returns text
language sql immutable
return left(lower(private.visible_line(translate(left(email, 4000), '<>{}', '')) collate "C"), 254);
comment on function private.sanitise_email(text) is 'Returns the sanitised address that is stored for a buyer whose address is invalid.';

create function private.buyer_flag(name text, email text) returns text
language sql immutable
as $$
  select nullif(
    concat_ws('; ',
      coalesce(private.name_fault(name), case when private.is_suspicious_name(name) then 'Name looks made up' end),
      coalesce(private.email_fault(email), case when private.is_suspicious_email(email) then 'Email looks made up' end)
    ),
    ''
  )
$$;
comment on function private.buyer_flag(text, text) is
  'Returns why a free sign-up with this normalised name and address would be refused, for an operator to read; null when it would not be refused.';

create function private.is_used_order(address text, order_id text) returns boolean
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  -- Serialises reports of one order id; without the lock, two concurrent reports would not see each other.
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
comment on function private.is_used_order(text, text) is 'Returns whether an order id was reported for another address.';

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
  'Refuses an order id that was reported for another address, with the error of the unique constraint on order ids.';

create function private.with_flag(flags text, flag text) returns text
language sql immutable
return case when flag = any (string_to_array(flags, '; ')) then flags else concat_ws('; ', flags, flag) end;
comment on function private.with_flag(text, text) is 'Adds a reason to a flag_reason, unless it contains the reason already.';

create function private.claims_of(known public.early_access_users) returns jsonb
language sql stable
as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'order_id', known.order_id, 'amount', known.amount, 'currency', known.currency, 'claimed_at', known.claimed_at
  ))) || known.further_claims
$$;
comment on function private.claims_of(public.early_access_users) is
  'Returns all payments of a paid sign-up as an array: that of the row first, then its further claims.';

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
    where id = known.id
    returning * into known;
    if known.confirm_by is null then
      perform private.queue_welcome_mails(array[known]);
    end if;
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

create function private.claim_payment() returns trigger
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
  perform private.count_source('claim-source', private.network_source(), private.signups_per_source());
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
comment on function private.claim_payment() is
  'Stores a payment that a buyer''s browser reports: as a new row, or as a claim on the existing row of the address. Idempotent: reporting it again changes nothing.';

create trigger signup_4_claim before insert on public.early_access_users
  for each row
  when (new.is_paid and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.claim_payment();
