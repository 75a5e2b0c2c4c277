-- How many mails the hourly rate limit (mail_per_hour) still allows, and which mails wait because their network has used its share of it.
-- `enable_seqscan`, `enable_bitmapscan` and `jit` are off in functions that read the outbox, for the reason given in 14_mail_delivery.sql.

create function private.remaining_public_mails() returns integer
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
comment on function private.remaining_public_mails() is
  'Returns how many more mails to the public the hourly rate limit allows. Mail to the team is not counted.';

create function private.mail_allowance(class text, remaining integer default private.remaining_public_mails()) returns integer
language sql stable
set search_path = ''
as $$
  select case when class <> 'team' then greatest(0, remaining - coalesce((
    select s.value::integer / case class when 'signup' then 10 when 'later' then 2 end
    from public.app_settings s where s.key = 'mail_per_hour'
  ), 0)) end
$$;
comment on function private.mail_allowance(text, integer) is
  'Returns how many of the remaining mails to the public a class may use. Mails to sign-ups leave a tenth of the hourly rate limit to mails about accounts; mails that may wait leave half of it to all others. Null for mails to the team, which have no limit.';

create function private.network_mail_allowance() returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  remaining constant integer := private.remaining_public_mails();
begin
  return greatest(1, (remaining - (
    select count(*)::integer
    from (
      select from public.mail_outbox m
      where private.mail_class(m.kind, m.is_deferrable) = 'signup' and m.sent_at is null and m.gave_up_at is null
      order by m.due_at limit remaining
    ) as waiting
  )) / 16);
end
$$;
comment on function private.network_mail_allowance() is
  'Returns how many mails one source may cause in 15 minutes: a sixteenth of those that the hourly rate limit and the waiting mails leave, so that the /48 or /24 around it, with eight times as many, gets half of what is left; at least one.';

create function private.use_mail_share() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.is_deferrable := case
    when nullif(current_setting('request.origins', true), '') is not null
      then coalesce(nullif(current_setting('app.deferred_mails', true), '')::jsonb ? new.recipient, false)
    else not private.count_attempts('public-mail', array[private.network_source()], private.network_mail_allowance())
  end;
  return new;
end
$$;
comment on function private.use_mail_share() is
  'Counts a mail that a visitor causes for its network, and lets it wait when the network has used its share of the hourly rate limit. In a batch, use_mail_shares has counted it.';

-- The setting role names the role of the request, also within security definer functions, where current_user is their owner.
create trigger mail_2_use_share before insert on public.mail_outbox
  for each row
  when (not new.is_deferrable and current_setting('role', true) in ('anon', 'authenticated'))
  execute function private.use_mail_share();

create function private.use_mail_shares() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  allowance constant integer := private.network_mail_allowance();
  emails text[];
  sources text[];
begin
  -- array_agg returns the rows in the order of the elements of request.origins, as in guard_signups (10_signup_guard.sql).
  select array_agg(s.email) into emails from signups as s;
  select array_agg(origin.source) into sources from jsonb_to_recordset(current_setting('request.origins')::jsonb) as origin (source text);
  if not private.count_attempts('public-mail', sources, allowance) then
    perform set_config('app.deferred_mails', jsonb_agg(signup.email)::text, true)
    from unnest(emails, sources) as signup (email, source)
    where not private.count_attempts('public-mail', array[signup.source], allowance);
  end if;
  return null;
end
$$;
comment on function private.use_mail_shares() is
  'Counts the mails of a batch of sign-ups for their networks, before they are queued, and lists those that wait in the setting app.deferred_mails.';

-- PostgreSQL fires triggers in order of their names. After signup_take_spot, as a single sign-up's mail is counted after its spot is taken:
-- concurrent transactions take their locks in the same order. Before signup_welcome and signup_welcome_unconfirmed, which queue mails.
create trigger signup_use_mail_share after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.use_mail_shares();
