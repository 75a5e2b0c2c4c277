-- Messages from the contact form. store_contact_message trims and validates a message (error 23514). For an identical message within the
-- last 15 minutes, it returns the id of the existing mail. Otherwise it counts the source and the networks around it against the rate limit
-- (error PT429), and inserts the message and the mail to the team in one transaction.
--
-- The team gets at most ten such mails in 15 minutes, of which one network causes at most half of what is left. Messages above that are
-- stored without a mail of their own, and one digest for each quarter of an hour says how many they are (queue_message_digest).

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100 and name !~ '[\x01-\x1f\x7f]'),
  email text not null check (private.address_fault(email) is null),
  message text not null check (char_length(message) between 1 and 5000 and message !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  note text constraint contact_messages_note_check check (char_length(note) between 1 and 5000 and note !~ '[\x01-\x08\x0b-\x1f\x7f]')
);
comment on table public.contact_messages is 'Messages that visitors sent with the contact form.';
comment on column public.contact_messages.note is 'An internal note of the operators about the message.';

create index contact_messages_created_at on public.contact_messages (created_at desc, id);
create index contact_messages_open on public.contact_messages (created_at desc, id) where answered_at is null;

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
  wanted_name constant text := private.one_line(name, 401);
  wanted_email constant text := private.visible_line(email);
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
  left join public.mail_outbox m on m.dedupe_key = 'contact_message:' || c.id
  where c.created_at > now() - interval '15 minutes'
    and c.name = wanted_name and c.email = wanted_email and c.message = wanted_message;
  if found then
    return mail_id;
  end if;

  -- An empty source means a request of an operator, which has no rate limit.
  if source <> '' then
    perform private.count_source('message-source', source, per_source);
  end if;

  insert into public.contact_messages (name, email, message) values (wanted_name, wanted_email, wanted_message)
  returning id into message_id;
  if source <> '' and not private.count_attempts('message-mail', array[source], 10, 10) then
    perform private.queue_message_digest();
    return null;
  end if;
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
  'Stores a message and queues the mail about it in one transaction, and returns the id of the mail; null when the digest reports the message. An identical message within 15 minutes is stored once.';

create function private.queue_message_digest() returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := date_bin('15 minutes', now(), 'epoch');
begin
  insert into public.mail_outbox as m (kind, data, dedupe_key, due_at)
  values (
    'contact_message',
    jsonb_build_object('since', since, 'until', since + interval '15 minutes'),
    -- A row is used again a day later, so that there are at most 96 of them.
    'contact_digest:' || to_char(since at time zone 'UTC', 'HH24:MI'),
    -- A minute later than its end, so that the last transactions of the quarter have committed.
    since + interval '16 minutes'
  )
  on conflict (dedupe_key) do update
  set
    data = excluded.data, due_at = excluded.due_at, first_due_at = null, created_at = now(), try_until = excluded.try_until, attempts = 0,
    leased_until = null, sent_at = null, gave_up_at = null, last_error = null
  where m.created_at < since;
end
$$;
comment on function private.queue_message_digest() is
  'Queues the mail that tells the team how many messages of this quarter of an hour have no mail of their own, unless it is queued already.';

create table public.contact_answers (
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  answer text not null check (char_length(answer) between 1 and 10000 and answer !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  answered_by text not null check (char_length(answered_by) between 1 and 100),
  mail_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table public.contact_answers is 'Answers that operators sent to messages. Deleted with the message.';
comment on column public.contact_answers.id is 'Chosen by the caller, so that a repeated request is idempotent and sends one mail.';

create index contact_answers_message on public.contact_answers (message_id, created_at);

alter table public.contact_answers enable row level security;

create policy service_role_reads on public.contact_answers for select to service_role using (true);
comment on policy service_role_reads on public.contact_answers is 'Operators can read the answers; answer_message adds them.';

create function public.answer_message(
  message_id uuid, answer_id uuid, answer text, answered_by text, answers_seen integer default null
) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.contact_messages;
  given public.contact_answers;
  wanted_answer constant text := btrim(answer, E' \t\r\n');
  new_mail_id constant uuid := gen_random_uuid();
  minutes integer;
begin
  -- The row lock serialises concurrent answers to the same message, and repeated requests.
  select * into asked from public.contact_messages m where m.id = answer_message.message_id for update;
  if not found then
    raise no_data_found using message = 'There is no such message.';
  end if;
  select * into given from public.contact_answers a where a.id = answer_id;
  if found then
    return given.mail_id;
  end if;
  -- Without this check, two operators who answer the same message at once would send its author two mails.
  if answers_seen < (select count(*) from public.contact_answers a where a.message_id = asked.id) then
    select * into given from public.contact_answers a where a.message_id = asked.id order by a.created_at desc limit 1;
    -- clock_timestamp, because the other answer may have been stored after this transaction began.
    minutes := greatest(1, round(extract(epoch from clock_timestamp() - given.created_at) / 60));
    raise exception using
      errcode = 'PT409',
      message = format(
        '%s answered this message %s ago: read that answer before you send yours.', given.answered_by,
        case
          when minutes = 1 then 'a minute'
          when minutes < 120 then minutes || ' minutes'
          when minutes < 2880 then minutes / 60 || ' hours'
          else minutes / 1440 || ' days'
        end
      );
  end if;
  insert into public.contact_answers (id, message_id, answer, answered_by, mail_id)
  values (answer_id, asked.id, wanted_answer, answer_message.answered_by, new_mail_id);
  insert into public.mail_outbox (id, kind, recipient, data)
  values (
    new_mail_id, 'message_answer', asked.email,
    jsonb_build_object('name', asked.name, 'answer', wanted_answer, 'message', asked.message)
  );
  update public.contact_messages m set answered_at = coalesce(m.answered_at, now()) where m.id = asked.id;
  return new_mail_id;
end
$$;
comment on function public.answer_message(uuid, uuid, text, text, integer) is
  'Stores an answer to a message, queues the mail with it and marks the message as answered, in one transaction. Returns the id of the mail. Idempotent: an answer_id queues one mail. Fails when the message has more answers than answers_seen, the number of answers that the writer has read. Null, which programs without this parameter send, is not checked.';
