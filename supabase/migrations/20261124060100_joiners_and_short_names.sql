-- Names in every script, as contract/name.ts and contract/screening.ts have them: the zero-width joiners that some scripts are
-- written with, and one or two letters of any alphabet, not only of the Latin one.

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

create or replace function private.has_only_name_characters(name text) returns boolean
language sql immutable
return not exists (
  select
  from unnest(string_to_array(private.without_joiners(name), null)) as character
  where character not in (' ', '-', '''', '’', '.') and not ascii(character) <@ private.letters()
);
comment on function private.has_only_name_characters(text) is
  'Whether a name has only letters and marks of any script, joiners where a script needs them, spaces, hyphens, both apostrophes and periods.';

create function private.has_too_few_letters(name text) returns boolean
language sql immutable
return char_length(private.without_joiners(name)) between 1 and 2
  and name !~ '[ .''’-]'
  and name !~ '[\u1100-\u167F\u18B0-\u18FF\u2D80-\u2DDF\u2E80-\uA4CF\uA500-\uA63F\uA960-\uA97F\uAB00-\uAB2F\uAB70-\uABBF\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00011AB0-\U00011ABF\U00016FE0-\U0001B16F\U0001E7E0-\U0001E7FF\U00020000-\U0003FFFF]'
  and private.has_only_name_characters(name);
comment on function private.has_too_few_letters(text) is
  'Whether a name is one or two letters of an alphabet and nothing else. Characters that are words or syllables are no letters.';

-- Only a name of so few characters, with a joiner between each two of them, goes to the dearer question.
create or replace function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select char_length(name) <= 3 and private.has_too_few_letters(name)
    or lower(name collate "C") ~ 'test|fake|spam|bot' and private.has_suspicious_word(lower(name collate "C"))
    or regexp_count(name, '[0-9]') >= 5
    or lower(name) ~ '(.)\1{4}'
$$;
