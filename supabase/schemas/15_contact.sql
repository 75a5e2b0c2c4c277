-- Messages from the contact form. store_contact_message trims and validates a message (error 23514). For an identical message within the
-- last 15 minutes, it returns the id of the existing mail. Otherwise it counts the client's IP network against the rate limit (error
-- PT429), and inserts the message and the mail to the team in one transaction.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100 and name !~ '[\x01-\x1f\x7f]'),
  email text not null check (private.address_fault(email) is null),
  message text not null check (char_length(message) between 1 and 5000 and message !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
comment on table public.contact_messages is 'Messages that visitors sent with the contact form.';

create index contact_messages_created_at on public.contact_messages (created_at desc, id);

alter table public.contact_messages enable row level security;

create policy service_role_manages on public.contact_messages to service_role using (true) with check (true);
comment on policy service_role_manages on public.contact_messages is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create function private.contact_fault(name text, email text, message text) returns text
language sql immutable
as $$
  select coalesce(
    case
      when coalesce(name, '') = '' then 'Name is required'
      when char_length(name) > 100 then 'Name too long'
      when name ~ '[\x01-\x1f\x7f]' then 'Name contains invalid characters'
    end,
    private.address_fault(coalesce(email, '')),
    case
      when coalesce(message, '') = '' then 'Message is required'
      when char_length(message) > 5000 then 'Message too long'
      when message ~ '[\x01-\x08\x0b-\x1f\x7f]' then 'Message contains invalid characters'
    end
  )
$$;
comment on function private.contact_fault(text, text, text) is
  'Returns the first validation message for a contact message, or null when the message is valid.';

create function public.store_contact_message(name text, email text, message text, source text) returns uuid
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
