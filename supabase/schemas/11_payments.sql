-- Payments that a buyer's browser reports. What it reports is a claim: anybody can report a payment for any address, so it grants nothing
-- until an operator verifies it. A buyer is never screened or refused: what the validation or the screening would refuse is stored sanitised,
-- with a flag_reason for an operator.
--
-- When a row with is_paid comes in: signup_1_tidy (08_signups.sql) sets flag_reason and sanitises, signup_3_check refuses an amount that is
-- not positive and a malformed order id, and signup_4_claim decides what the report becomes:
--   the address has no row                   it is inserted
--   the address has a free row               is_paid, amount, order_id and claimed_at are set on it; the paid welcome is queued
--   the address has a row with this order    nothing
--   the address has a row with another one   it is added to further_claims and the row is flagged
--   the order id belongs to another address  it is refused (23505)

create function private.one_line(text text) returns text
language sql immutable
-- Controls go, every kind of space becomes a plain one. Cut first: marks take time with the square of their number to be put in order.
return regexp_replace(
  translate(
    regexp_replace(
      normalize(left(btrim(text, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'), 1000), nfc),
      U&'[\0001-\0008\000B\000C\000E-\001F\007F-\009F\202A-\202E\2066-\2069]', '', 'g'
    ),
    U&'\0009\000A\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF',
    repeat(' ', 24)
  ),
  ' +', ' ', 'g'
);
comment on function private.one_line(text) is 'A text of at most 1000 characters on one line, in NFC, without controls.';

create function private.sanitise_name(name text) returns text
language plpgsql immutable
as $$
declare
  cleaned text := private.one_line(name);
  before text := '';
begin
  -- Taking one part out can join its neighbours into another.
  while before <> cleaned loop
    before := cleaned;
    cleaned := regexp_replace(cleaned, '[<>{}]|javascript:|vbscript:|on[A-Za-z0-9_]+ *=', '', 'gi');
  end loop;
  return btrim(cleaned);
end
$$;
comment on function private.sanitise_name(text) is 'What is stored of a buyer''s name that the validation would refuse.';

create function private.sanitise_email(email text) returns text
language sql immutable
return left(lower(btrim(regexp_replace(private.one_line(email), '[<>{}]', '', 'g')) collate "C"), 254);
comment on function private.sanitise_email(text) is 'What is stored of a buyer''s address that the validation would refuse.';

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
  'Why a free sign-up with this tidied name and address would be refused, for an operator to read; null when it would not.';

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
comment on function private.claim_payment() is
  'Stores what a buyer''s browser reports: a new row, or a claim on the row that the address has. Reported again, it changes nothing.';

create trigger signup_4_claim before insert on public.early_access_users
  for each row
  when (new.is_paid and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.claim_payment();

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
