-- As 090400, for the outbox. A file of its own: a transaction that holds both tables could wait for one that erases a person.

create function private.is_address(email text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.address_fault(email) is null;
end
$$;
comment on function private.is_address(text) is 'Whether mail can be sent to an address.';

alter table public.mail_outbox
  drop constraint mail_outbox_recipient_check,
  add constraint mail_outbox_recipient_check check (private.is_address(recipient)) not valid;
