-- The welcome mail of an unconfirmed sign-up and its events for webhooks are queued when it starts to count.

create or replace function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if not exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    return;
  end if;
  if private.confirms_signups() then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key',
      -- Every taken address gets this hint, so that it does not reveal which addresses are unconfirmed.
      hint = 'Call send-notifications to get the confirmation mail again.';
  end if;
  raise unique_violation using
    message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
    schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that is already signed up, with the error of the unique constraint.';

create or replace function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    private.welcome_data(signup.name, signup.is_paid, signup.amount),
    welcome.kind || ':' || signup.id
  from signups as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  -- Skips buyers whose address is invalid: their row is stored, but no mail can be sent to them.
  where (signup.flag_reason is null or private.address_fault(signup.email) is null)
    -- The welcome mail of an unconfirmed sign-up is queued when it starts to count (12_confirmation.sql).
    and signup.confirm_by is null
  -- An operator may insert a deleted row again while its welcome mail is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcome mails of new sign-ups, except unconfirmed ones.';

create or replace function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  -- A source may send signups_per_source sign-ups and as many payments, and each of them may request its welcome mail.
  per_source constant integer := 2 * private.signups_per_source();
  welcome_key text;
  waiting uuid;
begin
  -- An empty source means a request of an operator, which has no rate limit.
  if source <> '' and not private.count_attempt('welcome-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  select
    case when u.is_paid then 'welcome_paid:' when u.confirm_by is not null then 'signup_confirmation:' else 'welcome_free:' end || u.id
  into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- For an unknown address, looks up a key that no mail has, so that the response time does not reveal whether the address signed up.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.welcome_mail_room(private.public_mail_room()) = 0
  )
    -- The same for every address, so that the response reveals nothing. When mail_id is null and may_confirm is true, send-notifications
    -- calls request_confirmation_mail after its response.
    || case when private.confirms_signups() then '{"may_confirm": true}'::jsonb else '{}' end;
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'Returns the id of the waiting welcome or confirmation mail for an address, or null, and whether all such mails are held back at the moment (is_held); may_confirm is true while sign-ups must be confirmed. Refuses a source over its limit (PT429).';

create or replace function private.lease_mail(ids uuid[], lease_seconds integer) returns setof public.claimed_mail
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

create or replace function private.note_signups() returns trigger
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
      private.person_hash(s.email), jsonb_build_object('signup_id', s.id, 'amount', s.amount),
      jsonb_build_object('name', s.name, 'email', s.email, 'order_id', s.order_id)
    )
  from signups s where s.is_paid;
  return null;
end
$$;
comment on function private.note_signups() is
  'Queues the events of new sign-ups, except unconfirmed ones, and of the payments reported with them.';
