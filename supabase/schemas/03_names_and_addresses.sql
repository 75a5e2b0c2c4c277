-- Normalisation and validation of names and email addresses. contract/name.ts and contract/email.ts implement the same rules for the
-- browser; contract/validation-vectors.ts holds the cases that both are tested with.
--
-- When a row comes in: the triggers of a table normalise its values with tidy_name and tidy_email and take the message of a refusal from
-- name_fault and email_fault; the constraints of the table call is_name, is_signup_email and is_address.
--
-- Rules are single expressions, which PostgreSQL makes part of the calling query. A function that contains a query is called row by
-- row, so the query runs only for the few values that the cheap expression in front of it does not settle. Functions written with RETURN are
-- parsed when they are created: a constraint runs with the rights of the role that inserts, which may not look up names in this schema.

create function private.tidy_name(name text) returns text
language sql immutable
return case
  -- Of one byte each: none of them has another form, and none is a space that is not one of ASCII.
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
comment on function private.tidy_name(text) is 'A name in NFC, with plain spaces, trimmed; of more than 401 characters only those.';

create function private.without_joiners(name text) returns text
language sql immutable
return regexp_replace(
  name,
  '(?<=[\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])[\u200C\u200D](?=[\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])',
  '',
  'g'
);
comment on function private.without_joiners(text) is
  'A name without the zero-width joiners and non-joiners that stand between two letters of a script that needs them.';

create function private.has_only_name_characters(name text) returns boolean
language sql immutable
return not exists (
  select
  from unnest(string_to_array(private.without_joiners(name), null)) as character
  where character not in (' ', '-', '''', '’', '.') and not ascii(character) <@ private.letters()
);
comment on function private.has_only_name_characters(text) is
  'Whether a name has only letters and marks of any script, joiners where a script needs them, spaces, hyphens, both apostrophes and periods.';

create function private.name_fault(name text) returns text
language sql immutable
return case
  when name = '' then 'Name is required'
  when char_length(name) > 100 then 'Name too long'
  when name !~ '^[A-Za-z .''’-]*$' and not private.has_only_name_characters(name) then 'Name contains invalid characters'
  when lower(name collate "C") ~ 'script|javascript|vbscript|onload|onerror|<[^>]*>|[{}]|eval\(|function\('
    then 'Name contains suspicious content'
end;
comment on function private.name_fault(text) is 'The first validation message that a tidied name gets; null for a good one.';

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

-- The constraints call these. They are PL/pgSQL, because a connection caches the plan of a PL/pgSQL expression, whereas an expression in a
-- constraint is planned anew by every statement (a tenth of the time of a sign-up). They are security definer, because a constraint runs
-- with the rights of the role that inserts.
create function private.is_name(name text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.name_fault(name) is null;
end
$$;
comment on function private.is_name(text) is 'Whether a name may be stored.';

create function private.is_signup_email(email text) returns boolean
language plpgsql immutable
security definer
set search_path = ''
as $$
begin
  return private.email_fault(email) is null and email = lower(email collate "C");
end
$$;
comment on function private.is_signup_email(text) is 'Whether an address may be stored with a sign-up.';

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
