-- Erasure of personal data. erase_person deletes everything that is stored under an e-mail address, except the account, and stores a keyed
-- hash of the address with the time. A backup from before the erasure restores the rows; the list of hashes, which is also stored outside
-- of the backups, lets erase_again delete them. Rows created after the erasure are not deleted, because the person used the site again.

create table private.erased_people (
  hash bytea primary key,
  erased_at timestamptz not null
);
comment on table private.erased_people is
  'Keyed hashes of erased addresses. Rows of an address that were created after erased_at are not erased.';
alter table private.erased_people enable row level security;

create function private.person_hash(address text) returns bytea
language sql stable
as $$
  select private.keyed_hash('erased:' || private.tidy_email(address))
$$;
comment on function private.person_hash(text) is 'Returns the keyed hash that is stored for an erased address.';

create function private.is_erased(address text, since timestamptz) returns boolean
language sql stable
as $$
  select exists (
    select from private.erased_people e where e.hash = private.person_hash(address) and e.erased_at >= since
  )
$$;
comment on function private.is_erased(text, timestamptz) is 'Returns whether an address was erased at or after a time.';

create function public.find_person(email text) returns jsonb
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
    'messages', coalesce((
      select jsonb_agg(
        to_jsonb(m) || jsonb_build_object('answers', coalesce((
          select jsonb_agg(to_jsonb(a) - 'message_id' order by a.created_at) from public.contact_answers a where a.message_id = m.id
        ), '[]'))
        order by m.created_at
      )
      from messages m
    ), '[]'),
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

create function public.find_address_changes(email text) returns setof uuid
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
begin
  return query select u.id from auth.users u where lower(u.email_change collate "C") = address;
end
$$;
comment on function public.find_address_changes(text) is
  'Returns the ids of the accounts with a pending change of their address to this one. An erasure cancels these changes, because the address belongs to the erased person.';

create function public.erase_person(email text) returns jsonb
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
  -- The mail server's last refusal may quote the address.
  update private.mail_server m set failure = 'The reply named a person who was erased.'
  where strpos(lower(m.failure collate "C"), address) > 0;
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
  'Erases everything that is stored under an address, except the account, in one transaction, and stores a keyed hash of the address. The number of spots does not change, except that an unconfirmed sign-up gives its spot back.';

create function public.list_erased_people() returns table (hash text, erased_at timestamptz)
language sql stable
security definer
set search_path = ''
as $$
  select encode(e.hash, 'hex'), e.erased_at from private.erased_people e order by e.erased_at, e.hash
$$;
comment on function public.list_erased_people() is
  'Returns the keyed hashes of erased addresses with the times, to be stored beside the backups.';

create function public.erase_again(people jsonb) returns jsonb
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

create function public.erased_among(people jsonb) returns setof text
language sql stable
security definer
set search_path = ''
as $$
  select p.email from jsonb_to_recordset(people) as p (email text, created_at timestamptz)
  where private.is_erased(p.email, p.created_at)
$$;
comment on function public.erased_among(jsonb) is
  'Returns which of these addresses (email, created_at) were erased at or after created_at: for accounts and files, which the caller deletes.';
