-- The mail outbox. Each mail is inserted in the transaction that causes it, so that a committed change never loses its mail and a
-- rolled-back one sends none. The functions of 14_mail_delivery.sql deliver the mails.
--
-- A row is in one of four states:
--   waiting   due_at is when the next attempt to send the mail may start
--   leased    leased_until is in the future: a worker is sending the mail
--   sent      sent_at is set
--   given up  gave_up_at is set: the address does not exist, or the mail was not accepted for three days; an operator may retry it

create function private.mail_class(kind text, is_deferrable boolean) returns text
language sql immutable
return case
  when starts_with(kind, 'auth_') then 'account' when kind = 'contact_message' then 'team' when is_deferrable then 'later' else 'signup'
end;
comment on function private.mail_class(text, boolean) is
  'Returns the class of a mail, by which it is claimed (claim_mail) and has a part of the hourly rate limit (mail_allowance): account, team, signup or later.';

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text,
  data jsonb not null default '{}',
  dedupe_key text unique,
  is_deferrable boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  first_due_at timestamptz,
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  fault text,
  created_at timestamptz not null default now(),
  -- The length is a separate condition because PostgreSQL matches a pattern with {0,62} much more slowly.
  constraint mail_outbox_kind_check check (kind ~ '^[a-z][a-z_]*$' and octet_length(kind) <= 63),
  constraint mail_outbox_recipient_check check (private.is_address(recipient)),
  constraint mail_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint mail_outbox_fault_check check (fault in ('address', 'recipient', 'server', 'mail')),
  constraint mail_outbox_attempts_check check (attempts >= 0),
  constraint mail_outbox_check check (sent_at is null or gave_up_at is null)
);
comment on table public.mail_outbox is 'Mails that are waiting, leased, sent or given up.';
comment on column public.mail_outbox.recipient is
  'Null: mail to the team, whose address is not stored in the database, or a recipient that retention deleted.';
comment on column public.mail_outbox.data is 'The data that the mail is rendered from; emptied when the mail is sent.';
comment on column public.mail_outbox.dedupe_key is 'Unique, so that inserting the same mail again is idempotent.';
comment on column public.mail_outbox.is_deferrable is
  'The class later (mail_class): invitations of waves, and mails of a network over its share.';
comment on column public.mail_outbox.fault is
  'What the last failure was about: the address does not exist, its mailbox accepts no mail at the moment, the mail server, or the mail itself.';
comment on column public.mail_outbox.first_due_at is
  'When a failed mail was first due, because each retry postpones due_at: since then it is late. Null before the first failure.';
comment on column public.mail_outbox.attempts is 'How many times the mail was claimed.';

-- Indexes for claim_mail: undelivered mails by class and due time, all undelivered mails by due time, and leased mails by the end of the
-- lease.
create index mail_outbox_of_class on public.mail_outbox (private.mail_class(kind, is_deferrable), due_at)
  where sent_at is null and gave_up_at is null;
create index mail_outbox_undelivered on public.mail_outbox (due_at) where sent_at is null and gave_up_at is null;
create index mail_outbox_leased on public.mail_outbox (leased_until)
  where sent_at is null and gave_up_at is null and leased_until is not null;
-- Index for the hourly rate limit, which counts the mails sent in the last hour.
create index mail_outbox_sent on public.mail_outbox (sent_at) where sent_at is not null;
-- Index for the operators' list of mails that were given up, and for the number of such mails in the metrics.
create index mail_outbox_given_up on public.mail_outbox (gave_up_at) where gave_up_at is not null;
-- Index for waves, which leave out people whose address does not exist.
create index mail_outbox_given_up_to on public.mail_outbox (lower(recipient collate "C")) where gave_up_at is not null;
-- Index for retention, which removes the recipient address 90 days after a mail was sent or given up.
create index mail_outbox_named on public.mail_outbox (coalesce(sent_at, gave_up_at))
  where recipient is not null and (sent_at is not null or gave_up_at is not null);

create function private.back_off(attempts integer, longest interval) returns interval
language sql
return least(longest, interval '5 seconds' * power(2, least(attempts, 20) - 1)) * (0.8 + random() * 0.4);
comment on function private.back_off(integer, interval) is
  'Returns how long a failed delivery waits for its retry: 5 s, 10 s, 20 s, … up to longest, with 20 % jitter, so that a recovering receiver does not get all retries at once.';

alter table public.mail_outbox enable row level security;

create policy service_role_manages on public.mail_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.mail_outbox is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';
