-- How the outbox is emptied. Whoever delivers claims mails for a while, sends them, and notes what became of each.

create function private.public_mail_room() returns integer
language sql stable
as $$
  select greatest(0, coalesce((select value::integer from public.app_settings where key = 'mail_per_hour'), 0) - count(*)::integer)
  from public.mail_outbox
  where kind <> 'contact_message'
    and (sent_at > now() - interval '1 hour' or (sent_at is null and gave_up_at is null and leased_until > now()))
$$;
comment on function private.public_mail_room() is
  'How many more mails may go to the public within this hour. Mail to the team has no share in it.';

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

create function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  for_team uuid[];
  for_public uuid[];
begin
  -- One at a time, so that the ceiling is exact. It takes a moment; sending happens outside.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_public from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to - cardinality(for_team), private.public_mail_room())
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_team || for_public, lease_seconds);
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
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select * into wanted from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
  for update skip locked;
  if not found or private.is_mail_paused() or (wanted.kind <> 'contact_message' and private.public_mail_room() = 0) then
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

revoke all on function
  public.claim_mail(integer, integer), public.claim_mail_by_id(uuid, integer), public.mark_mail_sent(uuid),
  public.mark_mail_failed(uuid, text, boolean), public.retry_mail(uuid)
  from public, anon, authenticated;
grant execute on function
  public.claim_mail(integer, integer), public.claim_mail_by_id(uuid, integer), public.mark_mail_sent(uuid),
  public.mark_mail_failed(uuid, text, boolean), public.retry_mail(uuid)
  to service_role;
