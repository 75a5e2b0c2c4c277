-- Delivery of webhook events. A worker of a target leases the next due event with claim_webhook, sends it, and records the result with
-- mark_webhook_delivered or mark_webhook_failed. When a worker crashes, its event can be claimed again after its lease expires.
--
-- claim_webhook turns the same planner settings off as the functions of 14_mail_delivery.sql, so that it uses the partial indexes.

create function public.set_webhook_targets(targets text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted record;
begin
  -- Serialises concurrent calls: the processes of a site may start at the same time.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('webhook_targets', 0));
  delete from private.webhook_targets t
  where t.name not in (select x.name from jsonb_to_recordset(targets::jsonb) as x (name text));
  for wanted in
    select x.name, array(select jsonb_array_elements_text(x.events)) as events, x.personal_data
    from jsonb_to_recordset(targets::jsonb) as x (name text, events jsonb, personal_data boolean)
  loop
    -- Writes nothing when nothing changed, because a scheduled job calls this every minute.
    insert into private.webhook_targets as t (name, events, has_personal_data)
    values (wanted.name, wanted.events, wanted.personal_data)
    on conflict (name) do update set events = excluded.events, has_personal_data = excluded.has_personal_data
    where t.events <> excluded.events or t.has_personal_data <> excluded.has_personal_data;
    if found and not wanted.personal_data then
      update public.webhook_outbox o set data = o.data - array['name', 'email', 'message', 'order_id']
      where o.target = wanted.name and o.data ?| array['name', 'email', 'message', 'order_id'];
    end if;
  end loop;
end
$$;
comment on function public.set_webhook_targets(text) is
  'Stores the configured targets: a JSON array of objects with name, events and personal_data. Removes personal data from the events of a target that may no longer get it.';

create type public.claimed_webhook as (id uuid, event_id uuid, kind text, data jsonb, created_at timestamptz, attempts integer);
comment on type public.claimed_webhook is 'The columns of webhook_outbox that a worker needs to send an event.';

create function public.claim_webhook(target_name text, lease_seconds integer) returns setof public.claimed_webhook
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  wanted uuid;
begin
  -- Serialises the claims of a target, so that two workers never send two events of one person concurrently.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_webhook:' || target_name, 0));
  -- Resets times that were set while the clock was ahead: the back-off of an event is at most 72 minutes, that of a target one hour.
  update private.webhook_targets t set resume_at = now() where t.name = target_name and t.resume_at > now() + interval '2 hours';
  update public.webhook_outbox o set due_at = now()
  where o.id in (
    select w.id from public.webhook_outbox w
    where w.target = target_name and w.delivered_at is null and w.gave_up_at is null and w.due_at > now() + interval '2 hours'
    order by w.due_at desc
    limit 1000
  );
  if private.is_sending_held() or not exists (
    select from private.webhook_targets t where t.name = target_name and not t.is_stopped and t.resume_at <= now()
  ) then
    return;
  end if;
  select o.id into wanted from public.webhook_outbox o
  where o.target = target_name and o.delivered_at is null and o.gave_up_at is null
    and o.due_at <= now() and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + interval '1 hour')
    -- The person's first event. A subquery with `not exists` could be planned as a join that reads every waiting event.
    and o.seq = (
      select e.seq from public.webhook_outbox e
      where e.target = target_name and e.person = o.person and e.delivered_at is null and e.gave_up_at is null
      order by e.seq
      limit 1
    )
  order by o.due_at, o.seq
  limit 1
  for update skip locked;
  return query
    update public.webhook_outbox o
    set leased_until = now() + make_interval(secs => lease_seconds), attempts = o.attempts + 1
    where o.id = wanted
    returning o.id, o.event_id, o.kind, o.data, o.created_at, o.attempts;
end
$$;
comment on function public.claim_webhook(text, integer) is
  'Leases the next due event of a target to the caller for lease_seconds and returns it; nothing while the target is in back-off after a failure or is stopped, or everything is held since a restore.';

create function public.mark_webhook_delivered(webhook_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  of_target text;
  failed_before integer;
begin
  update public.webhook_outbox o
  set delivered_at = now(), gave_up_at = null, leased_until = null, last_error = null
  where o.id = webhook_id and o.delivered_at is null
  returning o.target into of_target;
  select t.failures into failed_before from private.webhook_targets t where t.name = of_target and t.failures > 0 for update;
  if not found then
    return;
  end if;
  update private.webhook_targets t set failures = 0, failing_since = null, resume_at = now() where t.name = of_target;
  -- After three consecutive failures, which count as an outage, the waiting events are due immediately. After fewer, each keeps its
  -- back-off: the receiver may reject one event and accept the others.
  if failed_before >= 3 then
    update public.webhook_outbox o set due_at = now()
    where o.target = of_target and o.delivered_at is null and o.gave_up_at is null and o.due_at > now();
  end if;
end
$$;
comment on function public.mark_webhook_delivered(uuid) is 'Records that the receiver accepted an event, and ends the back-off of its target.';

create function public.mark_webhook_failed(
  webhook_id uuid, error text, retry_after integer default 0, stop boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  failed public.webhook_outbox;
begin
  update public.webhook_outbox o
  set
    leased_until = null,
    last_error = left(error, 500),
    first_due_at = coalesce(o.first_due_at, o.due_at),
    due_at = now() + private.back_off(o.attempts, interval '1 hour'),
    -- At least five attempts, even if the site itself was down for most of the three days.
    gave_up_at = case when now() > o.try_until and o.attempts >= 5 then now() end
  where o.id = webhook_id and o.delivered_at is null and o.gave_up_at is null
  returning o.* into failed;
  update private.webhook_targets t
  set
    failures = t.failures + 1,
    failing_since = coalesce(t.failing_since, now()),
    resume_at = now() + greatest(
      least(interval '5 minutes', interval '2 seconds' * power(2, least(t.failures, 20))),
      make_interval(secs => least(greatest(retry_after, 0), 3600))
    ),
    is_stopped = t.is_stopped or stop
  where t.name = failed.target;
  return failed.gave_up_at is not null;
end
$$;
comment on function public.mark_webhook_failed(uuid, text, integer, boolean) is
  'Records why an event was not accepted; it is retried with back-off for three days. The target gets a back-off; stop also stops it until an operator resumes it. Returns whether the event was given up.';

create function public.replay_webhooks(webhook_id uuid, target_name text, since timestamptz) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  replayed integer;
begin
  if target_name is not null and not exists (select from private.webhook_targets t where t.name = target_name) then
    raise no_data_found using message = format('There is no webhook target %L.', target_name);
  end if;
  with again as (
    update public.webhook_outbox o
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', attempts = 0, delivered_at = null, gave_up_at = null
    where case
      when webhook_id is not null then o.id = webhook_id
      when since is not null then
        o.created_at >= since and (o.delivered_at is not null or o.gave_up_at is not null)
        and (target_name is null or o.target = target_name)
      else o.gave_up_at is not null and (target_name is null or o.target = target_name)
    end
    returning o.target
  ), revived as (
    update private.webhook_targets t set failures = 0, failing_since = null, resume_at = now(), is_stopped = false
    where t.name = target_name or t.name in (select a.target from again a)
  )
  select count(*) into replayed from again;
  return replayed;
end
$$;
comment on function public.replay_webhooks(uuid, text, timestamptz) is
  'Makes events due again: the one with webhook_id, or all ended ones since a time, or without both all dead ones, of one target or of all. Resumes their targets. Returns the number of events.';

create function public.queue_webhook_test(target_name text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  queued uuid;
begin
  if not exists (select from private.webhook_targets t where t.name = target_name) then
    raise no_data_found using message = format('There is no webhook target %L.', target_name);
  end if;
  -- A random person and the earliest due_at: the test must not wait for another event, which could fail and start the back-off again.
  insert into public.webhook_outbox (event_id, target, kind, person, data, due_at)
  select gen_random_uuid(), target_name, 'webhook.test', uuid_send(gen_random_uuid()), '{}', least(now(), min(o.due_at) - interval '1 second')
  from public.webhook_outbox o where o.target = target_name and o.delivered_at is null and o.gave_up_at is null
  returning id into queued;
  update private.webhook_targets t set resume_at = now(), is_stopped = false where t.name = target_name;
  return queued;
end
$$;
comment on function public.queue_webhook_test(text) is 'Queues a test event for a target, resumes the target if it is in back-off or stopped, and returns the id of the row.';

create function public.count_webhooks() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'target', coalesce(t.name, o.target),
    'is_configured', t.name is not null,
    'has_personal_data', coalesce(t.has_personal_data, false),
    'is_stopped', coalesce(t.is_stopped, false),
    'failing_since', t.failing_since,
    'waiting', coalesce(o.waiting, 0),
    'dead', coalesce(o.dead, 0),
    'delivered', coalesce(o.delivered, 0),
    'overdue_seconds', coalesce(o.overdue, 0)
  ) order by coalesce(t.name, o.target)), '[]')
  from private.webhook_targets t
  full join (
    select
      w.target,
      count(*) filter (where w.delivered_at is null and w.gave_up_at is null) as waiting,
      count(*) filter (where w.gave_up_at is not null) as dead,
      count(*) filter (where w.delivered_at is not null) as delivered,
      greatest(0, extract(epoch from now() - min(coalesce(w.first_due_at, w.due_at)) filter (
        where w.delivered_at is null and w.gave_up_at is null
      ))::integer) as overdue
    from public.webhook_outbox w group by w.target
  ) as o on o.target = t.name
$$;
comment on function public.count_webhooks() is
  'Returns for each target, also one that is no longer configured, the number of its events by state, how long the oldest due one is overdue since it was first due, and since when its attempts fail.';
