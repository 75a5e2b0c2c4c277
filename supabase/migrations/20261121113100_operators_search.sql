-- Looking somebody up by name or address goes through functions: their argument travels in the body of a request, and no
-- log of addresses (URLs) ever holds it.
create function public.search_signups(query text, most integer default 50) returns setof public.early_access_users
language sql stable
security definer
set search_path = ''
as $$
  select u.*
  from public.early_access_users u
  -- Literally: what is looked for may hold an underscore or a per cent sign.
  where strpos(lower(u.email), lower(btrim(query))) > 0
    or strpos(lower(u.name), lower(private.tidy_name(query))) > 0
    or u.order_id = btrim(query)
  order by u.created_at desc, u.id
  limit least(greatest(most, 1), 1000)
$$;
comment on function public.search_signups(text, integer) is
  'Sign-ups whose name or address holds the text, or whose order id it is; newest first.';

create function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*),
    'paid_claims', count(*) filter (where is_paid),
    'paid_verified', count(*) filter (where payment_verified),
    'last_day', count(*) filter (where created_at > now() - interval '1 day'),
    'last_week', count(*) filter (where created_at > now() - interval '7 days')
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'How many signed up, in all and of late.';

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
    -- How long the longest-waiting one that could go is overdue: zero while everything is on time.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is 'The outbox in numbers.';

create function public.retry_given_up_mail() returns integer
language sql
security definer
set search_path = ''
as $$
  with again as (
    update public.mail_outbox
    set due_at = now(), try_until = now() + interval '3 days', gave_up_at = null
    where gave_up_at is not null and sent_at is null
    returning 1
  )
  select count(*)::integer from again
$$;
comment on function public.retry_given_up_mail() is 'Has every mail that was given up tried again; answers how many.';

revoke all on function
  public.search_signups(text, integer), public.count_signups(), public.count_mail(), public.retry_given_up_mail()
  from public, anon, authenticated;
grant execute on function
  public.search_signups(text, integer), public.count_signups(), public.count_mail(), public.retry_given_up_mail()
  to service_role;
