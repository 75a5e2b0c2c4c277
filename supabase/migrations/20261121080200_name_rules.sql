-- Names, as contract/name.ts has them; contract/validation-vectors.ts is what both are tested with.
-- Written as RETURN, which is read once, now: constraints run with the rights of whoever inserts, and they may not look
-- into this schema to find one function from another.

create function private.tidy_name(name text) returns text
language sql immutable
-- Every kind of space (\p{Zs}) becomes a plain one; the rest of what JavaScript trims goes at the ends.
return btrim(
  translate(
    normalize(name, nfc),
    U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000',
    repeat(' ', 16)
  ),
  U&' \0009\000A\000B\000C\000D\FEFF\2028\2029'
);
comment on function private.tidy_name(text) is 'A name in NFC, with plain spaces, trimmed.';

create function private.has_only_name_characters(name text) returns boolean
language sql immutable
-- Most names are through with the first line, which costs a tenth.
return name ~ '^[A-Za-z .''’-]*$' or not exists (
  select
  from unnest(string_to_array(name, null)) as character
  where character not in (' ', '-', '''', '’', '.') and not ascii(character) <@ private.letters()
);
comment on function private.has_only_name_characters(text) is
  'Whether a name has only letters and marks of any script, spaces, hyphens, both apostrophes and periods.';

create function private.name_fault(name text) returns text
language sql immutable
return case
  when name = '' then 'Name is required'
  when char_length(name) > 100 then 'Name too long'
  when not private.has_only_name_characters(name) then 'Name contains invalid characters'
  when lower(name collate "C") ~ 'script|javascript|vbscript|onload|onerror|<[^>]*>|[{}]|eval\(|function\('
    then 'Name contains suspicious content'
end;
comment on function private.name_fault(text) is 'The first validation message that a tidied name gets; null for a good one.';
