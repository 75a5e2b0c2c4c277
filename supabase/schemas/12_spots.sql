-- The number of remaining spots. After each insert of sign-ups, the trigger signup_take_spot lowers the setting early_access_spots by the
-- number of inserted rows, in the same transaction. At zero spots, sign-ups are still accepted.

create function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The update locks the row until the transaction ends, so that fifty concurrent sign-ups take exactly fifty spots.
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  return null;
end
$$;
comment on function private.take_spot() is
  'Lowers early_access_spots by one for each new sign-up, not below zero, unless count_down_spots is false.';

create trigger signup_take_spot after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.take_spot();
