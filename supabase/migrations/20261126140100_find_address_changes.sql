-- An erasure finds the accounts that are changing their address to the erased one without reading all accounts.

create function public.find_address_changes(email text) returns setof uuid
language sql stable
security definer
set search_path = ''
as $$
  select u.id from auth.users u where lower(u.email_change) = private.tidy_email(find_address_changes.email)
$$;
comment on function public.find_address_changes(text) is
  'Returns the accounts with a pending change of their address to this address. An erasure cancels these changes, because the address belongs to the erased person.';

revoke all on function public.find_address_changes(text) from public, anon, authenticated;
grant execute on function public.find_address_changes(text) to service_role;
