-- Searches and statistics for operators. They are functions so that a name or e-mail address is sent in the request body: a filter of the
-- data API would put it into the URL, and from there into access logs.

create function public.search_signups(query text, most integer default 50) returns setof public.early_access_users
language sql stable
security definer
set search_path = ''
as $$
  select u.*
  from public.early_access_users u
  -- A literal search rather than LIKE, because the query may contain an underscore or a per cent sign.
  where strpos(lower(u.email), lower(btrim(query))) > 0
    or strpos(lower(u.name), lower(private.tidy_name(query))) > 0
    or u.order_id = btrim(query)
  order by u.created_at desc, u.id
  limit least(greatest(most, 1), 1000)
$$;
comment on function public.search_signups(text, integer) is
  'Returns the sign-ups whose name or address contains the query, or whose order id equals it; newest first.';

create function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*),
    'paid_claims', count(*) filter (where is_paid),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day'),
    'last_week', count(*) filter (where created_at > now() - interval '7 days')
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'Returns the number of sign-ups: in total, paid, flagged, and of the last day and week.';

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
    -- How long the oldest due mail without a lease is overdue: zero while no mail is overdue. Invitations are not counted, because those of
    -- a large wave wait for the hourly rate limit for hours.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where kind <> 'wave_invitation' and sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is
  'Returns statistics of the outbox: the number of mails by state, and how long the oldest due mail is overdue.';
