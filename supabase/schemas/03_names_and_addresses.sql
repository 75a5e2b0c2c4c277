-- Normalisation and validation of names and email addresses. contract/text.ts, contract/name.ts and contract/email.ts implement the same
-- rules for the browser and the functions; contract/validation-vectors.ts holds the test cases for both implementations. Internationalised
-- domains are the exception: the browser and the functions convert them to ASCII, and the database refuses an address that is not ASCII.
--
-- On insert and update, the triggers of a table normalise its values with tidy_name and tidy_email and get the validation message from
-- name_fault and email_fault; the constraints of the table call is_name, is_signup_email and is_address.
--
-- Most validation rules are functions of a single expression, because PostgreSQL can inline these into the calling query. It cannot inline
-- a function that contains a query, so such a function is called only for the few values that a cheap expression before it does not decide.
-- A RETURN body is parsed when its function is created. This is necessary because a constraint runs with the privileges of the inserting
-- role, which cannot look up names in this schema.

-- contract/text.ts describes the characters in the next two functions.
create function private.without_stray_joiners(text text) returns text
language sql immutable
return case
  when text !~ '[\u200C\u200D\u180E]' then text
  else regexp_replace(
    regexp_replace(text, '([\u200C\u200D\u180E])[\u200C\u200D\u180E]+', '\1', 'g'),
    '(?<![\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])[\u200C\u200D\u180E]'
    '|(?<![\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D\u180E](?![\u0620-\u07FF\u0860-\u0DFF\u1000-\u109F\u1780-\u18AF])',
    '', 'g'
  )
end;
comment on function private.without_stray_joiners(text) is
  'Returns a text with zero-width joiners only between two letters of a script that needs them, and after a virama.';

create function private.visible_line(text text) returns text
language sql immutable
return case
  -- Printable ASCII with single spaces is such a line already.
  when text ~ '^[!-~]+( [!-~]+)*$' then text
  else btrim(
    regexp_replace(
      private.without_stray_joiners(
        regexp_replace(
          translate(
            text,
            U&'\0009\000A\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000', repeat(' ', 21)
          ),
          '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u200B\u200E\u200F\u202A-\u202E'
          '\u2060-\u206F\u3164\uFE0E\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E007F]',
          '', 'g'
        )
      ),
      ' +', ' ', 'g'
    ),
    ' '
  )
end;
comment on function private.visible_line(text) is
  'Returns a text as one line: each run of white space as one space, without invisible characters. Not in NFC.';

create function private.one_line(text text, most integer) returns text
language sql immutable
-- Truncates first, because normalising a run of combining marks takes quadratic time.
return normalize(left(private.visible_line(text), most), nfc);
comment on function private.one_line(text, integer) is
  'Returns a text as one visible line, truncated to a number of characters, in NFC.';

create function private.tidy_name(name text) returns text
language sql immutable
return case
  when name ~ '^[!-_a-~]+( [!-_a-~]+)*$' then left(name, 401)
  else translate(
    private.one_line(name, 401),
    U&'\2018\201B\2032\00B4`\055A\FF07\FF40' -- apostrophes, stored as ’
    '\058A\1806\2010\2011\2012\2013\2014\2015\2043\2212\FE58\FE63\FF0D' -- hyphens, stored as -
    '\2022\2027\2219\22C5\FF65\2024\FF0E', -- middle dots and periods, stored as ·, ・ and .
    '’’’’’’’’-------------····・..'
  )
end;
comment on function private.tidy_name(text) is
  'Returns a name on one visible line, truncated to 401 characters, in NFC, and with one spelling of apostrophes, hyphens, middle dots and periods.';

create function private.has_only_name_characters(name text) returns boolean
language sql immutable
return not exists (
  select
  from unnest(string_to_array(name, null)) as character
  where strpos(U&' -''’.·・゠\05BE\05F3\05F4\0970\200C\200D\180E', character) = 0 and not ascii(character) <@ private.letters()
);
comment on function private.has_only_name_characters(text) is
  'Returns whether a normalised name has only letters and marks of any script, joiners, spaces, hyphens, apostrophes and periods, and their counterparts in other scripts.';

create function private.has_name_part(name text, words text[]) returns boolean
language sql immutable
as $$
  select exists (
    select
    from regexp_split_to_table(lower(name collate "C"), '[\u0001-@[-`{-\u007F’·・゠\u05BE\u05F3\u05F4\u0970]+') as part
    where part = any (words)
  )
$$;
comment on function private.has_name_part(text, text[]) is
  'Returns whether one of the words is a whole word or part of a name, regardless of case. A word inside a surname does not count.';

create function private.name_fault(name text) returns text
language sql immutable
return case
  when name = '' then 'Name is required'
  when char_length(name) > 100 then 'Name too long'
  when name !~ '^[A-Za-z .''’-]*$' and not private.has_only_name_characters(name) then 'Name contains invalid characters'
  -- Tags, braces and calls have invalid characters.
  when lower(name collate "C") ~ 'script|onload|onerror'
    and private.has_name_part(name, '{script,javascript,vbscript,onload,onerror}')
    then 'Name contains suspicious content'
end;
comment on function private.name_fault(text) is
  'Returns the first validation message for a normalised name, or null when the name is valid.';

create function private.tidy_email(email text) returns text
language sql immutable
-- The C collation lower-cases only ASCII letters. The locale of the database could map I to another letter, as the Turkish locale does. For
-- the same reason, the address is not converted to NFC, which maps the Kelvin sign to K.
return lower(left(private.visible_line(email), 401) collate "C");
comment on function private.tidy_email(text) is
  'Returns an address without spaces around it and invisible characters, truncated to 401 characters, in lower case.';

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
