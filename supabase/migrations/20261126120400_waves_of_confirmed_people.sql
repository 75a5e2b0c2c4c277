-- Waves leave unconfirmed people out, and do not end the holds of unconfirmed sign-ups on their spots.

create or replace function private.wave_people(selection jsonb) returns table (id uuid, fault text)
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
      when u.confirm_by is not null then 'unconfirmed'
      when u.flag_reason is not null and not w.is_chosen then 'flagged'
      when u.payment_verified and not w.is_chosen then 'verified'
      -- The constraints of the table guarantee a valid address to sign-ups that are not flagged.
      when u.flag_reason is not null and private.address_fault(u.email) is not null then 'unreachable'
      when u.email in (select r.address from refusing r) then 'unreachable'
      -- The condition of private.is_erased, inlined: the function reads the keys for each row, which takes ten times as long for many rows.
      when exists (
        select from private.erased_people e
        where e.hash = private.keyed_hash('erased:' || u.email, k.inner_key, k.outer_key) and e.erased_at >= u.created_at
      ) then 'erased'
    end
  from public.early_access_users u cross join wanted w cross join private.hash_keys k
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

create or replace function public.send_wave(wave text, selection jsonb, most integer) returns jsonb
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
  -- Locks the sign-ups. This waits for an erasure in progress; a later erasure waits for this transaction and then also deletes the mail.
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
    -- The wave subtracts from the number of spots, so spots that unconfirmed sign-ups hold can still be given back (12_held_spots.sql).
    perform set_config('app.keeps_held_spots', 'true', true);
    update public.app_settings s set value = spots::text where s.key = 'early_access_spots';
    -- Other changes in the same transaction must not get this reason.
    perform set_config('app.change_reason', '', true);
    perform set_config('app.keeps_held_spots', '', true);
  end if;
  return jsonb_build_object(
    'invited', cardinality(ids), 'total', sent.invited + cardinality(ids), 'size', sent.size, 'spots', spots
  );
end
$$;
comment on function public.send_wave(text, jsonb, integer) is
  'Invites the next people of a wave, at most `most` and at most as many as there are spots: records the invitations, queues the mails and takes the spots, in one transaction. Call it again until it invites nobody.';
