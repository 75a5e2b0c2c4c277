-- Erasure and the copy of a person's data include webhook events, an erasure is an event itself, and retention deletes events 30 days after
-- they were delivered or given up.

create or replace function public.find_person(email text) returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  with person as (select private.tidy_email(email) as address),
  messages as (
    select m.* from public.contact_messages m, person p where lower(m.email collate "C") = p.address
  )
  select jsonb_build_object(
    'signups', coalesce((
      select jsonb_agg(to_jsonb(u) order by u.created_at) from public.early_access_users u, person p where u.email = p.address
    ), '[]'),
    'payments', coalesce((
      select jsonb_agg(to_jsonb(e) - 'is_unreported' - 'inserted_id' order by e.received_at, e.id)
      from public.early_access_users u, person p, private.payment_events_of(u) e where u.email = p.address
    ), '[]'),
    'messages', coalesce((select jsonb_agg(to_jsonb(m) order by m.created_at) from messages m), '[]'),
    'mails', coalesce((
      select jsonb_agg(to_jsonb(o) - 'dedupe_key' order by o.created_at) from public.mail_outbox o, person p
      where lower(o.recipient collate "C") = p.address or o.dedupe_key in (select 'contact_message:' || m.id from messages m)
    ), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(w) - 'person' - 'seq' order by w.seq) from public.webhook_outbox w, person p
      where w.person = private.person_hash(p.address)
    ), '[]')
  )
$$;
comment on function public.find_person(text) is
  'Returns everything that is stored under an address, except the account: sign-up, events of its payments, messages, mails, webhook events. For a copy of the data, and as a preview of an erasure.';

create or replace function public.erase_person(email text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
  fault constant text := private.address_fault(coalesce(address, ''));
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
  erased_events integer;
  sending_until timestamptz;
begin
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  insert into private.erased_people as e (hash, erased_at) values (private.person_hash(address), clock_timestamp())
  on conflict (hash) do update set erased_at = excluded.erased_at;

  with gone as (
    delete from public.contact_messages m where lower(m.email collate "C") = address returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  -- Before the mails: a wave that is inviting this person holds a lock on the sign-up. The deletion waits for it, and the next statement
  -- then sees the mail that the wave queued.
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  with gone as (
    delete from public.webhook_outbox w where w.person = private.person_hash(address) returning w.leased_until
  )
  select count(*), max(leased_until) into erased_events, sending_until from gone;
  -- Due after the lease of an event that is being sent at this moment, so that person.erased is sent after it.
  perform private.queue_event('person.erased', private.person_hash(address), '{}', '{}', greatest(now(), sending_until));
  -- The server deletes mail files of this address when it receives the notification. The payload is empty, so it reveals no address.
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails, 'events', erased_events
  );
end
$$;
comment on function public.erase_person(text) is
  'Erases everything that is stored under an address, except the account, in one transaction, and stores a keyed hash of the address. The number of spots does not change.';

create or replace function public.erase_again(people jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
  erased_events integer;
  newly_erased bytea[];
begin
  with newly as (
    insert into private.erased_people as e (hash, erased_at)
    select decode(p.hash, 'hex'), max(p.erased_at)
    from jsonb_to_recordset(people) as p (hash text, erased_at timestamptz)
    group by p.hash
    on conflict (hash) do update set erased_at = excluded.erased_at where e.erased_at < excluded.erased_at
    returning e.hash
  )
  -- The restored database has no record of these erasures, and the receivers of webhooks may not have been notified of them.
  select array_agg(hash) into newly_erased from newly;

  with gone as (
    delete from public.contact_messages m where private.is_erased(m.email, m.created_at) returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  -- Before the mails, as in erase_person.
  delete from public.early_access_users u where private.is_erased(u.email, u.created_at);
  get diagnostics erased_signups = row_count;
  delete from public.mail_outbox o
  where (o.recipient is not null and private.is_erased(o.recipient, o.created_at))
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.webhook_outbox w using private.erased_people e
  where w.person = e.hash and w.created_at <= e.erased_at and w.kind <> 'person.erased';
  get diagnostics erased_events = row_count;
  perform private.queue_event('person.erased', hash, '{}') from unnest(newly_erased) as hash;
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails, 'events', erased_events
  );
end
$$;
comment on function public.erase_again(jsonb) is
  'Imports a list of erased addresses (hash, erased_at) and deletes the rows that an older backup restored.';

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

  return jsonb_build_object(
    'messages', messages, 'mails', mails, 'payment_claims', claims, 'payment_events', ended_payments, 'events', events
  );
end
$$;
comment on function public.apply_retention(integer) is
  'Deletes or empties data past its retention period, at most limit_to rows of each kind, and returns the numbers. Call it again while a number equals limit_to.';
