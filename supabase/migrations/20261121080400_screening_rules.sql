-- The bot screening, as contract/screening.ts has it; contract/screening-vectors.ts is what both are tested with.

create function private.passing_surnames() returns text[]
language sql immutable
as $$
  select array[
    'abbot', 'abbott', 'botelho', 'botello', 'botero', 'botha', 'botham', 'bothwell', 'botond', 'botsford', 'bott',
    'bottas', 'botticelli', 'botting', 'bottomley', 'bottoms', 'cabot', 'chabot', 'spampinato', 'talbot', 'talbott',
    'tempest', 'temple', 'templeton', 'testa', 'testaverde', 'testino', 'testoni'
  ]
$$;
comment on function private.passing_surnames() is 'Names of real people that hold a word of the screening: PASSING_SURNAMES.';

create function private.is_suspicious_user_agent(user_agent text) returns boolean
language sql immutable
as $$
  select lower(user_agent collate "C") ~ 'bot|crawler|spider|scraper|curl|wget|python|java'
$$;
comment on function private.is_suspicious_user_agent(text) is 'Whether a browser''s own description is that of a program.';

create function private.is_suspicious_email(email text) returns boolean
language sql immutable
as $$
  select case when first_word = any (private.passing_surnames()) then substr(address, char_length(first_word) + 1) else address end
    ~ '^[a-z]{1,2}@|\+.*\+|\.\.|^(test|temp|fake)'
  from (select lower(email collate "C")) as lowered (address),
    lateral (select substring(address from '^[a-z]*')) as start (first_word)
$$;
comment on function private.is_suspicious_email(text) is
  'Whether an address looks made up: 1-2 letters before the @, two plus signs, repeated dots, a start of test, temp or fake.';

create function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select
    lowered ~ '^[a-z]{1,2}$'
    or exists (
      select
      from regexp_split_to_table(lowered, '[ \-''’.]+') as word
      where word ~ 'test|fake|spam|bot' and word <> all (private.passing_surnames())
    )
    or regexp_count(lowered, '[0-9]') >= 5
    or lower(name) ~ '(.)\1{4}'
  from lower(name collate "C") as lowered
$$;
comment on function private.is_suspicious_name(text) is
  'Whether a name looks made up: 1-2 letters only, test, fake, spam or bot in it, 5 digits, one character 5 times in a row.';
