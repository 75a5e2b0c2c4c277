-- Waves of invitations to people who signed up. A wave has a name and invites at most `size` people: the next ones in the order of
-- sign-up, or those of a list of addresses. Each invitation takes one of the spots, so no wave invites more people than there are spots.
--
-- plan_wave returns whom a wave would invite, and send_wave invites them, in batches (21_sending_waves.sql). A batch is one transaction: it
-- selects the next people, then locks the row with the number of spots, which serialises the batches of all operators and processes, and
-- checks the selection again. It records the invitations in the sign-ups, queues their mails and lowers the number of spots. Sending a wave
-- again continues it; a complete wave invites nobody.
--
-- A batch reads about as many sign-ups as it invites, however many sign-ups there are: next_wave_people reads the people who may be invited
-- from an index, in the order of sign-up, and starts after the last person of the previous batch. plan_wave reads all sign-ups.
--
-- A person is invited once, whatever the number of waves. wave_people returns why a person is left out (fault):
--   invited      was invited before
--   unconfirmed  has not confirmed the sign-up yet (12_confirmation.sql)
--   flagged      an operator should review the sign-up first; anyone can cause such a flag, so it is no refusal
--   verified     has access already, because an operator verified the payment
--   unreachable  a mail to the person was given up, or the address is invalid
--   erased       was erased, and a backup restored the sign-up
-- A selection by a list of addresses or by a status does not leave out flagged and verified people.

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
  'How many people the wave invited, including those erased since, so that an erasure does not allow another invitation.';

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
  if (selection ->> 'since')::timestamptz >= (selection ->> 'until')::timestamptz then
    raise invalid_parameter_value using message = 'since must be before until.';
  end if;
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

create function private.wave_status(is_paid boolean, payment_verified boolean, flag_reason text) returns text
language sql immutable
return case when flag_reason is not null then 'flagged' when payment_verified then 'verified' when is_paid then 'paid' else 'free' end;
comment on function private.wave_status(boolean, boolean, text) is
  'Returns the status by which waves select a sign-up: flagged, verified, paid or free.';

-- Index for next_wave_people. It excludes invited people, so that a batch does not read everybody whom earlier batches invited.
create index early_access_users_for_wave
  on public.early_access_users (private.wave_status(is_paid, payment_verified, flag_reason), created_at, id)
  where invited_at is null and confirm_by is null;

-- Has no SET clause, so that PostgreSQL can inline the function: only then does a caller's condition on id use the primary key.
create function private.wave_people(selection jsonb) returns table (id uuid, created_at timestamptz, fault text)
language sql stable
as $$
  select
    u.id,
    u.created_at,
    case
      when u.invited_at is not null then 'invited'
      when u.confirm_by is not null then 'unconfirmed'
      when u.flag_reason is not null and not selection ?| array['emails', 'status'] then 'flagged'
      when u.payment_verified and not selection ?| array['emails', 'status'] then 'verified'
      -- The constraints of the table guarantee a valid address to sign-ups that are not flagged.
      when u.flag_reason is not null and private.address_fault(u.email) is not null then 'unreachable'
      when exists (
        select from public.mail_outbox m
        where m.gave_up_at is not null and m.fault = 'address' and lower(m.recipient collate "C") = u.email
      ) then 'unreachable'
      -- The condition of private.is_erased, inlined: the function reads the keys for each row, which takes ten times as long for many rows.
      when u.created_at <= (select max(e.erased_at) from private.erased_people e) and exists (
        select from private.erased_people e
        where e.hash = private.keyed_hash('erased:' || u.email, k.inner_key, k.outer_key) and e.erased_at >= u.created_at
      ) then 'erased'
    end
  from public.early_access_users u cross join private.hash_keys k
  where case
    when selection ? 'emails' then
      u.email in (select private.tidy_email(e.address) from jsonb_array_elements_text(selection -> 'emails') as e (address))
    else
      -- A range, because two comparisons look selective enough for PostgreSQL to read the index on created_at in place of a chunk's ids. The
      -- subquery is evaluated once instead of for each row.
      (select tstzrange((selection ->> 'since')::timestamptz, (selection ->> 'until')::timestamptz)) @> u.created_at
      and (not selection ? 'status' or private.wave_status(u.is_paid, u.payment_verified, u.flag_reason) = selection ->> 'status')
  end
$$;
comment on function private.wave_people(jsonb) is
  'Returns the sign-ups of a selection; fault is why a sign-up is left out, or null when it may be invited.';

create function private.listed_signups(selection jsonb) returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when selection ? 'emails' then array(
    select u.id from public.early_access_users u
    where u.email = any (array(select private.tidy_email(e.address) from jsonb_array_elements_text(selection -> 'emails') as e (address)))
  ) end
$$;
comment on function private.listed_signups(jsonb) is
  'Returns the ids of the sign-ups with the listed addresses; null when the selection has no list.';

create function private.next_wave_people(selection jsonb, after uuid, most integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  chunk_size constant integer := 200;
  listed constant uuid[] := private.listed_signups(selection);
  -- wave_people leaves out flagged and verified people unless the selection names a status.
  statuses constant text[] := case when selection ? 'status' then array[selection ->> 'status'] else array['free', 'paid'] end;
  since constant timestamptz := coalesce((selection ->> 'since')::timestamptz, '-infinity');
  until constant timestamptz := coalesce((selection ->> 'until')::timestamptz, 'infinity');
  reached_at timestamptz := '-infinity';
  reached_id uuid := '00000000-0000-0000-0000-000000000000';
  chunk uuid[];
  next_people uuid[] := '{}';
begin
  if listed is not null then
    return array(
      select p.id from private.wave_people(selection) p where p.id = any (listed) and p.fault is null
      order by p.created_at, p.id limit most
    );
  end if;
  if after is not null then
    select coalesce(max(u.created_at), reached_at), coalesce(after, reached_id) into reached_at, reached_id
    from public.early_access_users u where u.id = after;
  end if;
  while cardinality(next_people) < most loop
    select array_agg(walked.id order by walked.created_at, walked.id) into chunk
    from (
      select u.created_at, u.id
      from unnest(statuses) as wanted (status) cross join lateral (
        select s.created_at, s.id from public.early_access_users s
        where private.wave_status(s.is_paid, s.payment_verified, s.flag_reason) = wanted.status
          and s.invited_at is null and s.confirm_by is null
          and s.created_at >= since and s.created_at < until and (s.created_at, s.id) > (reached_at, reached_id)
        order by s.created_at, s.id limit chunk_size
      ) as u
      order by u.created_at, u.id limit chunk_size
    ) as walked;
    exit when chunk is null;
    next_people := next_people || array(
      select p.id from private.wave_people(selection) p where p.id = any (chunk) and p.fault is null
      order by p.created_at, p.id limit most - cardinality(next_people)
    );
    exit when cardinality(chunk) < chunk_size;
    select u.created_at, u.id into reached_at, reached_id from public.early_access_users u where u.id = chunk[chunk_size];
  end loop;
  if next_people = '{}' and after is not null then
    return private.next_wave_people(selection, null, most);
  end if;
  return next_people;
end
$$;
comment on function private.next_wave_people(jsonb, uuid, integer) is
  'Returns the next `most` people of a selection who may be invited, in the order of sign-up, after the person `after`, or from the beginning when no person follows. Reads the sign-ups in chunks, and only as many as it needs.';
