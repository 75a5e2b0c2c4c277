-- Waves of invitations: tables, functions, and a class of mail that leaves after all others. An erasure now deletes the sign-up before the
-- mails: in the old order, the mail of a wave that was inviting the person at that moment stayed in the outbox.

alter table public.early_access_users
  add column invited_at timestamptz,
  add column wave text,
  add constraint early_access_users_invited_check check ((invited_at is null) = (wave is null));
comment on column public.early_access_users.invited_at is 'When a wave invited this person; null while none has (20_waves.sql).';
comment on column public.early_access_users.wave is 'The wave that invited this person.';

create index mail_outbox_for_signup on public.mail_outbox (due_at)
  where kind <> 'contact_message' and not starts_with(kind, 'auth_') and kind <> 'wave_invitation'
    and sent_at is null and gave_up_at is null;
create index mail_outbox_for_wave on public.mail_outbox (due_at)
  where kind = 'wave_invitation' and sent_at is null and gave_up_at is null;

create function private.wave_mail_room(room integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select greatest(0, room - coalesce((select s.value::integer / 2 from public.app_settings s where s.key = 'mail_per_hour'), 0))
$$;
comment on function private.wave_mail_room(integer) is
  'Returns how many of the remaining mails to the public (room) may be invitations: half of the hourly rate limit is kept from them.';

create or replace function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  room integer;
  for_accounts uuid[];
  for_team uuid[];
  for_signups uuid[];
  for_waves uuid[];
begin
  -- Serialises claims, so that the hourly rate limit is exact. The worker sends the mails after the commit.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  room := private.public_mail_room();
  select coalesce(array_agg(id), '{}') into for_accounts from (
    select m.id from public.mail_outbox m
    where starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to, room)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to - cardinality(for_accounts)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_signups from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.kind <> 'wave_invitation'
      and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_waves from (
    select m.id from public.mail_outbox m
    where m.kind = 'wave_invitation' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team) - cardinality(for_signups),
      private.wave_mail_room(room - cardinality(for_accounts) - cardinality(for_signups))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_accounts || for_team || for_signups || for_waves, lease_seconds);
end
$$;

create or replace function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.mail_outbox;
  room integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select * into wanted from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
    -- A failed mail waits for its back-off, however often a visitor requests it. The first attempt does not wait for due_at.
    and (m.attempts = 0 or m.due_at <= now())
  for update skip locked;
  if not found or private.is_mail_paused() then
    return;
  end if;
  room := case
    when wanted.kind = 'contact_message' then 1
    when starts_with(wanted.kind, 'auth_') then private.public_mail_room()
    when wanted.kind = 'wave_invitation' then private.wave_mail_room(private.public_mail_room())
    else private.welcome_mail_room(private.public_mail_room())
  end;
  if room = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;

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
    -- How long the oldest due mail without a lease is overdue: zero while no mail is overdue. Invitations are not counted, because those of
    -- a large wave wait for the hourly rate limit for hours.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where kind <> 'wave_invitation' and sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;

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
  -- Before the mails: a wave that is inviting this person holds a lock on the sign-up. The deletion waits for it, and the next statement
  -- then sees the mail that the wave queued.
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  -- The server deletes mail files of this address when it receives the notification. The payload is empty, so it reveals no address.
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
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
begin
  insert into private.erased_people as e (hash, erased_at)
  select decode(p.hash, 'hex'), max(p.erased_at)
  from jsonb_to_recordset(people) as p (hash text, erased_at timestamptz)
  group by p.hash
  on conflict (hash) do update set erased_at = greatest(e.erased_at, excluded.erased_at);

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
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
  );
end
$$;

create table public.waves (
  name text primary key,
  selection jsonb not null,
  size integer not null,
  invited integer not null default 0,
  created_at timestamptz not null default now(),
  constraint waves_name_check check (name ~ '^[a-z0-9][a-z0-9-]*$' and octet_length(name) <= 40),
  constraint waves_selection_check check (jsonb_typeof(selection) = 'object'),
  constraint waves_invited_check check (invited between 0 and size)
);
comment on table public.waves is 'Waves of invitations. Holds no personal data: a list of addresses is stored as a keyed hash.';
comment on column public.waves.selection is
  'Whom the wave invites: next, status, since and until, or list. Sending the wave again with another selection is refused.';
comment on column public.waves.size is 'How many people the wave may invite; of a list, the number of its addresses.';
comment on column public.waves.invited is
  'How many people the wave invited, including those erased since, so that an erasure does not make room for others.';

alter table public.waves enable row level security;

create policy service_role_reads on public.waves for select to service_role using (true);
comment on policy service_role_reads on public.waves is 'Operators can read the waves; only send_wave writes them.';

alter table public.early_access_users
  add constraint early_access_users_wave_fkey foreign key (wave) references public.waves (name);

-- Index for list_waves, and for the foreign key.
create index early_access_users_wave on public.early_access_users (wave) where wave is not null;

create function private.check_wave_selection(selection jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  field text;
  moment text;
  fault text;
begin
  if jsonb_typeof(selection) is distinct from 'object' then
    raise invalid_parameter_value using message = 'The selection must be an object.';
  end if;
  select key into field from jsonb_object_keys(selection) as key
  where key not in ('next', 'status', 'since', 'until', 'emails') limit 1;
  fault := case
    when field is not null then format('%s is not a field of the selection.', left(field, 40))
    when (selection ? 'next') = (selection ? 'emails') then 'The selection needs either next or emails.'
    when selection ? 'emails' and selection ?| array['status', 'since', 'until'] then
      'emails cannot be combined with status, since or until.'
    when selection ? 'next' and not coalesce((selection ->> 'next') ~ '^[1-9][0-9]{0,4}$', false) then
      'next must be a whole number from 1 to 10000.'
    when (selection ->> 'next')::integer > 10000 then 'next must be a whole number from 1 to 10000.'
    when selection ? 'status' and coalesce(selection ->> 'status', '') not in ('free', 'paid', 'verified', 'flagged') then
      'status must be free, paid, verified or flagged.'
    when not selection ? 'emails' then null
    when jsonb_typeof(selection -> 'emails') <> 'array' then 'emails must be a list of 1 to 4000 addresses.'
    when jsonb_array_length(selection -> 'emails') not between 1 and 4000 then 'emails must be a list of 1 to 4000 addresses.'
    when jsonb_path_exists(selection, '$.emails[*] ? (@.type() != "string")') then 'emails must be a list of 1 to 4000 addresses.'
  end;
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  foreach field in array array['since', 'until'] loop
    continue when not selection ? field;
    moment := selection ->> field;
    begin
      if moment is null or not isfinite(moment::timestamptz) then
        raise invalid_datetime_format;
      end if;
    exception
      when invalid_datetime_format or datetime_field_overflow then
        raise invalid_parameter_value using message = format('%s must be a time such as 2026-03-05T00:00:00Z.', field);
    end;
  end loop;
end
$$;
comment on function private.check_wave_selection(jsonb) is 'Refuses a selection that is not valid, with a message that names the field.';

create function private.stored_wave_selection(selection jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when selection ? 'emails' then jsonb_build_object('list', (
      select encode(private.keyed_hash('wave-list:' || string_agg(address, e'\n' order by address collate "C")), 'hex')
      from (
        select distinct private.tidy_email(email) as address from jsonb_array_elements_text(selection -> 'emails') as email
      ) as listed
    ))
    else selection
  end
$$;
comment on function private.stored_wave_selection(jsonb) is
  'Returns the selection as it is stored with a wave: without addresses, which are replaced by a keyed hash of them all.';

create function private.wave_size(selection jsonb) returns integer
language sql stable
set search_path = ''
as $$
  select case
    when selection ? 'emails' then (
      select count(distinct private.tidy_email(email))::integer from jsonb_array_elements_text(selection -> 'emails') as email
    )
    else (selection ->> 'next')::integer
  end
$$;
comment on function private.wave_size(jsonb) is 'Returns how many people a wave with this selection may invite.';

create function private.find_wave(wave text, selection jsonb) returns public.waves
language plpgsql stable
set search_path = ''
as $$
declare
  found_wave public.waves;
begin
  if wave !~ '^[a-z0-9][a-z0-9-]{0,39}$' then
    raise invalid_parameter_value using message = 'wave must be 1 to 40 lower-case letters, digits and hyphens.';
  end if;
  perform private.check_wave_selection(selection);
  select w.* into found_wave from public.waves w where w.name = find_wave.wave;
  if found_wave.name is null then
    return row(wave, private.stored_wave_selection(selection), private.wave_size(selection), 0, null)::public.waves;
  end if;
  if found_wave.selection <> private.stored_wave_selection(selection) then
    raise invalid_parameter_value using message = format(
      'The wave %s was started with another selection. Use the same one again, or another name.', wave
    );
  end if;
  return found_wave;
end
$$;
comment on function private.find_wave(text, jsonb) is
  'Returns the wave with this name, or a new one that is not stored yet (created_at is null). Refuses an invalid selection, and one that differs from that of the wave.';

create function private.wave_people(selection jsonb) returns table (id uuid, fault text)
language sql stable
set search_path = ''
as $$
  with listed as materialized (
    select private.tidy_email(email) as address from jsonb_array_elements_text(selection -> 'emails') as email
  ),
  refusing as materialized (
    select lower(m.recipient collate "C") as address from public.mail_outbox m
    where m.gave_up_at is not null and m.recipient is not null
  ),
  wanted as (
    select
      coalesce(selection ? 'emails' or selection ? 'status', false) as is_chosen,
      selection ->> 'status' as status,
      coalesce((selection ->> 'since')::timestamptz, '-infinity') as since,
      coalesce((selection ->> 'until')::timestamptz, 'infinity') as until
  )
  select
    u.id,
    case
      when u.invited_at is not null then 'invited'
      when u.flag_reason is not null and not w.is_chosen then 'flagged'
      when u.payment_verified and not w.is_chosen then 'verified'
      when private.address_fault(u.email) is not null then 'undeliverable'
      when u.email in (select r.address from refusing r) then 'undeliverable'
      when private.is_erased(u.email, u.created_at) then 'erased'
    end
  from public.early_access_users u cross join wanted w
  where case
    when selection ? 'emails' then u.email in (select l.address from listed l)
    else u.created_at >= w.since and u.created_at < w.until
      and (
        w.status is null
        or w.status = case
          when u.flag_reason is not null then 'flagged'
          when u.payment_verified then 'verified'
          when u.is_paid then 'paid'
          else 'free'
        end
      )
  end
$$;
comment on function private.wave_people(jsonb) is
  'Returns the sign-ups of a selection; fault is why a sign-up is left out, or null when it may be invited.';

create function public.plan_wave(wave text, selection jsonb) returns jsonb
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  -- A plan needs no name.
  planned constant public.waves := private.find_wave(coalesce(plan_wave.wave, 'plan'), selection);
  spots constant integer := coalesce((select s.value::integer from public.app_settings s where s.key = 'early_access_spots'), 0);
  eligible integer;
  would_invite integer;
  left_out jsonb;
  first_people jsonb;
  unknown jsonb;
begin
  select
    coalesce(sum(many) filter (where faults.fault is null), 0),
    coalesce(jsonb_object_agg(faults.fault, many) filter (where faults.fault is not null), '{}')
  into eligible, left_out
  from (select p.fault, count(*) as many from private.wave_people(selection) p group by p.fault) as faults;
  would_invite := least(planned.size - planned.invited, eligible, spots);
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'email', f.email, 'created_at', f.created_at) order by f.created_at, f.id), '[]')
  into first_people
  from (
    select u.id, u.name, u.email, u.created_at
    from private.wave_people(selection) p join public.early_access_users u on u.id = p.id
    where p.fault is null
    order by u.created_at, u.id limit least(would_invite, 10)
  ) as f;
  select coalesce(jsonb_agg(distinct private.tidy_email(email)), '[]') into unknown
  from jsonb_array_elements_text(selection -> 'emails') as email
  where not exists (select from public.early_access_users u where u.email = private.tidy_email(email));
  return jsonb_build_object(
    'size', planned.size, 'invited', planned.invited, 'is_started', planned.created_at is not null,
    'eligible', eligible, 'spots', spots, 'would_invite', would_invite,
    'first', first_people, 'left_out', left_out, 'unknown', unknown
  );
end
$$;
comment on function public.plan_wave(text, jsonb) is
  'Returns whom send_wave would invite, without inviting anybody: the number, the first ten people, how many are left out and why, and the listed addresses without a sign-up. The name of the wave may be null.';

create function public.send_wave(wave text, selection jsonb, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent public.waves;
  spots integer;
  ids uuid[];
begin
  if most is null or most not between 1 and 500 then
    raise invalid_parameter_value using message = 'most must be a whole number from 1 to 500.';
  end if;
  if send_wave.wave is null then
    raise invalid_parameter_value using message = 'wave is missing.';
  end if;
  -- The lock is held until the commit: without it, two operators would read the same number of spots and the same people. Sign-ups take it
  -- after they have locked their own new row, which no wave sees, so the two cannot deadlock.
  select s.value::integer into spots from public.app_settings s where s.key = 'early_access_spots' for update;
  spots := coalesce(spots, 0);
  sent := private.find_wave(send_wave.wave, selection);
  -- Locks the sign-ups: an erasure that began before is waited for, and one that begins later waits and then also deletes the mail.
  select coalesce(array_agg(locked.id), '{}') into ids
  from (
    select u.id
    from private.wave_people(selection) p join public.early_access_users u on u.id = p.id
    where p.fault is null and u.invited_at is null
    order by u.created_at, u.id limit least(most, sent.size - sent.invited, spots)
    for update of u
  ) as locked;
  if ids <> '{}' then
    insert into public.waves as w (name, selection, size, invited)
    values (sent.name, sent.selection, sent.size, cardinality(ids))
    on conflict (name) do update set invited = w.invited + excluded.invited;
    with invited as (
      update public.early_access_users u set invited_at = now(), wave = send_wave.wave where u.id = any (ids)
      returning u.id, u.name, u.email
    )
    insert into public.mail_outbox (kind, recipient, data, dedupe_key)
    select 'wave_invitation', i.email, jsonb_build_object('name', i.name), 'wave_invitation:' || i.id from invited i;
    spots := spots - cardinality(ids);
    perform set_config('app.change_reason', format('Wave %s', send_wave.wave), true);
    update public.app_settings s set value = spots::text where s.key = 'early_access_spots';
    -- Other changes in the same transaction must not get this reason.
    perform set_config('app.change_reason', '', true);
  end if;
  return jsonb_build_object(
    'invited', cardinality(ids), 'total', sent.invited + cardinality(ids), 'size', sent.size, 'spots', spots
  );
end
$$;
comment on function public.send_wave(text, jsonb, integer) is
  'Invites the next people of a wave, at most `most` and at most as many as there are spots: notes the invitations, queues the mails and takes the spots, in one transaction. Call it again until it invites nobody.';

create function public.list_waves() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.wave), '[]')
  from (
    select
      w.name as wave, w.created_at, w.selection, w.size, w.invited,
      count(m.id) filter (where m.sent_at is not null) as sent,
      count(m.id) filter (where m.sent_at is null and m.gave_up_at is null) as waiting,
      count(m.id) filter (where m.gave_up_at is not null) as given_up,
      w.invited - count(u.id) as erased
    from public.waves w
    left join public.early_access_users u on u.wave = w.name
    left join public.mail_outbox m on m.dedupe_key = 'wave_invitation:' || u.id
    group by w.name
  ) as listed
$$;
comment on function public.list_waves() is
  'Returns the waves, newest first, each with the number of its invitations by state: sent, waiting, given up, and erased since.';

revoke all on public.waves from public, anon, authenticated, service_role;
grant select on public.waves to service_role;
revoke all on function public.list_waves(), public.plan_wave(text, jsonb), public.send_wave(text, jsonb, integer) from public, anon, authenticated;
grant execute on function public.list_waves(), public.plan_wave(text, jsonb), public.send_wave(text, jsonb, integer) to service_role;
