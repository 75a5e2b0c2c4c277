-- Retention deletes sign-ups that were not confirmed in time. Counts leave unconfirmed sign-ups out, and page_signups can list them.

create or replace function public.apply_retention(limit_to integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  messages integer;
  mails integer;
  claims integer;
  ended_payments integer;
  events integer;
  unconfirmed integer;
begin
  with gone as (
    delete from public.contact_messages where id in (
      select c.id from public.contact_messages c where c.created_at < now() - interval '730 days'
      order by c.created_at limit limit_to for update skip locked
    ) returning id
  ), mail_of_gone as (
    delete from public.mail_outbox where dedupe_key in (select 'contact_message:' || g.id from gone g)
  )
  select count(*) into messages from gone;

  with old as (
    select m.id, m.sent_at is not null and m.dedupe_key is not null as is_kept
    from public.mail_outbox m
    where m.recipient is not null and (m.sent_at is not null or m.gave_up_at is not null)
      and coalesce(m.sent_at, m.gave_up_at) < now() - interval '90 days'
    order by coalesce(m.sent_at, m.gave_up_at) limit limit_to for update skip locked
  ), forgotten as (
    -- Keeps the row with its dedupe_key, so that the same welcome mail cannot be requested again.
    update public.mail_outbox set recipient = null where id in (select o.id from old o where o.is_kept)
  ), deleted as (
    delete from public.mail_outbox where id in (select o.id from old o where not o.is_kept)
  )
  select count(*) into mails from old;

  with ended as (
    update public.early_access_users
    set is_paid = false, amount = null, currency = null, order_id = null, claimed_at = null, further_claims = '[]'
    where id in (
      select u.id from public.early_access_users u
      -- Uses the time of the payment, which may be reported years after the free sign-up. A refunded payment is not verified either.
      where u.is_paid and not u.payment_verified and u.claimed_at < now() - interval '365 days'
      order by u.claimed_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into claims from ended;

  with gone as (
    delete from private.payment_events where id in (
      select e.id from private.payment_events e
      -- An event is kept as long as a sign-up has its order, because a refund may come years later.
      where e.received_at < now() - interval '90 days' and not exists (
        select from private.payment_events paid join public.early_access_users u
          on u.order_id = paid.order_id
          or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', paid.order_id))
        where paid.type = 'paid' and (paid.id = e.id or paid.payment_id = e.payment_id)
      )
      order by e.received_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into ended_payments from gone;

  with gone as (
    delete from public.webhook_outbox where id in (
      select w.id from public.webhook_outbox w
      where (w.delivered_at is not null or w.gave_up_at is not null)
        and coalesce(w.delivered_at, w.gave_up_at) < now() - interval '30 days'
      order by coalesce(w.delivered_at, w.gave_up_at) limit limit_to for update skip locked
    ) returning id
  ), left_over as (
    -- Events for a target that is no longer configured are never sent.
    delete from public.webhook_outbox where id in (
      select w.id from public.webhook_outbox w
      where w.delivered_at is null and w.gave_up_at is null and w.created_at < now() - interval '30 days'
        and w.target not in (select t.name from private.webhook_targets t)
      limit limit_to for update skip locked
    ) returning id
  )
  select greatest((select count(*) from gone), (select count(*) from left_over)) into events;

  unconfirmed := private.expire_signups(limit_to);

  return jsonb_build_object(
    'messages', messages, 'mails', mails, 'payment_claims', claims, 'payment_events', ended_payments, 'events', events
  ) || case when unconfirmed > 0 then jsonb_build_object('unconfirmed', unconfirmed) else '{}' end;
end
$$;
comment on function public.apply_retention(integer) is
  'Deletes or empties data past its retention period, at most limit_to rows of each kind, and returns the numbers. Call it again while a number equals limit_to.';

comment on function public.erase_person(text) is
  'Erases everything that is stored under an address, except the account, in one transaction, and stores a keyed hash of the address. The number of spots does not change, except that an unconfirmed sign-up gives its spot back.';

create or replace function public.page_signups(wanted jsonb) returns setof public.early_access_users
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
    case status when 'free' then 'not u.is_paid and u.confirm_by is null' when 'unconfirmed' then 'u.confirm_by is not null' end,
    case status when 'paid' then 'u.is_paid' when 'verified' then 'u.is_paid and u.payment_verified' end,
    case when (wanted ->> 'flagged')::boolean then 'u.flag_reason is not null' end,
    case when wanted ? 'source' then 'u.consent_form = $1' end,
    case when wanted ? 'since' then 'u.created_at >= $2' end,
    case when wanted ? 'until' then 'u.created_at < $3' end,
    case when wanted ? 'wave' then 'u.wave = $11' end,
    case when search <> '' then '(strpos(lower(u.email), $4) > 0 or strpos(lower(u.name), $5) > 0 or u.order_id = $6)' end,
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
    lower(search), lower(private.tidy_name(search)), search,
    (wanted ->> 'after_created_at')::timestamptz, (wanted ->> 'after_id')::uuid, wanted ->> 'after_email',
    least(greatest(coalesce((wanted ->> 'most')::integer, 50), 1), 1000), wanted ->> 'wave';
end
$$;
comment on function public.page_signups(jsonb) is
  'Returns a page of the sign-ups that match status, flagged, source, since, until, wave and search, after the row with after_id, after_created_at and after_email.';

create or replace function public.count_signups_by_period(period text, periods integer, zone text)
returns table (at timestamptz, free bigint, paid bigint, refused jsonb)
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  step constant interval := case period when 'hour' then interval '1 hour' when 'day' then interval '1 day' when 'week' then interval '1 week' end;
  since timestamptz;
begin
  if step is null or periods not between 1 and 400 then
    raise invalid_parameter_value using message = 'The period is hour, day or week, and there are 1 to 400 of them.';
  end if;
  since := date_trunc(period, now() at time zone zone - (periods - 1) * step) at time zone zone;
  return query
    with moments as (
      -- Days and weeks begin at midnight of the zone, also when the clocks change.
      select case period when 'hour' then since + n * step else (since at time zone zone + n * step) at time zone zone end as moment
      from generate_series(0, periods - 1) as n
    ), signups as (
      select
        date_trunc(period, u.created_at, zone) as moment,
        count(*) filter (where not u.is_paid) as free, count(*) filter (where u.is_paid) as paid
      from public.early_access_users u where u.created_at >= since and u.confirm_by is null
      group by 1
    ), refusals as (
      select r.moment, jsonb_object_agg(r.label, r.amount) as refused
      from (
        select date_trunc(period, c.hour, zone) as moment, c.label, sum(c.amount) as amount
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
  'Returns the number of free and paid sign-ups, except unconfirmed ones, and of refused ones by reason, for each of the last hours, days or weeks of a time zone.';

create or replace function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*) filter (where confirm_by is null),
    'paid_claims', count(*) filter (where is_paid),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'unconfirmed', count(*) filter (where confirm_by is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day' and confirm_by is null),
    'last_week', count(*) filter (where created_at > now() - interval '7 days' and confirm_by is null)
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'Returns the number of sign-ups that count: in total, paid, flagged, and of the last day and week; and of unconfirmed ones.';
