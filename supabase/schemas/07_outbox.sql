-- The mail outbox: each mail is inserted here in the transaction that it is about, so that none is lost and none is sent for something
-- that was rolled back. 14_mail_delivery.sql empties it.
--
-- A row is in one of four states:
--   waiting   due_at is when the next attempt to send it may start
--   leased    leased_until is in the future: a worker is sending it
--   sent      sent_at is set
--   given up  gave_up_at is set: refused permanently, or not accepted for three days; an operator decides

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text,
  data jsonb not null default '{}',
  dedupe_key text unique,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  -- Two conditions, because {0,62} in the pattern takes PostgreSQL much longer.
  constraint mail_outbox_kind_check check (kind ~ '^[a-z][a-z_]*$' and octet_length(kind) <= 63),
  constraint mail_outbox_recipient_check check (private.is_address(recipient)),
  constraint mail_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint mail_outbox_attempts_check check (attempts >= 0),
  constraint mail_outbox_check check (sent_at is null or gave_up_at is null)
);
comment on table public.mail_outbox is 'Mails to send, being sent, sent, and given up.';
comment on column public.mail_outbox.recipient is 'Null: the site''s own team mailbox, which the database does not know.';
comment on column public.mail_outbox.data is 'What the mail is written from; emptied once it is sent.';
comment on column public.mail_outbox.dedupe_key is 'Two rows with the same key would be the same mail.';
comment on column public.mail_outbox.attempts is 'How often it was claimed.';

-- Claims: the mails of each class that are due, and the leases.
create index mail_outbox_undelivered on public.mail_outbox (due_at) where sent_at is null and gave_up_at is null;
create index mail_outbox_for_account on public.mail_outbox (due_at)
  where starts_with(kind, 'auth_') and sent_at is null and gave_up_at is null;
create index mail_outbox_for_team on public.mail_outbox (due_at)
  where kind = 'contact_message' and sent_at is null and gave_up_at is null;
create index mail_outbox_leased on public.mail_outbox (leased_until)
  where sent_at is null and gave_up_at is null and leased_until is not null;
-- The rate limit of an hour.
create index mail_outbox_sent on public.mail_outbox (sent_at) where sent_at is not null;
-- The operators' list, and its length for the metrics.
create index mail_outbox_given_up on public.mail_outbox (gave_up_at) where gave_up_at is not null;
-- Retention.
create index mail_outbox_named on public.mail_outbox (coalesce(sent_at, gave_up_at))
  where recipient is not null and (sent_at is not null or gave_up_at is not null);

alter table public.mail_outbox enable row level security;

create policy service_role_manages on public.mail_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.mail_outbox is
  'For a host where service_role could not be given the right to pass row-level security.';
