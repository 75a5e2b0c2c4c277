-- Addresses, as contract/email.ts has them; contract/validation-vectors.ts is what both are tested with.

create function private.tidy_email(email text) returns text
language sql immutable
-- Lower case of ASCII only: what the database's own language does to I is no business of an address.
return lower(private.tidy_name(email) collate "C");
comment on function private.tidy_email(text) is 'An address trimmed and in lower case.';

create function private.address_fault(email text) returns text
language sql immutable
return case
  when email = '' then 'Email is required'
  when lower(email collate "C") !~ (
    '^[a-z0-9!#$%&''*+/=?^_`|~-]([a-z0-9.!#$%&''*+/=?^_`|~-]*[a-z0-9!#$%&''*+/=?^_`|~-])?'
    '@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$'
  ) then 'Invalid email format'
  when char_length(email) > 254 then 'Email too long'
end;
comment on function private.address_fault(text) is
  'The first validation message that an address gets that mail shall be sent to; null for a good one.';

create function private.email_fault(email text) returns text
language sql immutable
return coalesce(
  private.address_fault(email),
  case
    when lower(email collate "C") ~ '[@.](tempmail\.org|10minutemail\.com|guerrillamail\.com)$'
      then 'Email domain not allowed'
  end
);
comment on function private.email_fault(text) is
  'The first validation message that an address gets that wants to sign up; null for a good one.';
