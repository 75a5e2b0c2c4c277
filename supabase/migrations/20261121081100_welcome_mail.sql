-- The welcome is in the outbox as soon as the sign-up is in the table, whatever becomes of the browser.
create function private.queue_welcome(signup public.early_access_users, kind text) returns void
language sql
set search_path = ''
as $$
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  values (
    kind,
    signup.email,
    jsonb_build_object('name', signup.name, 'is_paid', signup.is_paid, 'amount', signup.amount),
    kind || ':' || signup.id
  )
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_welcome(public.early_access_users, text) is
  'Puts a welcome into the outbox, once for each sign-up and kind, written from the stored row.';

create function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_welcome(new, case when new.is_paid then 'welcome_paid' else 'welcome_free' end);
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcome of a new sign-up.';

create trigger signup_welcome after insert on public.early_access_users
  for each row execute function private.welcome_signup();

create function public.request_welcome_mail(email text, type text) returns uuid
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
  perform private.queue_welcome(signup, type);
  select m.id into mail_id from public.mail_outbox m
  where m.dedupe_key = type || ':' || signup.id and m.sent_at is null and m.gave_up_at is null;
  return mail_id;
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'The id of a sign-up''s welcome in the outbox, queued if it never was; null when nobody has the address or it was sent.';
revoke all on function public.request_welcome_mail(text, text) from public, anon, authenticated;
grant execute on function public.request_welcome_mail(text, text) to service_role;
