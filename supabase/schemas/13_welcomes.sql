-- Welcome mails. When sign-ups come in, signup_welcome inserts their welcomes into the outbox in the same transaction, so that they are sent
-- whatever the browser does next. request_welcome_mail only looks up a waiting welcome to have it sent sooner; it creates none.

create function private.welcome_data(name text, is_paid boolean, amount numeric) returns jsonb
language sql stable
return jsonb_build_object('name', name, 'is_paid', is_paid, 'amount', amount);
comment on function private.welcome_data(text, boolean, numeric) is 'What a welcome is written from.';

create function private.welcome_signup() returns trigger
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
  -- A buyer is stored with whatever was typed, even what no mail can be sent to.
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  -- An operator may put back somebody whose welcome is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcomes of new sign-ups.';

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
  -- One for each sign-up and each payment that a source may report, see guard_signup.
  per_source constant integer := 2 * private.signups_per_source();
  welcome_key text;
  waiting uuid;
begin
  -- No source: the operators' own, who are not counted.
  if source <> '' and not private.count_attempt('welcome-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  select case when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- An unknown address is looked up here as well, with a key that no mail has, and takes as long as a known one.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.welcome_mail_room(private.public_mail_room()) = 0
  );
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'The id of the welcome that still waits for this address, or null; and whether welcomes are held back at the moment, for everybody. PT429 for a source that asks too often.';
