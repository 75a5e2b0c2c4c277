-- Comments in function bodies and on objects use standard terms. What the functions do is unchanged.

comment on function private.one_line(text) is
  'Returns a text on one line: truncated to 1000 characters, in NFC, without control characters.';

create or replace function private.sanitise_name(name text) returns text
language plpgsql immutable
as $$
declare
  cleaned text := private.one_line(name);
  before text := '';
begin
  -- Repeats until nothing changes, because removing one part can join its neighbours into another part that must be removed.
  while before <> cleaned loop
    before := cleaned;
    cleaned := regexp_replace(cleaned, '[<>{}]|javascript:|vbscript:|on[A-Za-z0-9_]+ *=', '', 'gi');
  end loop;
  return btrim(cleaned);
end
$$;
comment on function private.sanitise_name(text) is 'Returns the sanitised name that is stored for a buyer whose name is invalid.';

comment on function private.sanitise_email(text) is 'Returns the sanitised address that is stored for a buyer whose address is invalid.';
comment on function private.buyer_flag(text, text) is
  'Returns why a free sign-up with this normalised name and address would be refused, for an operator to read; null when it would not be refused.';

create or replace function private.is_used_order(address text, order_id text) returns boolean
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  -- Serialises reports of one order id; without the lock, two concurrent reports would not see each other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || is_used_order.order_id, 0));
  return exists (
      select from public.early_access_users u
      where u.order_id = is_used_order.order_id and u.email <> address
    )
    or exists (
      select from public.early_access_users u
      where u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', is_used_order.order_id))
        and u.email <> address
    );
end
$$;
comment on function private.is_used_order(text, text) is 'Returns whether an order id was reported for another address.';

comment on function private.refuse_used_order(text, text) is
  'Refuses an order id that was reported for another address, with the error of the unique constraint on order ids.';

create or replace function private.claim_payment() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
begin
  perform private.refuse_trial();
  perform private.count_source('claim-source');
  -- Serialises payments for one address, so that a report that is sent twice finds the row of the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
  perform private.refuse_used_order(new.email, new.order_id);

  select * into known from public.early_access_users u where u.email = new.email for update;
  if not found then
    return new;
  end if;
  if not known.is_paid then
    -- Stores only the reported payment. Name and consent are not changed, because anyone can report a payment for any address.
    update public.early_access_users
    set is_paid = true, amount = new.amount, order_id = new.order_id, claimed_at = now()
    where id = known.id;
    insert into public.mail_outbox (kind, recipient, data, dedupe_key)
    values ('welcome_paid', known.email, private.welcome_data(known.name, true, new.amount), 'welcome_paid:' || known.id)
    on conflict (dedupe_key) do nothing;
  elsif known.order_id is distinct from new.order_id
    and not known.further_claims @> jsonb_build_array(jsonb_build_object('order_id', new.order_id))
    and jsonb_array_length(known.further_claims) < 100
    and private.count_address_attempt(new.email, private.network_source())
  then
    -- The first claim is never replaced. A source can add three claims in 15 minutes, so that an attacker can neither replace the first
    -- claim nor fill the list before the buyer's own claim is stored.
    update public.early_access_users
    set
      further_claims = further_claims
        || jsonb_build_object('order_id', new.order_id, 'amount', new.amount, 'claimed_at', now()),
      flag_reason = case
        when flag_reason like '%Another payment was reported' then flag_reason
        else concat_ws('; ', flag_reason, 'Another payment was reported')
      end
    where id = known.id;
  end if;
  return null;
end
$$;
comment on function private.claim_payment() is
  'Stores a payment that a buyer''s browser reports: as a new row, or as a claim on the existing row of the address. Idempotent: reporting it again changes nothing.';

comment on function private.refuse_used_order_of_signup() is
  'Refuses a free sign-up with an order id that was reported for another address.';

create or replace function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The update locks the row until the transaction ends, so that fifty concurrent sign-ups take exactly fifty spots.
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  return null;
end
$$;

create or replace function private.public_mail_room() returns integer
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

comment on function private.welcome_mail_room(integer) is
  'Returns how many of the remaining mails to the public (room) are not reserved for mail about accounts.';
comment on function private.is_mail_paused() is 'Returns whether an operator paused all mail.';
comment on type public.claimed_mail is 'What a worker needs to send a mail.';
comment on function private.lease_mail(uuid[], integer) is 'Leases mails to a worker for lease_seconds and returns them.';

create or replace function private.mend_mail_times() returns void
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
  for_others uuid[];
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
  'Leases due mails to the caller for lease_seconds and returns them; to the public at most as many as the hourly rate limit allows, and none while mail is paused.';

comment on function public.claim_mail_by_id(uuid, integer) is
  'Leases one mail to the caller, due or not, and returns it; nothing when it was sent, is leased, was given up, or is held back by the rate limit or a pause.';
comment on function public.mark_mail_sent(uuid) is 'Records that a mail was accepted, and deletes the data that it was rendered from.';

create or replace function public.mark_mail_failed(mail_id uuid, error text, final boolean default false) returns void
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

comment on function public.retry_mail(uuid) is
  'Makes a mail due now, also one that was given up, and returns true; returns false when no unsent mail has this id.';
comment on function public.retry_given_up_mail() is 'Makes every mail that was given up due now and returns their number.';
