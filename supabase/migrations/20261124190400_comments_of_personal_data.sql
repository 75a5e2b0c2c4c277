-- Comments in function bodies and on objects use standard terms. What the functions do is unchanged.

comment on function private.welcome_data(text, boolean, numeric) is 'Returns the data that a welcome mail is rendered from.';

create or replace function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    private.welcome_data(signup.name, signup.is_paid, signup.amount),
    welcome.kind || ':' || signup.id
  from signups as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  -- Skips buyers whose address is invalid: their row is stored, but no mail can be sent to them.
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  -- An operator may insert a deleted row again while its welcome mail is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcome mails of new sign-ups.';

create or replace function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  -- A source may send signups_per_source sign-ups and as many payments, and each of them may request its welcome mail.
  per_source constant integer := 2 * private.signups_per_source();
  welcome_key text;
  waiting uuid;
begin
  -- An empty source means a request of an operator, which has no rate limit.
  if source <> '' and not private.count_attempt('welcome-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  select case when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- For an unknown address, looks up a key that no mail has, so that the response time does not reveal whether the address signed up.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.welcome_mail_room(private.public_mail_room()) = 0
  );
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'Returns the id of the waiting welcome mail for an address, or null, and whether all welcome mails are held back at the moment. Refuses a source over its limit (PT429).';

comment on table public.contact_messages is 'Messages that visitors sent with the contact form.';
comment on policy service_role_manages on public.contact_messages is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';
comment on function private.contact_fault(text, text, text) is
  'Returns the first validation message for a contact message, or null when the message is valid.';

create or replace function public.store_contact_message(name text, email text, message text, source text) returns uuid
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  wanted_name constant text := private.tidy_name(name);
  wanted_email constant text := btrim(email);
  wanted_message constant text := btrim(message, E' \t\r\n');
  fault constant text := private.contact_fault(wanted_name, wanted_email, wanted_message);
  per_source constant integer := coalesce(nullif(current_setting('app.limit_messages_per_source', true), '')::integer, 10);
  message_id uuid;
  mail_id uuid;
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'contact_messages';
  end if;

  -- A double click or a retry after a lost response sends the same message again; only the first one is stored. The lock serialises
  -- identical messages.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws(e'\n', wanted_name, wanted_email, wanted_message), 0));
  select m.id into mail_id
  from public.contact_messages c
  join public.mail_outbox m on m.dedupe_key = 'contact_message:' || c.id
  where c.created_at > now() - interval '15 minutes'
    and c.name = wanted_name and c.email = wanted_email and c.message = wanted_message;
  if found then
    return mail_id;
  end if;

  -- An empty source means a request of an operator, which has no rate limit.
  if source <> '' and not private.count_attempt('message-source', source, per_source, '1 minute') then
    raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
  end if;

  insert into public.contact_messages (name, email, message) values (wanted_name, wanted_email, wanted_message)
  returning id into message_id;
  insert into public.mail_outbox (kind, data, dedupe_key)
  values (
    'contact_message',
    jsonb_build_object('name', wanted_name, 'email', wanted_email, 'message', wanted_message),
    'contact_message:' || message_id
  )
  returning id into mail_id;
  return mail_id;
end
$$;
comment on function public.store_contact_message(text, text, text, text) is
  'Stores a message and queues the mail about it in one transaction, and returns the id of the mail. An identical message within 15 minutes is stored once.';

comment on table private.erased_people is
  'Keyed hashes of erased addresses. Rows of an address that were created after erased_at are not erased.';
comment on function private.person_hash(text) is 'Returns the keyed hash that is stored for an erased address.';
comment on function private.is_erased(text, timestamptz) is 'Returns whether an address was erased at or after a time.';
comment on function public.find_person(text) is
  'Returns everything that is stored under an address, except the account: sign-up, messages, mails. For a copy of the data, and as a preview of an erasure.';

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
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  -- The server deletes mail files of this address when it receives the notification. The payload is empty, so it reveals no address.
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
  );
end
$$;
comment on function public.erase_person(text) is
  'Erases everything that is stored under an address, except the account, in one transaction, and stores a keyed hash of the address. The number of spots does not change.';

comment on function public.list_erased_people() is
  'Returns the keyed hashes of erased addresses with the times, to be stored beside the backups.';
comment on function public.erase_again(jsonb) is
  'Imports a list of erased addresses (hash, erased_at) and deletes the rows that an older backup restored.';
comment on function public.erased_among(jsonb) is
  'Returns which of these addresses (email, created_at) were erased at or after created_at: for accounts and files, which the caller deletes.';

create or replace function public.apply_retention(limit_to integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  messages integer;
  mails integer;
  claims integer;
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
    set is_paid = false, amount = null, order_id = null, claimed_at = null, further_claims = '[]'
    where id in (
      select u.id from public.early_access_users u
      -- Uses the time of the payment, which may be reported years after the free sign-up.
      where u.is_paid and not u.payment_verified and u.claimed_at < now() - interval '365 days'
      order by u.claimed_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into claims from ended;

  return jsonb_build_object('messages', messages, 'mails', mails, 'payment_claims', claims);
end
$$;
comment on function public.apply_retention(integer) is
  'Deletes or empties data past its retention period, at most limit_to rows of each kind, and returns the numbers. Call it again while a number equals limit_to.';

create or replace function public.search_signups(query text, most integer default 50) returns setof public.early_access_users
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

comment on function public.count_signups() is 'Returns the number of sign-ups: in total, paid, flagged, and of the last day and week.';

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
    -- How long the oldest due mail without a lease is overdue: zero while no mail is overdue.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is
  'Returns statistics of the outbox: the number of mails by state, and how long the oldest due mail is overdue.';
