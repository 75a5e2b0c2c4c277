-- The statistics of the outbox say how long the slowest mail of the last day took, for the founders' console.

create or replace function public.count_mail() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and gave_up_at is null),
    'given_up', count(*) filter (where gave_up_at is not null),
    'sent', count(*) filter (where sent_at is not null),
    'sent_last_hour', count(*) filter (where sent_at > now() - interval '1 hour'),
    'slowest_seconds', coalesce(
      extract(epoch from max(sent_at - created_at) filter (where sent_at > now() - interval '1 day'))::integer, 0
    ),
    -- How long the oldest due mail without a lease is overdue: zero while no mail is overdue. Invitations are not counted, because those of
    -- a large wave wait for the hourly rate limit for hours.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where kind <> 'wave_invitation' and sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is
  'Returns statistics of the outbox: the number of mails by state, how long the oldest due mail is overdue, and how long the slowest mail of the last day took.';

revoke all on public.contact_answers, public.hourly_counts, public.operator_acts from public, anon, authenticated, service_role;
grant select on public.contact_answers, public.hourly_counts, public.operator_acts to service_role;

revoke all on function
  public.answer_message(uuid, uuid, text, text),
  public.begin_act(text, text, text, text, text),
  public.count_signups_by_period(text, integer, text),
  public.end_act(bigint, text),
  public.page_signups(jsonb)
  from public, anon, authenticated;
grant execute on function
  public.answer_message(uuid, uuid, text, text),
  public.begin_act(text, text, text, text, text),
  public.count_signups_by_period(text, integer, text),
  public.end_act(bigint, text),
  public.page_signups(jsonb)
  to service_role;

-- Only the server, which connects as the owner, adds counts.
revoke execute on function private.add_hourly_counts(jsonb) from public;
