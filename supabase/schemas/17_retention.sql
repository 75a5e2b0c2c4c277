-- Retention: deletes or empties personal data after the periods of docs/data.md ("Retention periods"), which contract/retention.ts repeats. The
-- server calls apply_retention when it starts and every hour; on hosted Supabase, a scheduled job calls it.

create function public.apply_retention(limit_to integer default 1000) returns jsonb
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
      where not u.payment_verified and u.claimed_at < now() - interval '365 days'
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
