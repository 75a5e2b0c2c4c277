-- Delivery of the outbox. A worker leases mails for a number of seconds with claim_mail, sends them, and records the result of each with
-- mark_mail_sent or mark_mail_failed. When a worker crashes, its mails can be claimed again after their lease expires.
--
-- claim_mail returns the due mails of one class after the other (mail_class): first mails about accounts, whose codes and links expire
-- within an hour; then mails to the team, which the hourly rate limit does not count; then mails to sign-ups; last mails that may wait:
-- invitations of waves, and mails of a network that has used its share of the limit (use_mail_share). Mails that may wait use at most half of
-- the limit (mail_allowance), so that welcome mails of new sign-ups are still sent during a wave of thousands of invitations. While the setting
-- mail_paused or sending_held is true, claim_mail returns no mail.
--
-- A failed mail has its own back-off. In addition, when the mail server refuses five different mails without accepting one in between, the
-- queue pauses (a circuit breaker: private.mail_server), as the attempts would all fail and the server may block a client that repeats
-- them. After the pause, one mail is tried: if it is accepted, all mails that the server refused are due; if not, the next pause begins.
-- Failures that are about one recipient, such as a full mailbox, do not count. An outage is announced by the webhook event mail.failing, and
-- by a mail to the team once the server accepts mail again, at most once an hour.
--
-- The settings of these functions make the planner use the partial indexes even when the plan was cached while the outbox was small:
-- sequential scans, bitmap scans and JIT compilation are off (06_limits.sql has the reason). The cost of a claim does not depend on the
-- number of waiting mails.

create table private.mail_server (
  is_only boolean primary key default true check (is_only),
  refused uuid[] not null default '{}',
  failing_since timestamptz,
  failure text,
  resume_at timestamptz not null default now(),
  reported_at timestamptz
);
comment on table private.mail_server is 'One row: whether the mail server accepts mail.';
comment on column private.mail_server.refused is 'Up to five mails that failed since the last accepted one; five pause the queue.';
comment on column private.mail_server.failing_since is 'The first failure since the last accepted mail; null while mail is accepted.';
comment on column private.mail_server.resume_at is 'When the next mail is tried while the queue is paused.';
comment on column private.mail_server.reported_at is 'When the last outage was announced.';
alter table private.mail_server enable row level security;
insert into private.mail_server default values;

create function private.is_mail_server_failing() returns boolean
language sql stable
as $$
  select cardinality(refused) >= 5 from private.mail_server
$$;
comment on function private.is_mail_server_failing() is
  'Returns whether the queue is paused because the mail server refused five different mails in a row.';

create function private.is_mail_outage() returns boolean
language sql stable
as $$
  -- One mail that the server never accepts, such as one that it takes for spam, is no outage.
  select cardinality(refused) >= 5 or (cardinality(refused) >= 2 and failing_since < now() - interval '5 minutes') from private.mail_server
$$;
comment on function private.is_mail_outage() is
  'Returns whether the mail server refused five different mails in a row, or has accepted none of several for five minutes.';

create function private.is_mail_paused() returns boolean
language sql stable
as $$
  select private.is_sending_held() or exists (select from public.app_settings where key = 'mail_paused' and value = 'true')
$$;
comment on function private.is_mail_paused() is 'Returns whether an operator paused all mail, or it is held since a restore.';

create type public.claimed_mail as (id uuid, kind text, recipient text, data jsonb, attempts integer);
comment on type public.claimed_mail is 'What a worker needs to send a mail.';

create function private.digest_data(data jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return data || jsonb_build_object(
    'count',
    (
      select count(*) from public.contact_messages c
      where c.created_at >= (data ->> 'since')::timestamptz and c.created_at < (data ->> 'until')::timestamptz
        and not exists (select from public.mail_outbox m where m.dedupe_key = 'contact_message:' || c.id)
    )
  );
end
$$;
comment on function private.digest_data(jsonb) is
  'Returns the data that a digest of contact messages (15_contact.sql) is rendered from: its beginning and end, and the number of messages without a mail of their own.';

create function private.lease_mail(ids uuid[], lease_seconds integer) returns setof public.claimed_mail
language sql
as $$
  with leased as (
    update public.mail_outbox
    set leased_until = now() + make_interval(secs => lease_seconds), attempts = attempts + 1
    where id = any (ids)
    returning id, kind, recipient, data, attempts
  )
  select
    id, kind, recipient,
    case
      -- A test mail of an operator has no signup_id, and its data already contain a sample secret.
      when kind = 'signup_confirmation' and data ? 'signup_id'
        then data || jsonb_build_object('token', private.make_confirmation_token((data ->> 'signup_id')::uuid))
      when kind = 'contact_message' and data ? 'until' then private.digest_data(data)
      else data
    end,
    attempts
  from leased
$$;
comment on function private.lease_mail(uuid[], integer) is
  'Leases mails to a worker for lease_seconds and returns them. Adds a new secret to the data of a confirmation mail, for its link, which the outbox does not store, and to those of a digest the number of messages.';

create function private.mend_mail_times() returns void
language sql
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  update private.mail_server set resume_at = now() where resume_at > now() + interval '1 hour';
  -- A code or link that expired while the queue was paused is useless.
  update public.mail_outbox set gave_up_at = now(), last_error = coalesce(last_error, 'Expired before it could be sent')
  where private.mail_class(kind, is_deferrable) = 'account' and sent_at is null and gave_up_at is null
    and due_at <= now() and try_until < now() and (leased_until is null or leased_until <= now());
  -- A retry waits for at most 2.4 hours and a lease is shorter than an hour; later times were set while the clock was ahead. A mail that an
  -- operator postponed before its first attempt keeps its time.
  update public.mail_outbox set due_at = now()
  where sent_at is null and gave_up_at is null and due_at > now() + interval '3 hours' and (attempts > 0 or created_at > now());
  update public.mail_outbox set leased_until = null where id = any (array(
    select m.id from public.mail_outbox m
    where m.sent_at is null and m.gave_up_at is null and m.leased_until > now() + interval '1 hour'
    -- Makes the planner use the index mail_outbox_leased instead of the larger mail_outbox_undelivered.
    order by m.leased_until
  ))
$$;
comment on function private.mend_mail_times() is
  'Corrects times that were set while the clock was ahead: makes the retries due and ends the leases. Gives up mails about accounts that have expired.';

create function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  is_failing constant boolean := private.is_mail_server_failing();
  remaining integer;
  class text;
  of_class uuid[];
  claimed uuid[] := '{}';
begin
  -- Serialises claims, so that the hourly rate limit is exact. The worker sends the mails after the commit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  if is_failing then
    if exists (select from private.mail_server s where s.resume_at > now()) then
      return;
    end if;
    limit_to := least(limit_to, 1);
  end if;
  remaining := private.remaining_public_mails();
  foreach class in array array['account', 'team', 'signup', 'later'] loop
    of_class := array(
      select m.id from public.mail_outbox m
      where private.mail_class(m.kind, m.is_deferrable) = class and m.sent_at is null and m.gave_up_at is null
        and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
      order by m.due_at
      limit least(limit_to - cardinality(claimed), private.mail_allowance(class, remaining))
      for update skip locked
    );
    claimed := claimed || of_class;
    if class <> 'team' then
      remaining := remaining - cardinality(of_class);
    end if;
  end loop;
  if is_failing and cardinality(claimed) > 0 then
    -- The other mails wait for the result of this one.
    update private.mail_server set resume_at = now() + make_interval(secs => lease_seconds);
  end if;
  return query select * from private.lease_mail(claimed, lease_seconds);
end
$$;
comment on function public.claim_mail(integer, integer) is
  'Leases due mails to the caller for lease_seconds and returns them; to the public at most as many as the hourly rate limit allows, none while mail is paused, and one after each pause while the mail server fails.';

create function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  class text;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select private.mail_class(m.kind, m.is_deferrable) into class from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
    -- A failed mail waits for its back-off, however often a visitor requests it. The first attempt does not wait for due_at.
    and (m.attempts = 0 or m.due_at <= now())
  for update skip locked;
  if not found or private.is_mail_paused() or private.is_mail_server_failing() or private.mail_allowance(class) = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;
comment on function public.claim_mail_by_id(uuid, integer) is
  'Leases one mail to the caller and returns it; nothing when it was sent, is leased, was given up, waits for its retry, or is held back by the rate limit or a pause.';
