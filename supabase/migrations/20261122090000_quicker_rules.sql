-- The same rules in a shape that costs less. PostgreSQL puts a function of one expression straight into the trigger that asks; one
-- with a query in it is called, row by row. So what nearly every name and address passes is an expression, and only what
-- looks odd goes to a query.

-- Putting marks in order takes time with the square of their number: 8,000 of them, half a second. A hundred characters are
-- written with four hundred at most, so what is longer is too long however it is put.
create or replace function private.tidy_name(name text) returns text
language sql immutable
return normalize(
  left(
    btrim(
      translate(name, U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000', repeat(' ', 16)),
      U&' \0009\000A\000B\000C\000D\FEFF\2028\2029'
    ),
    401
  ),
  nfc
);
comment on function private.tidy_name(text) is 'A name in NFC, with plain spaces, trimmed; of more than 401 characters only those.';

create or replace function private.name_fault(name text) returns text
language sql immutable
return case
  when name = '' then 'Name is required'
  when char_length(name) > 100 then 'Name too long'
  when name !~ '^[A-Za-z .''’-]*$' and not private.has_only_name_characters(name) then 'Name contains invalid characters'
  when lower(name collate "C") ~ 'script|javascript|vbscript|onload|onerror|<[^>]*>|[{}]|eval\(|function\('
    then 'Name contains suspicious content'
end;

create or replace function private.has_only_name_characters(name text) returns boolean
language sql immutable
return not exists (
  select
  from unnest(string_to_array(name, null)) as character
  where character not in (' ', '-', '''', '’', '.') and not ascii(character) <@ private.letters()
);

create or replace function private.is_suspicious_email(email text) returns boolean
language sql immutable
as $$
  -- A passing surname at the start is letters only: it can hide nothing but a start of test, temp or fake.
  select lower(email collate "C") ~ '^[a-z]{1,2}@|\+.*\+|\.\.'
    or lower(email collate "C") ~ '^(test|temp|fake)'
      and substring(lower(email collate "C") from '^[a-z]*') <> all (private.passing_surnames())
$$;

create function private.has_suspicious_word(lowered text) returns boolean
language sql immutable
as $$
  select exists (
    select
    from regexp_split_to_table(lowered, '[ \-''’.]+') as word
    where word ~ 'test|fake|spam|bot' and word <> all (private.passing_surnames())
  )
$$;
comment on function private.has_suspicious_word(text) is
  'Whether a name in lower case has a word with test, fake, spam or bot in it that is no passing surname.';

create or replace function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select lower(name collate "C") ~ '^[a-z]{1,2}$'
    or lower(name collate "C") ~ 'test|fake|spam|bot' and private.has_suspicious_word(lower(name collate "C"))
    or regexp_count(name, '[0-9]') >= 5
    or lower(name) ~ '(.)\1{4}'
$$;
