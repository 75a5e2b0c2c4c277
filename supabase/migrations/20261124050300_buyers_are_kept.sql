-- A buyer is never screened or refused: what the validation or the screening would refuse is stored sanitised, with the reason for an
-- operator to look at. Somebody who signed up for free and then pays keeps one row, on which the payment is noted as a claim.

alter table public.early_access_users
  add column flag_reason text check (char_length(flag_reason) between 1 and 500),
  add column claimed_at timestamptz,
  add column further_claims jsonb not null default '[]'
    check (jsonb_typeof(further_claims) = 'array' and jsonb_array_length(further_claims) <= 100);
comment on column public.early_access_users.flag_reason is
  'What an operator should look at, or null. Set by a trigger for buyers; a row without it keeps every rule of the validation.';
comment on column public.early_access_users.claimed_at is 'When a payment was first reported for this row; null for a free one.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most ten: order_id, amount, claimed_at. Claims as well, which anybody can make.';

update public.early_access_users set claimed_at = created_at where is_paid;

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
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
    -- Inside of this function the user is its owner; the setting still says who asks.
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
comment on function private.tidy_signup() is
  'Refuses a missing name or address, then puts both in order; a buyer''s are sanitised where the validation would refuse them.';

create or replace function private.check_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  fault constant text := coalesce(
    case when new.flag_reason is null then coalesce(private.name_fault(new.name), private.email_fault(new.email)) end,
    case when new.is_paid and coalesce(new.amount, 0) <= 0 then 'Invalid payment amount for paid user' end,
    case when new.amount < 0 or new.amount = 'NaN' then 'Invalid payment amount for paid user' end,
    case when new.order_id !~ '^[\x21-\x7e]{1,255}$' then 'Invalid order id' end
  );
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'early_access_users';
  end if;
  if new.is_paid and new.order_id is null then
    raise not_null_violation using
      message = 'Missing required information', schema = 'public', table = 'early_access_users', column = 'order_id';
  end if;
  return new;
end
$$;

-- Not valid: what is there has passed stricter rules (050500 validates).
alter table public.early_access_users
  drop constraint early_access_users_name_check,
  drop constraint early_access_users_email_check,
  add constraint early_access_users_name_check check (
    case when flag_reason is null then private.is_name(name)
      else char_length(name) <= 1000 and name !~ '[<>{}\x01-\x1f\x7f]' end
  ) not valid,
  add constraint early_access_users_email_check check (
    case when flag_reason is null then private.is_signup_email(email)
      else char_length(email) between 1 and 254 and email !~ '[<>{}\x01-\x1f\x7f]' end
  ) not valid;
