-- Normalisation and validation of names and email addresses. contract/name.ts and contract/email.ts implement the same rules for the
-- browser; contract/validation-vectors.ts holds the test cases for both implementations.
--
-- On insert and update, the triggers of a table normalise its values with tidy_name and tidy_email and get the validation message from
-- name_fault and email_fault; the constraints of the table call is_name, is_signup_email and is_address.
--
-- Most validation rules are functions of a single expression, because PostgreSQL can inline these into the calling query. It cannot inline
-- a function that contains a query, so such a function is called only for the few values that a cheap expression before it does not decide.
-- A RETURN body is parsed when its function is created. This is necessary because a constraint runs with the privileges of the inserting
-- role, which cannot look up names in this schema.

create function private.tidy_name(name text) returns text
language sql immutable
return case
  -- ASCII: NFC does not change it, and it contains none of the spaces that are replaced below.
  when octet_length(name) = char_length(name) then left(btrim(name, U&' \0009\000A\000B\000C\000D'), 401)
  else normalize(
    left(
      btrim(
        translate(name, U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000', repeat(' ', 16)),
        U&' \0009\000A\000B\000C\000D\FEFF\2028\2029'
      ),
      401
    ),
    nfc
  )
end;
comment on function private.tidy_name(text) is 'Returns a name trimmed, truncated to 401 characters, in NFC, and with plain spaces.';

create function private.without_joiners(name text) returns text
language sql immutable
return regexp_replace(
  name,
  '(?<=[\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])[\u200C\u200D](?=[\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])',
  '',
  'g'
);
comment on function private.without_joiners(text) is
  'Returns a name without the zero-width joiners and non-joiners that stand between two letters of a script that needs them.';

create function private.has_only_name_characters(name text) returns boolean
language sql immutable
return not exists (
  select
  from unnest(string_to_array(private.without_joiners(name), null)) as character
  where character not in (' ', '-', '''', '’', '.') and not ascii(character) <@ private.letters()
);
comment on function private.has_only_name_characters(text) is
  'Returns whether a name has only letters and marks of any script, joiners where a script needs them, spaces, hyphens, both apostrophes and periods.';

create function private.name_fault(name text) returns text
language sql immutable
return case
  when name = '' then 'Name is required'
  when char_length(name) > 100 then 'Name too long'
  when name !~ '^[A-Za-z .''’-]*$' and not private.has_only_name_characters(name) then 'Name contains invalid characters'
  when lower(name collate "C") ~ 'script|javascript|vbscript|onload|onerror|<[^>]*>|[{}]|eval\(|function\('
    then 'Name contains suspicious content'
end;
comment on function private.name_fault(text) is
  'Returns the first validation message for a normalised name, or null when the name is valid.';

create function private.tidy_email(email text) returns text
language sql immutable
-- The C collation lower-cases only ASCII letters. The locale of the database could map I to another letter, as the Turkish locale does.
return lower(private.tidy_name(email) collate "C");
comment on function private.tidy_email(text) is 'Returns an address trimmed and in lower case.';

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
  'Returns the first validation message for an address that mail is sent to, or null when the address is valid.';

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
  'Returns the first validation message for the address of a sign-up, or null when the address is valid.';

-- The constraints of tables call the three functions below. They are PL/pgSQL because a connection caches the plan of a PL/pgSQL
-- expression, whereas the expression of a constraint is planned again by every statement (a tenth of the time of a sign-up). They are
-- security definer because a constraint runs with the privileges of the inserting role, which has no privileges in this schema.
create function private.is_name(name text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.name_fault(name) is null;
end
$$;
comment on function private.is_name(text) is 'Returns whether a name is valid and may be stored.';

create function private.is_signup_email(email text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.email_fault(email) is null and email = lower(email collate "C");
end
$$;
comment on function private.is_signup_email(text) is
  'Returns whether an address is valid and in lower case, so that it may be stored with a sign-up.';

create function private.is_address(email text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.address_fault(email) is null;
end
$$;
comment on function private.is_address(text) is 'Returns whether mail can be sent to an address.';
