-- Lets an erasure find the accounts with a pending change to the erased address without downloading all accounts.

create function public.find_address_changes(email text) returns setof uuid
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
begin
  return query select u.id from auth.users u where lower(u.email_change) = address;
end
$$;
comment on function public.find_address_changes(text) is
  'Returns the ids of the accounts with a pending change of their address to this one. An erasure cancels these changes, because the address belongs to the erased person.';

revoke all on function public.find_address_changes(text) from public, anon, authenticated;
grant execute on function public.find_address_changes(text) to service_role;
