-- Welcome mails. After each insert of sign-ups, the trigger signup_welcome inserts the welcome mails into the outbox in the same
-- transaction, so that the mails are sent even when the browser sends no further request. request_welcome_mail creates no mail: it returns
-- a waiting welcome mail, so that the caller can send it sooner.

create function private.welcome_data(name text, is_paid boolean, amount numeric) returns jsonb
language sql stable
return jsonb_build_object('name', name, 'is_paid', is_paid, 'amount', amount);
comment on function private.welcome_data(text, boolean, numeric) is 'Returns the data that a welcome mail is rendered from.';

create function private.queue_welcome_mails(signups public.early_access_users[]) returns void
language sql
set search_path = ''
as $$
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select welcome.kind, signup.email, private.welcome_data(signup.name, signup.is_paid, signup.amount), welcome.kind || ':' || signup.id
  from unnest(signups) as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  -- Skips buyers whose address is invalid: their row is stored, but no mail can be sent to them.
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  -- An operator may insert a deleted row again while its welcome mail is still in the outbox.
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_welcome_mails(public.early_access_users[]) is
  'Queues the welcome mails of sign-ups, paid or free, except those that are queued already and those to invalid addresses.';

create function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The welcome mail of an unconfirmed sign-up is queued when it starts to count (12_confirmation.sql).
  perform private.queue_welcome_mails(array_agg(s::public.early_access_users)) from signups as s where s.confirm_by is null;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcome mails of new sign-ups, except unconfirmed ones.';

create trigger signup_welcome after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.welcome_signup();

create function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  welcome_key text;
  waiting uuid;
begin
  -- An empty source means a request of an operator, which has no rate limit.
  if source <> '' then
    -- A source may send signups_per_source sign-ups and as many payments, and each of them may request its welcome mail.
    perform private.count_source('welcome-source', source, 2 * private.signups_per_source());
  end if;
  select
    case when u.confirm_by is not null then 'signup_confirmation:' when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id
  into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- For an unknown address, looks up a key that no mail has, so that the response time does not reveal whether the address signed up.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.is_mail_server_failing() or private.mail_allowance('signup') = 0
  )
    -- The same for every address, so that the response reveals nothing. When mail_id is null and may_confirm is true, send-notifications
    -- calls request_confirmation_mail after its response.
    || case when private.confirms_signups() then '{"may_confirm": true}'::jsonb else '{}' end;
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'Returns the id of the waiting welcome or confirmation mail for an address, or null, and whether all such mails are held back at the moment (is_held); may_confirm is true while sign-ups must be confirmed. Refuses a source over its limit (PT429).';
