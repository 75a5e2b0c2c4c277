-- Outbox of webhook events, such as a sign-up or a payment (docs/webhooks.md). A worker sends each event as an HTTP request to the targets
-- that the operator configures in the environment variable WEBHOOKS.
--
-- The transaction that causes an event also inserts it, as with mails: one row of webhook_outbox for each target that is configured for
-- this kind of event. URLs and signing secrets stay in the environment. The database stores only the name of each target, its kinds of
-- events and whether it gets personal data (set_webhook_targets, in 15_webhooks_delivery.sql). Without a target, no event is inserted.
--
-- A row is in one of four states, as in 07_outbox.sql: waiting (due_at), leased (leased_until), delivered (delivered_at), or dead
-- (gave_up_at). An event waits while an earlier event of the same person and target is neither delivered nor dead.
--
-- A failed attempt starts two back-offs: one of the event (due_at), so that an event that the receiver rejects does not block the target,
-- and one of the target (resume_at), so that a receiver that is down does not get an attempt for each waiting event.

create table private.webhook_targets (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  events text[] not null,
  has_personal_data boolean not null,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  resume_at timestamptz not null default now(),
  is_stopped boolean not null default false
);
comment on table private.webhook_targets is 'The configured webhook targets, without URLs and secrets, and the state of their back-off.';
comment on column private.webhook_targets.failures is 'Failed attempts since the last delivery.';
comment on column private.webhook_targets.is_stopped is 'Whether the receiver responded with 410 Gone. Nothing is sent until an operator replays or tests the target.';
alter table private.webhook_targets enable row level security;

create table public.webhook_outbox (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  event_id uuid not null,
  target text not null check (target ~ '^[a-z][a-z0-9-]{0,39}$'),
  kind text not null,
  person bytea not null,
  data jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  first_due_at timestamptz,
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  delivered_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  unique (event_id, target),
  -- The length is a separate condition because PostgreSQL matches a pattern with {0,62} much more slowly.
  constraint webhook_outbox_kind_check check (kind ~ '^[a-z]+\.[a-z]+$' and octet_length(kind) <= 63),
  constraint webhook_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint webhook_outbox_attempts_check check (attempts >= 0),
  constraint webhook_outbox_check check (delivered_at is null or gave_up_at is null)
);
comment on table public.webhook_outbox is 'Events for webhooks that are waiting, leased, delivered or dead: one row for each target.';
comment on column public.webhook_outbox.seq is 'The order of the events of one person.';
comment on column public.webhook_outbox.event_id is 'Sent as webhook-id, the same for all targets and in every attempt, so that a receiver can ignore duplicates.';
comment on column public.webhook_outbox.first_due_at is
  'When a failed event was first due, because each retry postpones due_at: since then it is late. Null before the first failure.';
comment on column public.webhook_outbox.person is 'The keyed hash of the address (private.person_hash), by which events are ordered and erased; empty for an event that concerns no person.';
comment on column public.webhook_outbox.data is 'The data of the request body. Contains a name, address or message only for a target with personal data.';

-- Indexes for claiming: the due events of a target, and the earlier events of a person.
create index webhook_outbox_undelivered on public.webhook_outbox (target, due_at, seq) where delivered_at is null and gave_up_at is null;
create index webhook_outbox_of_person on public.webhook_outbox (target, person, seq) where delivered_at is null and gave_up_at is null;
-- Index for erasure and for the copy of a person's data.
create index webhook_outbox_person on public.webhook_outbox (person);
-- Index for retention, which deletes events 30 days after they were delivered or given up.
create index webhook_outbox_ended on public.webhook_outbox (coalesce(delivered_at, gave_up_at))
  where delivered_at is not null or gave_up_at is not null;

alter table public.webhook_outbox enable row level security;

create policy service_role_manages on public.webhook_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.webhook_outbox is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create function private.queue_event(
  event_kind text, person_hashed bytea, facts jsonb, personal jsonb default '{}', not_before timestamptz default now()
) returns void
language sql
set search_path = ''
as $$
  insert into public.webhook_outbox (event_id, target, kind, person, data, due_at)
  select
    event.id, t.name, event_kind, person_hashed,
    case when person_hashed = '' then '{}' else jsonb_build_object(
      -- Hashed again, so that the list of erased people, which contains person_hash, cannot be matched with the data of receivers.
      'person', left(encode(sha256('webhook'::bytea || person_hashed), 'hex'), 32)
    ) end || facts || case when t.has_personal_data then personal else '{}' end,
    not_before
  from private.webhook_targets t, (select gen_random_uuid()) as event (id)
  where event_kind = any (t.events)
  order by t.name
$$;
comment on function private.queue_event(text, bytea, jsonb, jsonb, timestamptz) is
  'Queues an event for each target that is configured for its kind; personal is added for targets with personal data.';

create function private.has_webhook_targets() returns boolean
language sql stable
as $$
  select exists (select from private.webhook_targets)
$$;
comment on function private.has_webhook_targets() is 'Returns whether any webhook target is configured.';

create function private.note_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.has_webhook_targets() then
    return null;
  end if;
  perform
    private.queue_event(
      'signup.created', private.person_hash(s.email), jsonb_build_object('signup_id', s.id, 'is_paid', s.is_paid),
      jsonb_build_object('name', s.name, 'email', s.email)
    )
  -- The event of an unconfirmed sign-up is queued when it starts to count (12_confirmation.sql).
  from signups s where s.confirm_by is null;
  perform
    private.queue_event(
      case when s.payment_verified then 'payment.verified' else 'payment.reported' end,
      private.person_hash(s.email), jsonb_build_object('signup_id', s.id, 'amount', s.amount, 'currency', s.currency),
      jsonb_build_object('name', s.name, 'email', s.email, 'order_id', s.order_id)
    )
  from signups s where s.is_paid and s.confirm_by is null;
  return null;
end
$$;
comment on function private.note_signups() is
  'Queues the events of new sign-ups, except unconfirmed ones, and of the payments reported with them.';

create trigger signup_webhooks after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.note_signups();

create function private.note_payment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_verified constant boolean := new.payment_verified and not old.payment_verified;
  further constant jsonb := case when old.is_paid and not is_verified then new.further_claims -> -1 end;
begin
  perform private.queue_event(
    case when is_verified then 'payment.verified' else 'payment.reported' end,
    private.person_hash(new.email),
    jsonb_build_object(
      'signup_id', new.id,
      'amount', case when further is null then to_jsonb(new.amount) else further -> 'amount' end,
      'currency', case when further is null then to_jsonb(new.currency) else further -> 'currency' end
    ),
    jsonb_build_object(
      'name', new.name, 'email', new.email,
      'order_id', case when further is null then to_jsonb(new.order_id) else further -> 'order_id' end
    )
  );
  return null;
end
$$;
comment on function private.note_payment() is 'Queues the event of a payment of an existing sign-up: payment.reported, or payment.verified when payment_verified becomes true.';

create trigger signup_payment_webhooks after update of is_paid, payment_verified, further_claims on public.early_access_users
  for each row
  when (
    new.is_paid
    -- The events of payments that are reported for an unconfirmed sign-up are queued when it starts to count (12_confirmation.sql).
    and new.confirm_by is null
    and (
      not old.is_paid or (new.payment_verified and not old.payment_verified)
      or jsonb_array_length(new.further_claims) > jsonb_array_length(old.further_claims)
    )
  )
  execute function private.note_payment();

create function private.note_message() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_event(
    'message.received', private.person_hash(new.email), jsonb_build_object('message_id', new.id),
    jsonb_build_object('name', new.name, 'email', new.email, 'message', new.message)
  );
  return null;
end
$$;
comment on function private.note_message() is 'Queues the event of a contact message.';

create trigger message_webhooks after insert on public.contact_messages
  for each row execute function private.note_message();

create function private.note_confirmed_account() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null and new.email_confirmed_at is not null
    and (tg_op = 'INSERT' or old.email_confirmed_at is null) and private.has_webhook_targets()
  then
    perform private.queue_event(
      'account.confirmed', private.person_hash(new.email), jsonb_build_object('account_id', new.id),
      jsonb_build_object('email', new.email)
    );
  end if;
  return null;
end
$$;
-- Migrations must not change the schema auth. The self-contained server creates the trigger at its start when targets are configured; on
-- Supabase, seed.sql creates it.
comment on function private.note_confirmed_account() is
  'Queues the event of an account whose address was confirmed. For a trigger on auth.users (docs/webhooks.md).';

create function public.note_release(version text, channel text, replaced text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(version, '') = '' or char_length(version) > 100 or coalesce(channel, '') not in ('stable', 'beta')
    or char_length(replaced) > 100
  then
    raise invalid_parameter_value using message = 'A version of 1 to 100 characters and the channel stable or beta are asked for.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('note_release', 0));
  if note_release.version = (
    select o.data ->> 'version' from public.webhook_outbox o
    where o.kind = 'release.published' and o.data ->> 'channel' = note_release.channel
    order by o.seq desc limit 1
  ) then
    return false;
  end if;
  perform private.queue_event(
    'release.published', '', jsonb_build_object('version', version, 'channel', channel, 'replaced', replaced)
  );
  return private.has_webhook_targets();
end
$$;
comment on function public.note_release(text, text, text) is
  'Queues the event of a release that became current, unless the last event of the channel has the same version. Returns false in that case and without targets.';
