-- Sign-ups for early access. Visitors can insert rows and cannot read any.
--
-- On insert, the triggers run in this order (triggers of the same kind run in the order of their names):
--   before, for each row:
--     signup_1_tidy    refuses a missing name or address (23502), normalises both, and sanitises those of a buyer
--     signup_2_guard   refuses free sign-ups of visitors: rate limits (PT429), taken address (23505), bots (PT403) (10_signup_guard.sql)
--     signup_3_check   refuses invalid values with the messages of the spec (23514), a paid sign-up without an order id (23502), and free
--                      sign-ups of visitors with an order id that was reported for another address (23505)
--     signup_4_claim   stores payments reported by visitors, as a new row or on the existing row of the address (11_payments.sql)
--     signup_5_confirm   sets the deadline (confirm_by) of every sign-up of a visitor, while confirm_signups is true (12_confirmation.sql)
--   the constraints of the table, which enforce the rules of signup_3_check independently of the triggers
--   after, for each statement:
--     signup_guard_together   checks all rows of a batch of the server at once (PT409) (10_signup_guard.sql)
--     signup_take_spot        lowers the number of spots (12_spots.sql)
--     signup_webhooks         queues the events for webhooks (15_webhooks.sql)
--     signup_use_mail_share      counts the mails of a batch for their networks (14_mail_share.sql)
--     signup_welcome          inserts the welcome mails (13_welcomes.sql)
--     signup_welcome_unconfirmed  queues the confirmation mails (12_confirmation.sql)
--     signups_settle          verifies the payment if the provider's event arrived before the sign-up (11_proved_payments.sql)
--
-- Batches: the server stores the sign-ups of several visitors with sign_up_together, in one statement. The setting request.origins then
-- holds a JSON array with the source (client IP network) and the user agent of each row; only the server can set it. While it is set, the
-- triggers 2 to 4 do not run, and a batch is refused as a whole when one of its rows would be refused (PT409). The server then inserts each
-- row separately, and each visitor gets the error of the row triggers.

create table public.early_access_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  is_paid boolean not null default false,
  -- numeric rather than a floating-point type: a price may have cents, and the sum of prices must be exact.
  amount numeric(10, 2),
  order_id text unique,
  payment_verified boolean not null default false,
  consent_wording text not null default 'early-access-1',
  consent_at timestamptz not null default now(),
  consent_form text not null default 'signup-dialog',
  created_at timestamptz not null default now(),
  flag_reason text check (char_length(flag_reason) between 1 and 500),
  claimed_at timestamptz,
  further_claims jsonb not null default '[]',
  currency text check (currency ~ '^[A-Z]{3}$'),
  payment_reversal text check (payment_reversal in ('refunded', 'withdrawn')),
  invited_at timestamptz,
  wave text,
  confirm_by timestamptz,
  confirmed_at timestamptz,
  -- Rows with a flag_reason belong to buyers, whose invalid values are stored sanitised instead of refused.
  constraint early_access_users_name_check check (
    case when flag_reason is null then private.is_name(name)
      else char_length(name) <= 1000 and name !~ '[<>{}\x01-\x1f\x7f]' end
  ),
  constraint early_access_users_email_check check (
    case when flag_reason is null then private.is_signup_email(email)
      else char_length(email) between 1 and 254 and email !~ '[<>{}\x01-\x1f\x7f]' end
  ),
  constraint early_access_users_amount_check check (amount >= 0 and amount <> 'NaN'),
  constraint early_access_users_paid_check check (not is_paid or (amount is not null and amount > 0 and order_id is not null)),
  constraint early_access_users_order_id_check check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  constraint early_access_users_verified_check check (is_paid or not payment_verified),
  constraint early_access_users_further_claims_check
    check (jsonb_typeof(further_claims) = 'array' and jsonb_array_length(further_claims) <= 100),
  constraint early_access_users_invited_check check ((invited_at is null) = (wave is null)),
  constraint early_access_users_confirm_check check (confirm_by is null or (confirmed_at is null and not payment_verified))
);
comment on table public.early_access_users is 'Sign-ups for early access.';
comment on column public.early_access_users.email is 'In lower case, so that the unique constraint ignores case.';
comment on column public.early_access_users.is_paid is
  'Reported by the browser and unverified; an event of the payment provider or an operator sets payment_verified.';
comment on column public.early_access_users.consent_wording is
  'Version of the consent sentence beside the button that the visitor saw. A migration changes the default when the wording changes.';
comment on column public.early_access_users.flag_reason is
  'Why an operator should review the row, or null. A trigger sets it for buyers; a row without it satisfies every validation rule.';
comment on column public.early_access_users.claimed_at is 'When a payment was first reported for this row; null while none was.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most 100: order_id, amount, claimed_at. After an event of the payment provider also verified, and currency if proved. Without verified = true, an unverified claim that anyone can report.';
comment on column public.early_access_users.currency is
  'ISO 4217 code of the amount, from an event of the payment provider; null for an amount that only a browser reported.';
comment on column public.early_access_users.invited_at is 'When a wave invited this person; null while none has (20_waves.sql).';
comment on column public.early_access_users.wave is 'The wave that invited this person.';
comment on column public.early_access_users.confirm_by is
  'Until when the sign-up must be confirmed; afterwards it is deleted, unless a payment was reported. Null when the sign-up counts (12_confirmation.sql).';
comment on column public.early_access_users.confirmed_at is
  'When the visitor confirmed the sign-up on the page that the confirmation mail links to. Null while it is unconfirmed, and when it counts without a confirmation.';

create index early_access_users_created_at on public.early_access_users (created_at desc, id);
create index early_access_users_flagged on public.early_access_users (created_at desc, id) where flag_reason is not null;
-- Indexes for page_signups: the reported payments, and the sign-ups that did not come from the sign-up dialog. Without them, a filter for a rare value
-- would scan the whole table.
create index early_access_users_paid on public.early_access_users (created_at desc, id) where order_id is not null;
create index early_access_users_from_elsewhere on public.early_access_users (created_at desc, id) where consent_form <> 'signup-dialog';
create index early_access_users_further_claims on public.early_access_users using gin (further_claims jsonb_path_ops);
-- Index for retention, which deletes the claims of payments that were never verified, or were refunded.
create index early_access_users_claims on public.early_access_users (claimed_at) where claimed_at is not null and not payment_verified;

-- Index for the expiry of unconfirmed sign-ups, and for the filter of page_signups.
create index early_access_users_unconfirmed on public.early_access_users (confirm_by) where confirm_by is not null;

alter table public.early_access_users enable row level security;

create policy visitors_sign_up on public.early_access_users for insert to anon, authenticated
  with check (not payment_verified);
comment on policy visitors_sign_up on public.early_access_users is
  'Anyone may sign up; a payment that they report is an unverified claim and grants nothing.';

create policy service_role_manages on public.early_access_users to service_role using (true) with check (true);
comment on policy service_role_manages on public.early_access_users is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create function private.tidy_signup() returns trigger
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
  if new.order_id is not null and tg_op = 'INSERT' then
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
  end if;
  if new.is_paid and tg_op = 'INSERT' then
    -- Locks address and order before the row is inserted, in the same order as record_payment_event, so that the two do not deadlock.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || new.order_id, 0));
    -- In a security definer function, current_user is the owner; the setting role still holds the role of the request.
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
comment on function private.tidy_signup() is
  'Refuses a missing name or address, then normalises both; sanitises those of a buyer when they are invalid.';

create trigger signup_1_tidy before insert or update of name, email on public.early_access_users
  for each row execute function private.tidy_signup();

create function private.check_signup() returns trigger
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
  if tg_op = 'INSERT' and new.is_paid is not true and new.order_id is not null and current_setting('role') in ('anon', 'authenticated') then
    perform private.refuse_used_order(new.email, new.order_id);
  end if;
  return new;
end
$$;
comment on function private.check_signup() is
  'Refuses invalid values with the validation message that the visitor sees, and a free sign-up of a visitor with the order id of another address.';

create trigger signup_3_check before insert or update of name, email, is_paid, amount, order_id on public.early_access_users
  for each row when (nullif(current_setting('request.origins', true), '') is null) execute function private.check_signup();

-- Forces the generic plan. PostgreSQL estimates an array at ten elements, so a custom plan for an array of one element looks cheaper, and
-- PostgreSQL would plan nearly every batch again (a third of the time of a small batch).
create function private.sign_up_together(settings jsonb, bodies text[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  stored integer;
begin
  perform set_config(setting.key, setting.value, true) from jsonb_each_text(settings) as setting where setting.key <> 'role';
  -- The role is set last: from here on, only the privileges of the visitors' role apply.
  perform set_config('role', settings ->> 'role', true);
  insert into public.early_access_users (name, email, is_paid, amount, order_id)
  select signup.name, signup.email, case when body.json ? 'is_paid' then signup.is_paid else false end, signup.amount, signup.order_id
  from unnest(bodies) as text, lateral (select text::jsonb -> 0) as body (json),
    jsonb_to_record(body.json) as signup (name text, email text, is_paid boolean, amount numeric, order_id text);
  get diagnostics stored = row_count;
  if stored <> cardinality(bodies) then
    raise integrity_constraint_violation using message = format('Only %s of %s were stored.', stored, cardinality(bodies));
  end if;
end
$$;
comment on function private.sign_up_together(jsonb, text[]) is
  'Stores the sign-ups of several visitors with the role and settings that they share, all or none. Each body is a JSON array of one object. Only the host calls it.';
