-- Planning and sending waves (20_waves.sql), which operators call through the data API.

create function public.plan_wave(wave text, selection jsonb) returns jsonb
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
comment on function public.plan_wave(text, jsonb) is
  'Returns whom send_wave would invite, without inviting anybody: the number, the first ten people, how many are left out and why, and the listed addresses without a sign-up. The name of the wave may be null.';

create function public.send_wave(wave text, selection jsonb, most integer, after uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent public.waves;
  spots integer;
  candidates uuid[];
  remaining integer;
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
  remaining := least(most, sent.size - sent.invited, spots);
  loop
    -- Locks the sign-ups. This waits for an erasure in progress; a later erasure waits for this transaction and then also deletes the mail.
    select coalesce(array_agg(locked.id), '{}') into ids
    from (
      select u.id
      from private.wave_people(selection) p join public.early_access_users u on u.id = p.id
      where p.id = any (candidates) and p.fault is null and u.invited_at is null
      order by u.created_at, u.id limit remaining
      for update of u
    ) as locked;
    exit when ids <> '{}' or candidates = '{}' or remaining = 0;
    -- Another batch invited all candidates before this one got the lock. While this one holds it, no other batch can invite the next.
    candidates := private.next_wave_people(selection, after, remaining);
  end loop;
  if ids <> '{}' then
    insert into public.waves as w (name, selection, size, invited)
    values (sent.name, sent.selection, sent.size, cardinality(ids))
    on conflict (name) do update set invited = w.invited + excluded.invited;
    with invited as (
      update public.early_access_users u set invited_at = now(), wave = send_wave.wave where u.id = any (ids)
      returning u.id, u.name, u.email
    )
    insert into public.mail_outbox (kind, recipient, data, dedupe_key, is_deferrable)
    select 'wave_invitation', i.email, jsonb_build_object('name', i.name), 'wave_invitation:' || i.id, true from invited i;
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
