-- Delivery of the outbox. A worker leases mails for a number of seconds with claim_mail, sends them, and records the result of each with
-- mark_mail_sent or mark_mail_failed. When a worker crashes, its mails can be claimed again after their lease expires.
--
-- claim_mail returns mails in this order: mail about accounts, whose codes and links expire within an hour; mail to the team, which the
-- hourly rate limit does not count; then welcome mails; last the invitations of waves. A tenth of the hourly rate limit is reserved for
-- mail about accounts, and invitations use at most half of it, so that a wave of thousands does not delay the welcome mails of new
-- sign-ups. While the setting mail_paused is true, it returns none.
--
-- The settings of these functions make the planner use the partial indexes even when the plan was cached while the outbox was small:
-- sequential scans, bitmap scans and JIT compilation are off (06_limits.sql has the reason). The cost of a claim does not depend on the
-- number of waiting mails.

create function private.public_mail_room() returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  select greatest(0, coalesce((select s.value::integer from public.app_settings s where s.key = 'mail_per_hour'), 0) - sent - leased)
  from
    (
      select count(*)::integer from public.mail_outbox m
      where m.kind <> 'contact_message'
        and m.sent_at > now() - interval '1 hour' and m.sent_at < now() + interval '15 minutes'
    ) as in_the_hour (sent),
    (
      select count(*)::integer
      from (
        select from public.mail_outbox m
        where m.kind <> 'contact_message' and m.sent_at is null and m.gave_up_at is null
          and m.leased_until > now() and m.leased_until < now() + interval '1 hour'
        -- Makes the planner use the index mail_outbox_leased instead of the larger mail_outbox_undelivered.
        order by m.leased_until
      ) as lease
    ) as on_the_way (leased)
$$;
comment on function private.public_mail_room() is
  'Returns how many more mails to the public the hourly rate limit allows. Mail to the team is not counted.';

create function private.welcome_mail_room(room integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select greatest(0, room - coalesce((select s.value::integer / 10 from public.app_settings s where s.key = 'mail_per_hour'), 0))
$$;
comment on function private.welcome_mail_room(integer) is
  'Returns how many of the remaining mails to the public (room) are not reserved for mail about accounts.';

create function private.wave_mail_room(room integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select greatest(0, room - coalesce((select s.value::integer / 2 from public.app_settings s where s.key = 'mail_per_hour'), 0))
$$;
comment on function private.wave_mail_room(integer) is
  'Returns how many of the remaining mails to the public (room) may be invitations: half of the hourly rate limit is reserved for other mails.';

create function private.is_mail_paused() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'mail_paused' and value = 'true')
$$;
comment on function private.is_mail_paused() is 'Returns whether an operator paused all mail.';

create type public.claimed_mail as (id uuid, kind text, recipient text, data jsonb, attempts integer);
comment on type public.claimed_mail is 'What a worker needs to send a mail.';

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
    -- A test mail of an operator has no signup_id, and its data already contain a sample secret.
    case when kind = 'signup_confirmation' and data ? 'signup_id'
      then data || jsonb_build_object('token', private.make_confirmation_token((data ->> 'signup_id')::uuid)) else data end,
    attempts
  from leased
$$;
comment on function private.lease_mail(uuid[], integer) is
  'Leases mails to a worker for lease_seconds and returns them. Adds a new secret to the data of a confirmation mail, for its link; the outbox does not store the secret.';

create function private.mend_mail_times() returns void
language sql
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
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
  'Corrects times that were set while the clock was ahead: makes the retries due and ends the leases.';

create function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  room integer;
  for_accounts uuid[];
  for_team uuid[];
  for_signups uuid[];
  for_waves uuid[];
begin
  -- Serialises claims, so that the hourly rate limit is exact. The worker sends the mails after the commit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  room := private.public_mail_room();
  select coalesce(array_agg(id), '{}') into for_accounts from (
    select m.id from public.mail_outbox m
    where starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to, room)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to - cardinality(for_accounts)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_signups from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.kind <> 'wave_invitation'
      and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_waves from (
    select m.id from public.mail_outbox m
    where m.kind = 'wave_invitation' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team) - cardinality(for_signups),
      private.wave_mail_room(room - cardinality(for_accounts) - cardinality(for_signups))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_accounts || for_team || for_signups || for_waves, lease_seconds);
end
$$;
comment on function public.claim_mail(integer, integer) is
  'Leases due mails to the caller for lease_seconds and returns them; to the public at most as many as the hourly rate limit allows, and none while mail is paused.';

create function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.mail_outbox;
  room integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select * into wanted from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
    -- A failed mail waits for its back-off, however often a visitor requests it. The first attempt does not wait for due_at.
    and (m.attempts = 0 or m.due_at <= now())
  for update skip locked;
  if not found or private.is_mail_paused() then
    return;
  end if;
  room := case
    when wanted.kind = 'contact_message' then 1
    when starts_with(wanted.kind, 'auth_') then private.public_mail_room()
    when wanted.kind = 'wave_invitation' then private.wave_mail_room(private.public_mail_room())
    else private.welcome_mail_room(private.public_mail_room())
  end;
  if room = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;
comment on function public.claim_mail_by_id(uuid, integer) is
  'Leases one mail to the caller and returns it; nothing when it was sent, is leased, was given up, waits for its retry, or is held back by the rate limit or a pause.';

create function public.mark_mail_sent(mail_id uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set sent_at = now(), gave_up_at = null, leased_until = null, last_error = null, data = '{}'
  where id = mail_id and sent_at is null
$$;
comment on function public.mark_mail_sent(uuid) is 'Records that a mail was accepted, and deletes the data that it was rendered from.';

create function public.mark_mail_failed(mail_id uuid, error text, final boolean default false) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set
    leased_until = null,
    last_error = left(error, 500),
    -- Exponential back-off: 5 s, 10 s, 20 s, … 2 h, with 20 % jitter, so that a recovering mail server does not get all retries at once.
    due_at = now() + least(interval '2 hours', interval '5 seconds' * power(2, least(attempts, 20) - 1)) * (0.8 + random() * 0.4),
    -- At least five attempts are made, also when an outage of the site itself took most of the three days.
    gave_up_at = case when final or (now() > try_until and attempts >= 5) then now() end
  where id = mail_id and sent_at is null and gave_up_at is null
$$;
comment on function public.mark_mail_failed(uuid, text, boolean) is
  'Records why a mail was not accepted. It is retried with back-off for three days; after a final failure it is given up at once.';

create function public.retry_mail(mail_id uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  with again as (
    update public.mail_outbox
    set due_at = now(), try_until = now() + interval '3 days', gave_up_at = null
    where id = mail_id and sent_at is null
    returning 1
  )
  select exists (select from again)
$$;
comment on function public.retry_mail(uuid) is
  'Makes a mail due now, also one that was given up, and returns true; returns false when no unsent mail has this id.';

create function public.retry_given_up_mail() returns integer
language sql
security definer
set search_path = ''
as $$
  with again as (
    update public.mail_outbox
    set due_at = now(), try_until = now() + interval '3 days', gave_up_at = null
    where gave_up_at is not null and sent_at is null
    returning 1
  )
  select count(*)::integer from again
$$;
comment on function public.retry_given_up_mail() is 'Makes every mail that was given up due now and returns their number.';
