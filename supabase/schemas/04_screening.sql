-- Bot screening of free sign-ups. contract/screening.ts implements the same rules; contract/screening-vectors.ts holds the test cases for
-- both implementations. The triggers that accept or refuse sign-ups call these functions (10_signup_guard.sql). buyer_flag
-- (11_payments.sql) calls those for names and e-mail addresses to flag suspicious buyers, who are never refused.

create function private.is_suspicious_user_agent(user_agent text) returns boolean
language sql immutable
as $$
  select lower(user_agent collate "C") ~ 'bot|crawler|spider|scraper|curl|wget|python|java'
$$;
comment on function private.is_suspicious_user_agent(text) is 'Returns whether a User-Agent header is that of a bot or script.';

create function private.is_suspicious_email(email text) returns boolean
language sql immutable
as $$
  select lower(email collate "C") ~ '^[a-z]{1,2}@|\+.*\+|\.\.|^(test|temp|fake)([^a-z]|$)'
$$;
comment on function private.is_suspicious_email(text) is
  'Returns whether an address looks made up: 1-2 letters before the @, two plus signs, consecutive dots, or test, temp or fake as its first word.';

create function private.has_too_few_letters(name text) returns boolean
language sql immutable
return char_length(translate(name, U&'\200C\200D\180E', '')) between 1 and 2
  and name !~ '[ .''’·・゠\u05BE\u05F3\u05F4\u0970-]'
  and name !~ '[\u1100-\u167F\u18B0-\u18FF\u2D80-\u2DDF\u2E80-\uA4CF\uA500-\uA63F\uA960-\uA97F\uAB00-\uAB2F\uAB70-\uABBF\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00011AB0-\U00011ABF\U00016FE0-\U0001B16F\U0001E7E0-\U0001E7FF\U00020000-\U0003FFFF]'
  and private.has_only_name_characters(name);
comment on function private.has_too_few_letters(text) is
  'Returns whether a name is only one or two letters of an alphabet. Characters that stand for a word or a syllable do not count as letters.';

-- has_too_few_letters is expensive, so it is called only for names of at most four characters: two letters, each with a joiner.
create function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select char_length(name) <= 4 and private.has_too_few_letters(name)
    or lower(name collate "C") ~ 'test|fake|spam|bot' and private.has_name_part(name, '{test,fake,spam,bot}')
    or regexp_count(name, '[0-9]') >= 5
    or lower(name collate "C") ~ '(.)\1{4}'
$$;
comment on function private.is_suspicious_name(text) is
  'Returns whether a name looks made up: only 1-2 letters, test, fake, spam or bot as a whole word or part, 5 digits, or one character 5 times in a row.';
