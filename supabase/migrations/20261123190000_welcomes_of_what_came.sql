-- The welcomes of new sign-ups are written from the rows that just came, instead of looking each of them up again.

create function private.welcome_data(name text, is_paid boolean, amount numeric) returns jsonb
language sql stable
return jsonb_build_object('name', name, 'is_paid', is_paid, 'amount', amount);
comment on function private.welcome_data(text, boolean, numeric) is 'What a welcome is written from.';

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
  -- An operator may put back somebody whose welcome is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;

create or replace function public.request_welcome_mail(email text, type text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  signup public.early_access_users;
  mail_id uuid;
begin
  if type is null or type not in ('welcome_free', 'welcome_paid') then
    raise invalid_parameter_value using message = 'The type is welcome_free or welcome_paid.';
  end if;
  select * into signup from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  if not found then
    return null;
  end if;
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  values (
    type,
    signup.email,
    private.welcome_data(signup.name, signup.is_paid, signup.amount),
    type || ':' || signup.id
  )
  on conflict (dedupe_key) do nothing;
  select m.id into mail_id from public.mail_outbox m
  where m.dedupe_key = type || ':' || signup.id and m.sent_at is null and m.gave_up_at is null;
  return mail_id;
end
$$;

drop function private.queue_welcomes(uuid[], text);
