-- The spots of unconfirmed sign-ups (12_confirmation.sql). An unconfirmed sign-up takes a spot when it is inserted (12_spots.sql), and the
-- table held_spots lists the sign-ups that took one. The trigger signup_give_back_spot gives the spot back when the sign-up is deleted: by
-- the retention after confirm_by, by an erasure, or by an operator. A row is deleted once, so its spot is given back once.
--
-- When an operator sets the number of spots, all rows of held_spots are deleted, because the new number replaces the one that these
-- sign-ups lowered. So an expiry never raises the number above what the operator set.
--
-- Against deadlocks, locks are taken in this order: sign-up, number of spots (a row of app_settings), row of held_spots. A wave locks the
-- number first, but only sign-ups that hold no spot (21_sending_waves.sql).

create table private.held_spots (
  signup_id uuid primary key
);
comment on table private.held_spots is
  'The unconfirmed sign-ups that took a spot. All rows are deleted when an operator sets the number of spots, because the new number replaces the one that these sign-ups lowered.';
alter table private.held_spots enable row level security;

create function private.release_held_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A wave (21_sending_waves.sql) subtracts from the number of spots instead of replacing it, and sets app.keeps_held_spots.
  if coalesce(current_setting('app.keeps_held_spots', true), '') <> 'true' then
    delete from private.held_spots h where h.signup_id is not null;
  end if;
  return null;
end
$$;
comment on function private.release_held_spots() is
  'Deletes all rows of held_spots when an operator sets the number of spots, so that no expiry raises the number above what the operator set.';

-- pg_trigger_depth() is 0 for an update by an operator or a wave, and 1 for an update by a trigger of a sign-up.
create trigger app_settings_spots_set after update on public.app_settings
  for each row when (new.key = 'early_access_spots' and pg_trigger_depth() < 1)
  execute function private.release_held_spots();

create function private.give_back_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  given_back integer;
begin
  delete from private.confirmation_links l using gone g where l.signup_id = g.id;
  if not exists (select from private.held_spots h join gone g on g.id = h.signup_id) then
    return null;
  end if;
  -- Waits for a transaction in which an operator sets the number of spots. The next statement then finds no rows of held_spots.
  perform from public.app_settings s where s.key = 'early_access_spots' for update;
  delete from private.held_spots h using gone g where h.signup_id = g.id;
  get diagnostics given_back = row_count;
  update public.app_settings s set value = least(s.value::integer + given_back, 999999999)::text
  where s.key = 'early_access_spots' and given_back > 0
    and exists (select from public.app_settings c where c.key = 'count_down_spots' and c.value = 'true');
  return null;
end
$$;
comment on function private.give_back_spots() is
  'Deletes the confirmation links of deleted sign-ups, and gives back the spots that these sign-ups held, unless an operator has set the number since, or count_down_spots is false.';

create trigger signup_give_back_spot after delete on public.early_access_users
  referencing old table as gone
  for each statement execute function private.give_back_spots();
