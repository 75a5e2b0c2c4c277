-- Searches and statistics for operators. They are functions so that a name or e-mail address is sent in the request body: a filter of the
-- data API would put it into the URL, and from there into access logs.

create function public.page_signups(wanted jsonb) returns setof public.early_access_users
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  status constant text := coalesce(wanted ->> 'status', 'any');
  sorting constant text := coalesce(wanted ->> 'sorting', 'newest');
  search constant text := btrim(coalesce(wanted ->> 'search', ''));
  is_after constant boolean := wanted ? 'after_id';
  condition text;
begin
  if status not in ('any', 'free', 'paid', 'verified', 'unconfirmed') or sorting not in ('newest', 'oldest', 'address', 'address_desc') then
    raise invalid_parameter_value using message = 'Unknown status or sorting.';
  end if;
  -- Against SQL injection, only constants become part of the query text, and values are parameters. PostgreSQL plans a dynamic query for
  -- its values: it can use the partial indexes, and starts at the page instead of reading the rows before it.
  condition := concat_ws(
    ' and ', 'true',
    case status when 'free' then 'u.order_id is null and u.confirm_by is null' when 'unconfirmed' then 'u.confirm_by is not null' end,
    case status when 'paid' then 'u.order_id is not null' when 'verified' then 'u.is_paid and u.payment_verified' end,
    case when (wanted ->> 'flagged')::boolean then 'u.flag_reason is not null' end,
    case when wanted ? 'source' then 'u.consent_form = $1' end,
    case when wanted ? 'since' then 'u.created_at >= $2' end,
    case when wanted ? 'until' then 'u.created_at < $3' end,
    case when wanted ? 'wave' then 'u.wave = $11' end,
    case when search <> '' then '(strpos(lower(u.email collate "C"), $4) > 0 or strpos(lower(u.name), $5) > 0 or u.order_id = $6)' end,
    case when is_after then
      case sorting
        when 'newest' then 'u.created_at <= $7 and (u.created_at < $7 or u.id > $8)'
        when 'oldest' then 'u.created_at >= $7 and (u.created_at > $7 or u.id < $8)'
        when 'address' then 'u.email > $9'
        else 'u.email < $9'
      end
    end
  );
  return query execute format(
    'select u.* from public.early_access_users u where %s order by %s limit $10',
    condition,
    case sorting
      when 'newest' then 'u.created_at desc, u.id'
      when 'oldest' then 'u.created_at, u.id desc'
      when 'address' then 'u.email'
      else 'u.email desc'
    end
  ) using
    wanted ->> 'source', (wanted ->> 'since')::timestamptz, (wanted ->> 'until')::timestamptz,
    lower(search collate "C"), lower(private.tidy_name(search)), search,
    (wanted ->> 'after_created_at')::timestamptz, (wanted ->> 'after_id')::uuid, wanted ->> 'after_email',
    least(greatest(coalesce((wanted ->> 'most')::integer, 50), 1), 1000), wanted ->> 'wave';
end
$$;
comment on function public.page_signups(jsonb) is
  'Returns a page of the sign-ups that match status, flagged, source, since, until, wave and search, after the row with after_id, after_created_at and after_email: `most` rows, 50 by default, from 1 to 1000.';

create function public.count_signups_by_period(period text, periods integer, zone text)
returns table (at timestamptz, free bigint, paid bigint, refused jsonb)
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  step constant interval := case period when 'hour' then interval '1 hour' when 'day' then interval '1 day' when 'week' then interval '1 week' end;
  -- The hours are those of UTC in every zone: refusals are counted by them, and the clocks change their distance in none of them.
  calendar constant text := case period when 'hour' then 'UTC' else zone end;
  since timestamptz;
begin
  if step is null or periods not between 1 and 400 then
    raise invalid_parameter_value using message = 'The period is hour, day or week, and there are 1 to 400 of them.';
  end if;
  since := date_trunc(period, now() at time zone calendar - (periods - 1) * step) at time zone calendar;
  return query
    with moments as (
      -- Days and weeks begin at midnight of the zone, also when the clocks change.
      select (since at time zone calendar + n * step) at time zone calendar as moment
      from generate_series(0, periods - 1) as n
    ), signups as (
      select
        date_trunc(period, u.created_at, calendar) as moment,
        count(*) filter (where not u.is_paid) as free, count(*) filter (where u.is_paid) as paid
      from public.early_access_users u where u.created_at >= since and u.confirm_by is null
      group by 1
    ), refusals as (
      select r.moment, jsonb_object_agg(r.label, r.amount) as refused
      from (
        select date_trunc(period, c.hour, calendar) as moment, c.label, sum(c.amount) as amount
        from public.hourly_counts c where c.what = 'signup_refused' and c.hour >= since
        group by 1, 2
      ) as r
      group by r.moment
    )
    select m.moment, coalesce(s.free, 0), coalesce(s.paid, 0), coalesce(r.refused, '{}')
    from moments m left join signups s using (moment) left join refusals r using (moment)
    order by m.moment;
end
$$;
comment on function public.count_signups_by_period(text, integer, text) is
  'Returns the number of free and paid sign-ups, except unconfirmed ones, and of refused ones by reason, for each of the last hours (of UTC), or of the last days or weeks of a time zone. A refusal counts in the day in which its hour of UTC began.';

create function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*) filter (where confirm_by is null),
    'paid_claims', count(*) filter (where order_id is not null),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'unconfirmed', count(*) filter (where confirm_by is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day' and confirm_by is null),
    'last_week', count(*) filter (where created_at > now() - interval '7 days' and confirm_by is null)
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'Returns the number of sign-ups that count: in total, paid, flagged, and of the last day and week; and of unconfirmed ones.';

create function public.count_mail() returns jsonb
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
    -- How long the mail that was first due before the others is overdue: zero while no mail is overdue. Mails that may wait are not
    -- counted, because the invitations of a large wave wait for the hourly rate limit for hours.
    'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(coalesce(first_due_at, due_at)) filter (
      where not is_deferrable and sent_at is null and gave_up_at is null
    ))::integer, 0)),
    'is_limited', coalesce(bool_or(
      kind <> 'contact_message' and not is_deferrable and sent_at is null and gave_up_at is null and due_at <= now()
    ), false) and private.mail_allowance('signup') = 0
  ) || (
    select jsonb_build_object(
      'failing_since', s.failing_since,
      'failure', s.failure,
      'is_failing', cardinality(s.refused) >= 5 or coalesce(s.failing_since < now() - interval '5 minutes', false),
      'resumes_at', case when private.is_mail_server_failing() then s.resume_at end
    )
    from private.mail_server s
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is
  'Returns statistics of the outbox: the number of mails by state, how long the oldest due mail is overdue since it was first due, whether due mails wait for the hourly rate limit, and how long the slowest mail of the last day took; and since when the mail server has accepted none, its last refusal, whether this lasts (five mails refused or five minutes), and until when the queue is paused because of it.';
