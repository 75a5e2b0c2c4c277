-- What a welcome is follows from the stored row. Every welcome is put into the outbox by the sign-up itself; asking for it only has it
-- sent sooner, so nobody can make a sign-up receive another mail. How often it is asked for is limited per source.

drop function public.request_welcome_mail(text, text);

create function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  -- One for each sign-up and each payment that a source may report, see guard_signup.
  per_source constant integer := 2 * coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
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
revoke all on function public.request_welcome_mail(text, text) from public, anon, authenticated;
grant execute on function public.request_welcome_mail(text, text) to service_role;
