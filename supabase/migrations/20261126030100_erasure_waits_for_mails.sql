-- An erasure deletes the sign-up before the mails. Before, the mail that a transaction was queuing for the person at that moment stayed in
-- the outbox.

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
