-- Invitations of waves are a class of mail of their own: they leave after all other mails, use at most half of the hourly rate limit, and do
-- not count as overdue.

create index mail_outbox_for_signup on public.mail_outbox (due_at)
  where kind <> 'contact_message' and not starts_with(kind, 'auth_') and kind <> 'wave_invitation'
    and sent_at is null and gave_up_at is null;
create index mail_outbox_for_wave on public.mail_outbox (due_at)
  where kind = 'wave_invitation' and sent_at is null and gave_up_at is null;

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

create or replace function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
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

create or replace function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
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

create or replace function public.count_mail() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and gave_up_at is null),
    'given_up', count(*) filter (where gave_up_at is not null),
    'sent', count(*) filter (where sent_at is not null),
    'sent_last_hour', count(*) filter (where sent_at > now() - interval '1 hour'),
    -- How long the oldest due mail without a lease is overdue: zero while no mail is overdue. Invitations are not counted, because those of
    -- a large wave wait for the hourly rate limit for hours.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where kind <> 'wave_invitation' and sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
