-- Who signed up for early access. Visitors put rows in and see none.
create table public.early_access_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  is_paid boolean not null default false,
  -- Exact, with cents: a price may have them, and a sum of prices must be right.
  amount numeric(10, 2),
  order_id text unique,
  payment_verified boolean not null default false,
  consent_wording text not null default 'early-access-1',
  consent_at timestamptz not null default now(),
  consent_form text not null default 'signup-dialog',
  created_at timestamptz not null default now(),
  constraint early_access_users_name_check check (private.name_fault(name) is null),
  constraint early_access_users_email_check check (private.email_fault(email) is null and email = lower(email collate "C")),
  constraint early_access_users_amount_check check (amount >= 0 and amount <> 'NaN'),
  constraint early_access_users_paid_check check (not is_paid or (amount is not null and amount > 0 and order_id is not null)),
  constraint early_access_users_order_id_check check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  constraint early_access_users_verified_check check (is_paid or not payment_verified)
);
comment on table public.early_access_users is 'Who signed up for early access.';
comment on column public.early_access_users.email is 'In lower case, so that unique means: without regard to case.';
comment on column public.early_access_users.is_paid is 'What the browser said; payment_verified is what an operator found out.';
comment on column public.early_access_users.consent_wording is
  'Which wording of the sentence beside the button the visitor saw. A new wording gets a new default by migration.';

create index early_access_users_created_at on public.early_access_users (created_at desc, id);

alter table public.early_access_users enable row level security;
revoke all on public.early_access_users from public, anon, authenticated, service_role;
grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;
grant select, insert, update, delete on public.early_access_users to service_role;

create policy visitors_sign_up on public.early_access_users for insert to anon, authenticated
  with check (not payment_verified);
comment on policy visitors_sign_up on public.early_access_users is
  'Anybody may sign up; what they say about a payment is a claim and grants nothing.';

create policy service_role_manages on public.early_access_users to service_role using (true) with check (true);
comment on policy service_role_manages on public.early_access_users is
  'For a host where service_role could not be given the right to pass row-level security.';
