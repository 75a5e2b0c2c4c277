-- Every mail is a row here first, in the transaction of what it is about; whoever delivers claims it for a while.
--
--   waiting   due_at says when to try (next)
--   leased    leased_until lies ahead: somebody is sending it
--   sent      sent_at
--   dead      gave_up_at: refused for good, or not taken for days; waits for the operator
create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,62}$'),
  recipient text check (private.address_fault(recipient) is null),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  dedupe_key text unique,
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  check (sent_at is null or gave_up_at is null)
);
comment on table public.mail_outbox is 'Mails to send, being sent, sent, and given up.';
comment on column public.mail_outbox.recipient is 'Null: the site''s own team mailbox, which the database does not know.';
comment on column public.mail_outbox.data is 'What the mail is written from; emptied once it is sent.';
comment on column public.mail_outbox.dedupe_key is 'Two rows with the same key would be the same mail.';
comment on column public.mail_outbox.attempts is 'How often it was claimed.';

create index mail_outbox_undelivered on public.mail_outbox (due_at) where sent_at is null and gave_up_at is null;
create index mail_outbox_sent on public.mail_outbox (sent_at) where sent_at is not null;

insert into public.app_settings (key, value) values
  -- the kill switch: while true, nothing is claimed
  ('mail_paused', 'false'),
  -- mails to the public in an hour, in all; mail to the team is not counted
  ('mail_per_hour', '1000');

alter table public.mail_outbox enable row level security;
revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.mail_outbox to service_role;

create policy service_role_manages on public.mail_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.mail_outbox is
  'For a host where service_role could not be given the right to pass row-level security.';
