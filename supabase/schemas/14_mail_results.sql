-- The results of deliveries: a mail was accepted, or failed and is retried, or was given up (14_mail_delivery.sql has the rules).

create function public.mark_mail_sent(mail_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  server private.mail_server;
  was_outage constant boolean := private.is_mail_outage();
begin
  update public.mail_outbox
  set sent_at = now(), gave_up_at = null, leased_until = null, first_due_at = null, last_error = null, fault = null, data = '{}'
  where id = mail_id and sent_at is null;
  select * into server from private.mail_server s where s.failing_since is not null for update;
  if not found then
    return false;
  end if;
  update private.mail_server set refused = '{}', failing_since = null, failure = null, resume_at = now();
  if was_outage then
    update public.mail_outbox m set due_at = now()
    where m.sent_at is null and m.gave_up_at is null and m.fault = 'server' and m.due_at > now();
  end if;
  if server.reported_at >= server.failing_since then
    insert into public.mail_outbox (kind, data)
    values ('auth_outage', jsonb_build_object('began', server.failing_since, 'ended', now(), 'reason', server.failure));
  end if;
  return was_outage;
end
$$;
comment on function public.mark_mail_sent(uuid) is
  'Records that a mail was accepted, and deletes the data that it was rendered from. Returns whether this ended an outage of the mail server; then all mails that it refused are due, and the team gets a mail about it.';

create function public.mark_mail_failed(mail_id uuid, error text, fault text default 'server') returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  was_paused boolean;
  announced private.mail_server;
begin
  update public.mail_outbox m
  set
    leased_until = null,
    last_error = left(error, 500),
    fault = mark_mail_failed.fault,
    first_due_at = coalesce(m.first_due_at, m.due_at),
    -- While the mail server refuses mail, at most 5 minutes, so that mails do not wait for hours after it is back.
    due_at = now() + private.back_off(
      m.attempts, case when mark_mail_failed.fault = 'server' then interval '5 minutes' else interval '2 hours' end
    ),
    -- At least five attempts are made, also when an outage of the site itself took most of the three days.
    gave_up_at = case
      when mark_mail_failed.fault in ('address', 'mail') or (now() > m.try_until and m.attempts >= 5) then now()
    end
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null;
  if not found or fault <> 'server' then
    return 'retried';
  end if;
  select cardinality(s.refused) >= 5 into was_paused from private.mail_server s for update;
  update private.mail_server s
  set
    refused = case when mail_id = any (s.refused) then s.refused else (s.refused || mail_id)[1:5] end,
    failing_since = coalesce(s.failing_since, now()),
    failure = left(error, 500),
    -- A quarter of the time since the first failure, so that the server of a long outage, such as an exceeded daily quota, gets few attempts.
    resume_at = now() + least(interval '5 minutes', greatest(interval '30 seconds', (now() - s.failing_since) / 4));
  if private.is_mail_outage() then
    update private.mail_server s set reported_at = now()
    where s.reported_at is null or (s.reported_at < s.failing_since and s.reported_at < now() - interval '1 hour')
    returning s.* into announced;
    if found then
      perform private.queue_event(
        'mail.failing', '', jsonb_build_object('since', announced.failing_since, 'reason', announced.failure)
      );
    end if;
  end if;
  return case when was_paused then 'paused' when private.is_mail_server_failing() then 'pauses' else 'retried' end;
end
$$;
comment on function public.mark_mail_failed(uuid, text, text) is
  'Records why a mail was not accepted, and what the failure was about. It is retried with back-off for three days, or given up at once when the address does not exist or the mail cannot be composed. Returns pauses when this failure paused the queue, paused when it was paused already because of the mail server, and otherwise retried. Announces an outage of the mail server.';

create function public.retry_mail(mail_id uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  update private.mail_server set resume_at = now();
  with again as (
    update public.mail_outbox
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', gave_up_at = null
    where id = mail_id and sent_at is null
    returning 1
  )
  select exists (select from again)
$$;
comment on function public.retry_mail(uuid) is
  'Makes a mail due now, also one that was given up, and returns true; returns false when no unsent mail has this id.';

create function public.retry_given_up_mail() returns integer
language sql
security definer
set search_path = ''
as $$
  update private.mail_server set resume_at = now();
  with again as (
    update public.mail_outbox
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', gave_up_at = null
    where gave_up_at is not null and sent_at is null
    returning 1
  )
  select count(*)::integer from again
$$;
comment on function public.retry_given_up_mail() is 'Makes every mail that was given up due now and returns their number.';
