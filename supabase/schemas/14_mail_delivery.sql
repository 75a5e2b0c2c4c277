-- Delivery of the outbox. A worker claims mails for a number of seconds, sends them, and records the result of each with mark_mail_sent or
-- mark_mail_failed; a mail whose worker disappears is claimed again when its lease ends.
--
-- claim_mail returns mails in this order: those about accounts, whose codes and links expire within an hour; those to the team, which the limit
-- of an hour does not count; then the others. A tenth of the hour's mails is reserved for mail about accounts. While the setting mail_paused
-- is true, it returns none.
--
-- The functions read the outbox by its partial indexes even where the cached plan was made when it was small: sequential and bitmap scans, and
-- JIT compilation with them, are off (06_limits.sql has the reason). The cost of a claim does not depend on how many mails wait.

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
        -- By its own index, not by that of all that wait.
        order by m.leased_until
      ) as lease
    ) as on_the_way (leased)
$$;
comment on function private.public_mail_room() is
  'How many more mails may go to the public within this hour. Mail to the team has no share in it.';

create function private.welcome_mail_room(room integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select greatest(0, room - coalesce((select s.value::integer / 10 from public.app_settings s where s.key = 'mail_per_hour'), 0))
$$;
comment on function private.welcome_mail_room(integer) is
  'How much of the room for mails to the public is for others than those about accounts.';

create function private.is_mail_paused() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'mail_paused' and value = 'true')
$$;
comment on function private.is_mail_paused() is 'Whether an operator stopped all mail.';

create type public.claimed_mail as (id uuid, kind text, recipient text, data jsonb, attempts integer);
comment on type public.claimed_mail is 'What whoever delivers a mail must know.';

create function private.lease_mail(ids uuid[], lease_seconds integer) returns setof public.claimed_mail
language sql
as $$
  update public.mail_outbox
  set leased_until = now() + make_interval(secs => lease_seconds), attempts = attempts + 1
  where id = any (ids)
  returning id, kind, recipient, data, attempts
$$;
comment on function private.lease_mail(uuid[], integer) is 'Gives mails to one sender for a while.';

create function private.mend_mail_times() returns void
language sql
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  -- Nothing waits for more than the 2.4 hours of the longest pause, nor is leased for an hour. What an operator put off before anybody
  -- tried it waits for its time.
  update public.mail_outbox set due_at = now()
  where sent_at is null and gave_up_at is null and due_at > now() + interval '3 hours' and (attempts > 0 or created_at > now());
  update public.mail_outbox set leased_until = null where id = any (array(
    select m.id from public.mail_outbox m
    where m.sent_at is null and m.gave_up_at is null and m.leased_until > now() + interval '1 hour'
    -- By its own index, not by that of all that wait.
    order by m.leased_until
  ))
$$;
comment on function private.mend_mail_times() is 'Makes due what a clock that was ahead put off, and takes back its leases.';

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
  for_others uuid[];
begin
  -- One transaction at a time, so that the global rate limit is exact. Sending happens after the commit.
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
  select coalesce(array_agg(id), '{}') into for_others from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_accounts || for_team || for_others, lease_seconds);
end
$$;
comment on function public.claim_mail(integer, integer) is
  'Gives the caller mails that are due, for that many seconds; to the public no more than the hour allows, none while paused.';

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
  for update skip locked;
  if not found or private.is_mail_paused() then
    return;
  end if;
  room := case
    when wanted.kind = 'contact_message' then 1
    when starts_with(wanted.kind, 'auth_') then private.public_mail_room()
    else private.welcome_mail_room(private.public_mail_room())
  end;
  if room = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;
comment on function public.claim_mail_by_id(uuid, integer) is
  'Gives the caller one mail, due or not; nothing when it was sent, is being sent, is given up, or must wait.';

create function public.mark_mail_sent(mail_id uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set sent_at = now(), gave_up_at = null, leased_until = null, last_error = null, data = '{}'
  where id = mail_id and sent_at is null
$$;
comment on function public.mark_mail_sent(uuid) is 'Notes that a mail was taken, and forgets what it was written from.';

create function public.mark_mail_failed(mail_id uuid, error text, final boolean default false) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set
    leased_until = null,
    last_error = left(error, 500),
    -- 5 s, 10 s, 20 s, … 2 h, a fifth more or less, so that a mail server that comes back is not stormed.
    due_at = now() + least(interval '2 hours', interval '5 seconds' * power(2, least(attempts, 20) - 1)) * (0.8 + random() * 0.4),
    -- After an outage of the site itself, a few tries come before giving up.
    gave_up_at = case when final or (now() > try_until and attempts >= 5) then now() end
  where id = mail_id and sent_at is null and gave_up_at is null
$$;
comment on function public.mark_mail_failed(uuid, text, boolean) is
  'Notes why a mail was not taken. It is tried again later and later for three days; a final failure is given up at once.';

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
comment on function public.retry_mail(uuid) is 'Has a mail tried again now, also one that was given up; false when there is none to try.';

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
comment on function public.retry_given_up_mail() is 'Has every mail that was given up tried again; answers how many.';
