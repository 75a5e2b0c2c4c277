-- One sign-up takes one spot, in its own transaction; at zero sign-ups go on.
create function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row stays locked until the sign-up is done, so fifty at once take exactly fifty.
  update public.app_settings
  set value = (value::integer - 1)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  return null;
end
$$;
comment on function private.take_spot() is 'Lowers early_access_spots by one, not below zero, unless count_down_spots is false.';

create trigger signup_take_spot after insert on public.early_access_users
  for each row execute function private.take_spot();
