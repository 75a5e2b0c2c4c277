-- A claim costs the same however many mails wait. Before, each one looked at all of them: for mail to the team, which a crowd of
-- welcomes hides, and for those that others are sending.

create index mail_outbox_for_team on public.mail_outbox (due_at)
  where kind = 'contact_message' and sent_at is null and gave_up_at is null;
create index mail_outbox_leased on public.mail_outbox (leased_until)
  where sent_at is null and gave_up_at is null and leased_until is not null;

-- A plan made while the outbox was small would read all of it, until somebody analyzes it: these go by an index always.
alter function public.claim_mail(integer, integer) set enable_seqscan = off;
alter function public.claim_mail(integer, integer) set enable_bitmapscan = off;

create or replace function private.public_mail_room() returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
as $$
  select greatest(0, coalesce((select s.value::integer from public.app_settings s where s.key = 'mail_per_hour'), 0) - sent - leased)
  from
    (
      select count(*)::integer from public.mail_outbox m
      where m.kind <> 'contact_message' and m.sent_at > now() - interval '1 hour'
    ) as in_the_hour (sent),
    (
      select count(*)::integer
      from (
        select from public.mail_outbox m
        where m.kind <> 'contact_message' and m.sent_at is null and m.gave_up_at is null and m.leased_until > now()
        -- By its own index, not by that of all that wait.
        order by m.leased_until
      ) as lease
    ) as on_the_way (leased)
$$;
