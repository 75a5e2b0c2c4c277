-- A crowd that is welcomed must not keep anybody's code or link from them, which are of no use an hour later: mail about accounts goes
-- first, and a tenth of the hour's mails is kept for it. And a clock that went ahead and came back must not hold mail back.

create index mail_outbox_for_account on public.mail_outbox (due_at)
  where starts_with(kind, 'auth_') and sent_at is null and gave_up_at is null;

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
  for_team uuid[];
  for_accounts uuid[];
  for_others uuid[];
begin
  -- One at a time, so that the ceiling is exact. It takes a moment; sending happens outside.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  room := private.public_mail_room();
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_accounts from (
    select m.id from public.mail_outbox m
    where starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to - cardinality(for_team), room)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_others from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_team) - cardinality(for_accounts),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_team || for_accounts || for_others, lease_seconds);
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
