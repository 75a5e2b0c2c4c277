-- A mail whose delivery failed is not sent again before its back-off ends when a visitor requests it; before, every request sent it.

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
