-- Sign-ups of several visitors in one statement are guarded at once, after its rows, and not row by row. The host tells where each of
-- them came from in request.origins, [{"source": …, "user_agent": …}], and asks one by one when such a statement is
-- refused: so only whether somebody is refused matters here, and what each is told is what the guard of one row says.
-- What the checks of a row say better, its constraints say as well.

create function private.guard_signups() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  if jsonb_array_length(origins) <> (select count(*) from signups)
    or exists (
      select from jsonb_to_recordset(origins) as origin (user_agent text)
      where private.is_suspicious_user_agent(origin.user_agent)
    )
    or exists (
      select from signups as s, private.hash_keys as k
      where private.is_suspicious_email(s.email)
        or private.is_suspicious_name(s.name)
        -- Only looked at: an address that is stored is taken, and one that is refused is counted when it is asked alone.
        or 3 <= (
          select sum(earlier.count)
          from private.recent_attempts(private.keyed_hash('signup-address:' || s.email, k.inner_key, k.outer_key)) as earlier
        )
    )
    or not private.count_attempts(
      'signup-source', array(select origin.source from jsonb_to_recordset(origins) as origin (source text)), per_source, '1 minute'
    )
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses sign-ups of several visitors when one of them had too many attempts or looks like a program.';

drop trigger signup_2_guard on public.early_access_users;
create trigger signup_2_guard before insert on public.early_access_users
  for each row
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.guard_signup();

drop trigger signup_3_check on public.early_access_users;
create trigger signup_3_check before insert or update of name, email, is_paid, amount, order_id on public.early_access_users
  for each row when (nullif(current_setting('request.origins', true), '') is null) execute function private.check_signup();

-- By its name before the triggers that take spots and write mails, which are for nothing when somebody is refused.
create trigger signup_guard_together after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.guard_signups();
