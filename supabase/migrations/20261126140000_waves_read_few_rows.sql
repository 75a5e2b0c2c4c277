-- Makes the cost of a batch of invitations independent of the number of sign-ups: send_wave finds the next people with an index.

create index mail_outbox_given_up_to on public.mail_outbox (lower(recipient collate "C")) where gave_up_at is not null;

-- Dropped, because create or replace can change neither the parameters nor the returned columns.
drop function public.send_wave(text, jsonb, integer);
drop function private.wave_people(jsonb);

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
        select from public.mail_outbox m where m.gave_up_at is not null and lower(m.recipient collate "C") = u.email
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
      -- The subqueries are evaluated once instead of for each row.
      u.created_at >= (select coalesce((selection ->> 'since')::timestamptz, '-infinity'))
      and u.created_at < (select coalesce((selection ->> 'until')::timestamptz, 'infinity'))
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

create or replace function public.plan_wave(wave text, selection jsonb) returns jsonb
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  -- The name is optional for a plan.
  planned constant public.waves := private.find_wave(coalesce(plan_wave.wave, 'plan'), selection);
  spots constant integer := coalesce((select s.value::integer from public.app_settings s where s.key = 'early_access_spots'), 0);
  listed constant uuid[] := private.listed_signups(selection);
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
  from (
    select p.fault, count(*) as many
    from private.wave_people(selection) p
    -- Without this condition, a selection by a list would read all sign-ups.
    where listed is null or p.id = any (listed)
    group by p.fault
  ) as faults;
  would_invite := least(planned.size - planned.invited, eligible, spots);
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'email', f.email, 'created_at', f.created_at) order by f.created_at, f.id), '[]')
  into first_people
  from public.early_access_users f
  where f.id = any (private.next_wave_people(selection, null, least(would_invite, 10)));
  select coalesce(jsonb_agg(distinct listed.address), '[]') into unknown
  from (
    select private.tidy_email(e.address) as address from jsonb_array_elements_text(selection -> 'emails') as e (address)
  ) as listed
  where not exists (select from public.early_access_users u where u.email = listed.address);
  return jsonb_build_object(
    'size', planned.size, 'invited', planned.invited, 'is_started', planned.created_at is not null,
    'eligible', eligible, 'spots', spots, 'would_invite', would_invite,
    'first', first_people, 'left_out', left_out, 'unknown', unknown
  );
end
$$;

create function public.send_wave(wave text, selection jsonb, most integer, after uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent public.waves;
  spots integer;
  candidates uuid[];
  room integer;
  ids uuid[];
begin
  if most is null or most not between 1 and 500 then
    raise invalid_parameter_value using message = 'most must be a whole number from 1 to 500.';
  end if;
  if send_wave.wave is null then
    raise invalid_parameter_value using message = 'wave is missing.';
  end if;
  sent := private.find_wave(send_wave.wave, selection);
  -- Selected before the lock is taken, so that sign-ups that take a spot do not wait while this batch reads many people who are left out.
  candidates := private.next_wave_people(selection, after, least(most, sent.size - sent.invited));
  -- The lock is held until the commit: without it, two operators would read the same number of spots and the same people. Sign-ups take it
  -- after they have locked their own new row, which no wave sees, so the two cannot deadlock.
  select s.value::integer into spots from public.app_settings s where s.key = 'early_access_spots' for update;
  spots := coalesce(spots, 0);
  sent := private.find_wave(send_wave.wave, selection);
  room := least(most, sent.size - sent.invited, spots);
  loop
    -- Locks the sign-ups. This waits for an erasure in progress; a later erasure waits for this transaction and then also deletes the mail.
    select coalesce(array_agg(locked.id), '{}') into ids
    from (
      select u.id
      from private.wave_people(selection) p join public.early_access_users u on u.id = p.id
      where p.id = any (candidates) and p.fault is null and u.invited_at is null
      order by u.created_at, u.id limit room
      for update of u
    ) as locked;
    exit when ids <> '{}' or candidates = '{}' or room = 0;
    -- Another batch invited all candidates before this one got the lock. While this one holds it, no other batch can invite the next.
    candidates := private.next_wave_people(selection, after, room);
  end loop;
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
    -- The wave subtracts from the number of spots, so spots that unconfirmed sign-ups hold can still be given back (12_held_spots.sql).
    perform set_config('app.keeps_held_spots', 'true', true);
    update public.app_settings s set value = spots::text where s.key = 'early_access_spots';
    -- Other changes in the same transaction must not get this reason.
    perform set_config('app.change_reason', '', true);
    perform set_config('app.keeps_held_spots', '', true);
  end if;
  return jsonb_build_object(
    'invited', cardinality(ids), 'total', sent.invited + cardinality(ids), 'size', sent.size, 'spots', spots,
    'after', ids[cardinality(ids)]
  );
end
$$;
comment on function public.send_wave(text, jsonb, integer, uuid) is
  'Invites the next people of a wave, at most `most` and at most as many as there are spots: records the invitations, queues the mails and takes the spots, in one transaction. Call it again until it invites nobody, each time with `after` of the previous response, so that it does not read the people up to that one again.';

revoke all on function public.send_wave(text, jsonb, integer, uuid) from public, anon, authenticated;
grant execute on function public.send_wave(text, jsonb, integer, uuid) to service_role;
