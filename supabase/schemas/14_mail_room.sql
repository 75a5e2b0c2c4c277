-- How many mails the hourly rate limit (mail_per_hour) still allows, and which mails wait because their network has used its share of it.
-- `enable_seqscan`, `enable_bitmapscan` and `jit` are off in functions that read the outbox, for the reason given in 14_mail_delivery.sql.

create function private.public_mail_room() returns integer
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

create function private.mail_room(class text, room integer default private.public_mail_room()) returns integer
language sql stable
set search_path = ''
as $$
  select case when class <> 'team' then greatest(0, room - coalesce((
    select s.value::integer / case class when 'signup' then 10 when 'later' then 2 end
    from public.app_settings s where s.key = 'mail_per_hour'
  ), 0)) end
$$;
comment on function private.mail_room(text, integer) is
  'Returns how many of the remaining mails to the public (room) a class may use. Mails to sign-ups leave a tenth of the hourly rate limit to mails about accounts; mails that may wait leave half of it to all others. Null for mails to the team, which have no limit.';

create function private.network_mail_room() returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  room constant integer := private.public_mail_room();
begin
  return greatest(1, (room - (
    select count(*)::integer
    from (
      select from public.mail_outbox m
      where private.mail_class(m.kind, m.may_wait) = 'signup' and m.sent_at is null and m.gave_up_at is null
      order by m.due_at limit room
    ) as waiting
  )) / 16);
end
$$;
comment on function private.network_mail_room() is
  'Returns how many mails one source may cause in 15 minutes: a sixteenth of those that the hourly rate limit and the waiting mails leave, so that the /48 or /24 around it, with eight times as many, gets half of what is left; at least one.';

create function private.weigh_mail() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.may_wait := case
    when nullif(current_setting('request.origins', true), '') is not null
      then coalesce(nullif(current_setting('app.mails_that_wait', true), '')::jsonb ? new.recipient, false)
    else not private.count_attempts('public-mail', array[private.network_source()], private.network_mail_room())
  end;
  return new;
end
$$;
comment on function private.weigh_mail() is
  'Counts a mail that a visitor causes for its network, and lets it wait when the network has used its share of the hourly rate limit. In a batch, weigh_mails has counted it.';

-- The setting role names the role of the request, also within security definer functions, where current_user is their owner.
create trigger mail_2_weigh before insert on public.mail_outbox
  for each row
  when (not new.may_wait and current_setting('role', true) in ('anon', 'authenticated'))
  execute function private.weigh_mail();

create function private.weigh_mails() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  room constant integer := private.network_mail_room();
  emails text[];
  sources text[];
begin
  -- array_agg returns the rows in the order of the elements of request.origins, as in guard_signups (10_signup_guard.sql).
  select array_agg(s.email) into emails from signups as s;
  select array_agg(origin.source) into sources from jsonb_to_recordset(current_setting('request.origins')::jsonb) as origin (source text);
  if not private.count_attempts('public-mail', sources, room) then
    perform set_config('app.mails_that_wait', jsonb_agg(signup.email)::text, true)
    from unnest(emails, sources) as signup (email, source)
    where not private.count_attempts('public-mail', array[signup.source], room);
  end if;
  return null;
end
$$;
comment on function private.weigh_mails() is
  'Counts the mails of a batch of sign-ups for their networks, before they are queued, and lists those that wait in the setting app.mails_that_wait.';

-- Sorts after signup_take_spot, as the mail of a single sign-up is counted after its spot is taken: concurrent transactions take their locks
-- in the same order. Sorts before signup_welcome and signup_welcome_unconfirmed.
create trigger signup_weigh_mails after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.weigh_mails();
