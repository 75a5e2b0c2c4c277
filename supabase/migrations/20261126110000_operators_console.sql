-- What the operators' console needs: pages of sign-ups, counts over time, answers to messages, notes, and the audit log of the operators.
create index early_access_users_paid on public.early_access_users (created_at desc, id) where is_paid;
create index early_access_users_from_elsewhere on public.early_access_users (created_at desc, id) where consent_form <> 'signup-dialog';

alter table public.contact_messages
  add column note text constraint contact_messages_note_check check (char_length(note) between 1 and 5000 and note !~ '[\x01-\x08\x0b-\x1f\x7f]');
comment on column public.contact_messages.note is 'An internal note of the operators about the message.';
create index contact_messages_open on public.contact_messages (created_at desc, id) where answered_at is null;

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

create function public.answer_message(message_id uuid, answer_id uuid, answer text, answered_by text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.contact_messages;
  given public.contact_answers;
  wanted_answer constant text := btrim(answer, E' \t\r\n');
  new_mail_id constant uuid := gen_random_uuid();
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
comment on function public.answer_message(uuid, uuid, text, text) is
  'Stores an answer to a message, queues the mail with it and marks the message as answered, in one transaction. Returns the id of the mail. Idempotent: an answer_id queues one mail.';

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

create table public.operator_acts (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  who text not null check (char_length(who) between 1 and 100 and who !~ '[\x01-\x1f\x7f]'),
  face text not null check (face in ('command line', 'console', 'assistant')),
  act text not null check (act ~ '^[a-z][a-z -]*$' and char_length(act) <= 63),
  detail text not null check (char_length(detail) <= 1000),
  reason text check (char_length(reason) between 1 and 500),
  outcome text check (outcome in ('done', 'failed')),
  constraint operator_acts_ended_check check ((outcome is null) = (ended_at is null))
);
comment on table public.operator_acts is 'Audit log of the operations of operators. Only begin_act and end_act write to it; no API role can change or delete a row.';
comment on column public.operator_acts.who is 'The name that the operator gave, or the name of their account on the computer.';
comment on column public.operator_acts.outcome is 'Null while the operation runs, and permanently when its process was killed.';

alter table public.operator_acts enable row level security;

create policy service_role_reads on public.operator_acts for select to service_role using (true);
comment on policy service_role_reads on public.operator_acts is 'Operators can read the audit log.';

create function public.begin_act(who text, face text, act text, detail text, reason text default null) returns bigint
language sql
security definer
set search_path = ''
as $$
  insert into public.operator_acts (who, face, act, detail, reason)
  values (begin_act.who, begin_act.face, begin_act.act, begin_act.detail, begin_act.reason)
  returning id
$$;
comment on function public.begin_act(text, text, text, text, text) is 'Adds an operation to the audit log and returns its id.';

create function public.end_act(act_id bigint, outcome text) returns void
language sql
security definer
set search_path = ''
as $$
  update public.operator_acts a set outcome = end_act.outcome, ended_at = now() where a.id = act_id and a.outcome is null
$$;
comment on function public.end_act(bigint, text) is 'Stores the outcome of an operation, done or failed. Does not change an operation that has an outcome.';

create table public.hourly_counts (
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  what text not null check (what in ('signup_refused', 'server_error')),
  label text not null check (label ~ '^[a-z0-9_-]{1,40}$'),
  amount bigint not null check (amount > 0),
  primary key (hour, what, label)
);
comment on table public.hourly_counts is 'Number of refused sign-ups and of failed responses by hour (UTC). Contains no personal data, so rows are never deleted.';
comment on column public.hourly_counts.label is 'The reason of a refused sign-up, or the service of a failed response.';

alter table public.hourly_counts enable row level security;

create policy service_role_reads on public.hourly_counts for select to service_role using (true);
comment on policy service_role_reads on public.hourly_counts is 'Operators can read the counts; no API role can change them.';

create function private.add_hourly_counts(counts jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.hourly_counts as c (hour, what, label, amount)
  select x.hour, x.what, x.label, sum(x.amount)
  from jsonb_to_recordset(counts) as x (hour timestamptz, what text, label text, amount bigint)
  group by x.hour, x.what, x.label
  -- Locks the rows in a fixed order, so that the processes of a site do not deadlock.
  order by x.hour, x.what, x.label
  on conflict (hour, what, label) do update set amount = c.amount + excluded.amount
$$;
comment on function private.add_hourly_counts(jsonb) is
  'Adds a batch of counts: an array of objects with hour, what, label and amount. Called by the self-contained server.';

create function public.page_signups(wanted jsonb) returns setof public.early_access_users
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
  if status not in ('any', 'free', 'paid', 'verified') or sorting not in ('newest', 'oldest', 'address', 'address_desc') then
    raise invalid_parameter_value using message = 'Unknown status or sorting.';
  end if;
  -- Against SQL injection, only constants become part of the query text, and values are parameters. PostgreSQL plans a dynamic query for
  -- its values: it can use the partial indexes, and starts at the page instead of reading the rows before it.
  condition := concat_ws(
    ' and ', 'true',
    case status when 'free' then 'not u.is_paid' when 'paid' then 'u.is_paid' when 'verified' then 'u.is_paid and u.payment_verified' end,
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

create function public.count_signups_by_period(period text, periods integer, zone text)
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
      from public.early_access_users u where u.created_at >= since
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
  'Returns the number of free and paid sign-ups and of refused ones by reason, for each of the last hours, days or weeks of a time zone.';
