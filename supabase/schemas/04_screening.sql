-- Bot screening of free sign-ups. contract/screening.ts implements the same rules; contract/screening-vectors.ts holds the test cases for
-- both implementations. The triggers that accept or refuse sign-ups call these functions (10_signup_guard.sql). buyer_flag
-- (11_payments.sql) calls those for names and e-mail addresses to flag suspicious buyers, who are never refused.

create function private.passing_surnames() returns text[]
language sql immutable
as $$
  select array[
    'abbot', 'abbott', 'botelho', 'botello', 'botero', 'botha', 'botham', 'bothwell', 'botond', 'botsford', 'bott',
    'bottas', 'botticelli', 'botting', 'bottomley', 'bottoms', 'cabot', 'chabot', 'spampinato', 'talbot', 'talbott',
    'tempest', 'temple', 'templeton', 'testa', 'testaverde', 'testino', 'testoni'
  ]
$$;
comment on function private.passing_surnames() is
  'Returns surnames of real people that contain a word of the bot screening and are exempt from it: SCREENING_EXEMPT_SURNAMES of contract/screening.ts.';

create function private.is_suspicious_user_agent(user_agent text) returns boolean
language sql immutable
as $$
  select lower(user_agent collate "C") ~ 'bot|crawler|spider|scraper|curl|wget|python|java'
$$;
comment on function private.is_suspicious_user_agent(text) is 'Returns whether a User-Agent header is that of a bot or script.';

create function private.is_suspicious_email(email text) returns boolean
language sql immutable
as $$
  -- A listed surname is exempt only from the check of the prefixes test, temp and fake; the other checks still apply to it.
  select lower(email collate "C") ~ '^[a-z]{1,2}@|\+.*\+|\.\.'
    or lower(email collate "C") ~ '^(test|temp|fake)'
      and substring(lower(email collate "C") from '^[a-z]*') <> all (private.passing_surnames())
$$;
comment on function private.is_suspicious_email(text) is
  'Returns whether an address looks made up: 1-2 letters before the @, two plus signs, consecutive dots, or the prefix test, temp or fake.';

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
  'Returns whether a name in lower case has a word that contains test, fake, spam or bot and is not an exempt surname.';

create function private.has_too_few_letters(name text) returns boolean
language sql immutable
return char_length(private.without_joiners(name)) between 1 and 2
  and name !~ '[ .''’-]'
  and name !~ '[\u1100-\u167F\u18B0-\u18FF\u2D80-\u2DDF\u2E80-\uA4CF\uA500-\uA63F\uA960-\uA97F\uAB00-\uAB2F\uAB70-\uABBF\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00011AB0-\U00011ABF\U00016FE0-\U0001B16F\U0001E7E0-\U0001E7FF\U00020000-\U0003FFFF]'
  and private.has_only_name_characters(name);
comment on function private.has_too_few_letters(text) is
  'Returns whether a name is only one or two letters of an alphabet. Characters that stand for a word or a syllable do not count as letters.';

-- has_too_few_letters is expensive, so it is called only for names of at most three characters: two letters and a joiner.
create function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select char_length(name) <= 3 and private.has_too_few_letters(name)
    or lower(name collate "C") ~ 'test|fake|spam|bot' and private.has_suspicious_word(lower(name collate "C"))
    or regexp_count(name, '[0-9]') >= 5
    or lower(name) ~ '(.)\1{4}'
$$;
comment on function private.is_suspicious_name(text) is
  'Returns whether a name looks made up: only 1-2 letters, a word with test, fake, spam or bot, 5 digits, or one character 5 times in a row.';
