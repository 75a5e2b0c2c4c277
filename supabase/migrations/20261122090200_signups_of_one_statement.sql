-- Sign-ups that come in one statement take their spots with one change and are welcomed with one insert.

create or replace function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row stays locked until the sign-ups are done, so fifty at once take exactly fifty.
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  return null;
end
$$;
comment on function private.take_spot() is
  'Lowers early_access_spots by one for each new sign-up, not below zero, unless count_down_spots is false.';

drop trigger signup_take_spot on public.early_access_users;
create trigger signup_take_spot after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.take_spot();

create function private.queue_welcomes(ids uuid[], kind text) returns void
language sql
set search_path = ''
-- A plan made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
as $$
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    jsonb_build_object('name', signup.name, 'is_paid', signup.is_paid, 'amount', signup.amount),
    welcome.kind || ':' || signup.id
  from public.early_access_users as signup,
    lateral (
      select coalesce(queue_welcomes.kind, case when signup.is_paid then 'welcome_paid' else 'welcome_free' end)
    ) as welcome (kind)
  where signup.id = any (ids)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_welcomes(uuid[], text) is
  'Puts welcomes into the outbox, one for each sign-up and kind, written from the stored rows; without a kind, by is_paid.';

create or replace function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_welcomes(array_agg(id), null) from signups;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcomes of new sign-ups.';

drop trigger signup_welcome on public.early_access_users;
create trigger signup_welcome after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.welcome_signup();

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
  perform private.queue_welcomes(array[signup.id], type);
  select m.id into mail_id from public.mail_outbox m
  where m.dedupe_key = type || ':' || signup.id and m.sent_at is null and m.gave_up_at is null;
  return mail_id;
end
$$;

drop function private.queue_welcome(public.early_access_users, text);
