-- The number of remaining spots. After each insert of sign-ups, the trigger signup_take_spot lowers the setting early_access_spots by the
-- number of inserted rows, in the same transaction. At zero spots, sign-ups are still accepted. The table held_spots lists the unconfirmed
-- sign-ups that took a spot, so that the spot can be given back (12_held_spots.sql).

create function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  before integer;
begin
  if exists (select from signups s where s.confirm_by is not null) then
    select value::integer into before from public.app_settings where key = 'early_access_spots' for update;
  end if;
  -- The update locks the row until the transaction ends, so that fifty concurrent sign-ups take exactly fifty spots.
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  if found and before is not null then
    -- The sign-ups of the statement that count take the spots first; unconfirmed ones hold only the spots that were left.
    insert into private.held_spots (signup_id)
    select s.id from signups s where s.confirm_by is not null
    order by s.created_at, s.id
    limit greatest(before - (select count(*) from signups c where c.confirm_by is null), 0);
  end if;
  return null;
end
$$;
comment on function private.take_spot() is
  'Lowers early_access_spots by one for each new sign-up, not below zero, unless count_down_spots is false.';

create trigger signup_take_spot after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.take_spot();
