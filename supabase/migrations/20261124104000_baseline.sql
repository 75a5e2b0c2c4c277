-- The baseline: the files of supabase/schemas, in their order, as they were when this file was made. It does not change any more; later files
-- bring a database to what supabase/schemas says now. The version is that of the last of the files that it replaces, so a
-- database that was made with all of those files counts as having it (backend/src/database/migrate.ts).

-- The schema private: functions, counters and secrets that no API client can reach. It is not exposed by the data API, and no API role
-- has a right in it. Tables in it have row security without policies as a second barrier.

create schema private;
comment on schema private is 'Rules, counters and secrets of the site. Not exposed; no role of the data API has a right here.';
revoke all on schema private from public, anon, authenticated, service_role;

-- Which characters a name may consist of, as data, so that every database draws the line where JavaScript draws it.
-- Generated: npm run --silent letters-sql > supabase/schemas/02_letters.sql

create function private.letters() returns int4multirange
language sql immutable
return '{
[65,91),[97,123),[170,171),[181,182),[186,187),[192,215),[216,247),[248,706),[710,722),[736,741),[748,749),[750,751),
[768,885),[886,888),[890,894),[895,896),[902,903),[904,907),[908,909),[910,930),[931,1014),[1015,1154),[1155,1328),[1329,1367),
[1369,1370),[1376,1417),[1425,1470),[1471,1472),[1473,1475),[1476,1478),[1479,1480),[1488,1515),[1519,1523),[1552,1563),[1568,1632),[1646,1748),
[1749,1757),[1759,1769),[1770,1776),[1786,1789),[1791,1792),[1808,1867),[1869,1970),[1994,2038),[2042,2043),[2045,2046),[2048,2094),[2112,2140),
[2144,2155),[2160,2184),[2185,2192),[2199,2274),[2275,2404),[2417,2436),[2437,2445),[2447,2449),[2451,2473),[2474,2481),[2482,2483),[2486,2490),
[2492,2501),[2503,2505),[2507,2511),[2519,2520),[2524,2526),[2527,2532),[2544,2546),[2556,2557),[2558,2559),[2561,2564),[2565,2571),[2575,2577),
[2579,2601),[2602,2609),[2610,2612),[2613,2615),[2616,2618),[2620,2621),[2622,2627),[2631,2633),[2635,2638),[2641,2642),[2649,2653),[2654,2655),
[2672,2678),[2689,2692),[2693,2702),[2703,2706),[2707,2729),[2730,2737),[2738,2740),[2741,2746),[2748,2758),[2759,2762),[2763,2766),[2768,2769),
[2784,2788),[2809,2816),[2817,2820),[2821,2829),[2831,2833),[2835,2857),[2858,2865),[2866,2868),[2869,2874),[2876,2885),[2887,2889),[2891,2894),
[2901,2904),[2908,2910),[2911,2916),[2929,2930),[2946,2948),[2949,2955),[2958,2961),[2962,2966),[2969,2971),[2972,2973),[2974,2976),[2979,2981),
[2984,2987),[2990,3002),[3006,3011),[3014,3017),[3018,3022),[3024,3025),[3031,3032),[3072,3085),[3086,3089),[3090,3113),[3114,3130),[3132,3141),
[3142,3145),[3146,3150),[3157,3159),[3160,3163),[3164,3166),[3168,3172),[3200,3204),[3205,3213),[3214,3217),[3218,3241),[3242,3252),[3253,3258),
[3260,3269),[3270,3273),[3274,3278),[3285,3287),[3292,3295),[3296,3300),[3313,3316),[3328,3341),[3342,3345),[3346,3397),[3398,3401),[3402,3407),
[3412,3416),[3423,3428),[3450,3456),[3457,3460),[3461,3479),[3482,3506),[3507,3516),[3517,3518),[3520,3527),[3530,3531),[3535,3541),[3542,3543),
[3544,3552),[3570,3572),[3585,3643),[3648,3663),[3713,3715),[3716,3717),[3718,3723),[3724,3748),[3749,3750),[3751,3774),[3776,3781),[3782,3783),
[3784,3791),[3804,3808),[3840,3841),[3864,3866),[3893,3894),[3895,3896),[3897,3898),[3902,3912),[3913,3949),[3953,3973),[3974,3992),[3993,4029),
[4038,4039),[4096,4160),[4176,4240),[4250,4254),[4256,4294),[4295,4296),[4301,4302),[4304,4347),[4348,4681),[4682,4686),[4688,4695),[4696,4697),
[4698,4702),[4704,4745),[4746,4750),[4752,4785),[4786,4790),[4792,4799),[4800,4801),[4802,4806),[4808,4823),[4824,4881),[4882,4886),[4888,4955),
[4957,4960),[4992,5008),[5024,5110),[5112,5118),[5121,5741),[5743,5760),[5761,5787),[5792,5867),[5873,5881),[5888,5910),[5919,5941),[5952,5972),
[5984,5997),[5998,6001),[6002,6004),[6016,6100),[6103,6104),[6108,6110),[6155,6158),[6159,6160),[6176,6265),[6272,6315),[6320,6390),[6400,6431),
[6432,6444),[6448,6460),[6480,6510),[6512,6517),[6528,6572),[6576,6602),[6656,6684),[6688,6751),[6752,6781),[6783,6784),[6823,6824),[6832,6878),
[6880,6892),[6912,6989),[7019,7028),[7040,7088),[7098,7156),[7168,7224),[7245,7248),[7258,7294),[7296,7307),[7312,7355),[7357,7360),[7376,7379),
[7380,7419),[7424,7958),[7960,7966),[7968,8006),[8008,8014),[8016,8024),[8025,8026),[8027,8028),[8029,8030),[8031,8062),[8064,8117),[8118,8125),
[8126,8127),[8130,8133),[8134,8141),[8144,8148),[8150,8156),[8160,8173),[8178,8181),[8182,8189),[8305,8306),[8319,8320),[8336,8349),[8400,8433),
[8450,8451),[8455,8456),[8458,8468),[8469,8470),[8473,8478),[8484,8485),[8486,8487),[8488,8489),[8490,8494),[8495,8506),[8508,8512),[8517,8522),
[8526,8527),[8579,8581),[11264,11493),[11499,11508),[11520,11558),[11559,11560),[11565,11566),[11568,11624),[11631,11632),[11647,11671),[11680,11687),[11688,11695),
[11696,11703),[11704,11711),[11712,11719),[11720,11727),[11728,11735),[11736,11743),[11744,11776),[11823,11824),[12293,12295),[12330,12336),[12337,12342),[12347,12349),
[12353,12439),[12441,12443),[12445,12448),[12449,12539),[12540,12544),[12549,12592),[12593,12687),[12704,12736),[12784,12800),[13312,19904),[19968,42125),[42192,42238),
[42240,42509),[42512,42528),[42538,42540),[42560,42611),[42612,42622),[42623,42726),[42736,42738),[42775,42784),[42786,42889),[42891,42973),[42993,43048),[43052,43053),
[43072,43124),[43136,43206),[43232,43256),[43259,43260),[43261,43264),[43274,43310),[43312,43348),[43360,43389),[43392,43457),[43471,43472),[43488,43504),[43514,43519),
[43520,43575),[43584,43598),[43616,43639),[43642,43715),[43739,43742),[43744,43760),[43762,43767),[43777,43783),[43785,43791),[43793,43799),[43808,43815),[43816,43823),
[43824,43867),[43868,43882),[43888,44011),[44012,44014),[44032,55204),[55216,55239),[55243,55292),[63744,64110),[64112,64218),[64256,64263),[64275,64280),[64285,64297),
[64298,64311),[64312,64317),[64318,64319),[64320,64322),[64323,64325),[64326,64434),[64467,64830),[64848,64912),[64914,64968),[65008,65020),[65024,65040),[65056,65072),
[65136,65141),[65142,65277),[65313,65339),[65345,65371),[65382,65471),[65474,65480),[65482,65488),[65490,65496),[65498,65501),[65536,65548),[65549,65575),[65576,65595),
[65596,65598),[65599,65614),[65616,65630),[65664,65787),[66045,66046),[66176,66205),[66208,66257),[66272,66273),[66304,66336),[66349,66369),[66370,66378),[66384,66427),
[66432,66462),[66464,66500),[66504,66512),[66560,66718),[66736,66772),[66776,66812),[66816,66856),[66864,66916),[66928,66939),[66940,66955),[66956,66963),[66964,66966),
[66967,66978),[66979,66994),[66995,67002),[67003,67005),[67008,67060),[67072,67383),[67392,67414),[67424,67432),[67456,67462),[67463,67505),[67506,67515),[67584,67590),
[67592,67593),[67594,67638),[67639,67641),[67644,67645),[67647,67670),[67680,67703),[67712,67743),[67808,67827),[67828,67830),[67840,67862),[67872,67898),[67904,67930),
[67968,68024),[68030,68032),[68096,68100),[68101,68103),[68108,68116),[68117,68120),[68121,68150),[68152,68155),[68159,68160),[68192,68221),[68224,68253),[68288,68296),
[68297,68327),[68352,68406),[68416,68438),[68448,68467),[68480,68498),[68608,68681),[68736,68787),[68800,68851),[68864,68904),[68938,68966),[68969,68974),[68975,68998),
[69248,69290),[69291,69293),[69296,69298),[69314,69320),[69370,69405),[69415,69416),[69424,69457),[69488,69510),[69552,69573),[69600,69623),[69632,69703),[69744,69750),
[69759,69819),[69826,69827),[69840,69865),[69888,69941),[69956,69960),[69968,70004),[70006,70007),[70016,70085),[70089,70093),[70094,70096),[70106,70107),[70108,70109),
[70144,70162),[70163,70200),[70206,70210),[70272,70279),[70280,70281),[70282,70286),[70287,70302),[70303,70313),[70320,70379),[70400,70404),[70405,70413),[70415,70417),
[70419,70441),[70442,70449),[70450,70452),[70453,70458),[70459,70469),[70471,70473),[70475,70478),[70480,70481),[70487,70488),[70493,70500),[70502,70509),[70512,70517),
[70528,70538),[70539,70540),[70542,70543),[70544,70582),[70583,70593),[70594,70595),[70597,70598),[70599,70603),[70604,70612),[70625,70627),[70656,70731),[70750,70754),
[70784,70854),[70855,70856),[71040,71094),[71096,71105),[71128,71134),[71168,71233),[71236,71237),[71296,71353),[71424,71451),[71453,71468),[71488,71495),[71680,71739),
[71840,71904),[71935,71943),[71945,71946),[71948,71956),[71957,71959),[71960,71990),[71991,71993),[71995,72004),[72096,72104),[72106,72152),[72154,72162),[72163,72165),
[72192,72255),[72263,72264),[72272,72346),[72349,72350),[72368,72441),[72544,72552),[72640,72673),[72704,72713),[72714,72759),[72760,72769),[72818,72848),[72850,72872),
[72873,72887),[72960,72967),[72968,72970),[72971,73015),[73018,73019),[73020,73022),[73023,73032),[73056,73062),[73063,73065),[73066,73103),[73104,73106),[73107,73113),
[73136,73180),[73440,73463),[73472,73489),[73490,73531),[73534,73539),[73562,73563),[73648,73649),[73728,74650),[74880,75076),[77712,77809),[77824,78896),[78912,78934),
[78944,82939),[82944,83527),[90368,90416),[92160,92729),[92736,92767),[92784,92863),[92880,92910),[92912,92917),[92928,92983),[92992,92996),[93027,93048),[93053,93072),
[93504,93549),[93760,93824),[93856,93881),[93883,93908),[93952,94027),[94031,94088),[94095,94112),[94176,94178),[94179,94181),[94192,94196),[94208,101590),[101631,101663),
[101760,101875),[110576,110580),[110581,110588),[110589,110591),[110592,110883),[110898,110899),[110928,110931),[110933,110934),[110948,110952),[110960,111356),[113664,113771),[113776,113789),
[113792,113801),[113808,113818),[113821,113823),[118528,118574),[118576,118599),[119141,119146),[119149,119155),[119163,119171),[119173,119180),[119210,119214),[119362,119365),[119808,119893),
[119894,119965),[119966,119968),[119970,119971),[119973,119975),[119977,119981),[119982,119994),[119995,119996),[119997,120004),[120005,120070),[120071,120075),[120077,120085),[120086,120093),
[120094,120122),[120123,120127),[120128,120133),[120134,120135),[120138,120145),[120146,120486),[120488,120513),[120514,120539),[120540,120571),[120572,120597),[120598,120629),[120630,120655),
[120656,120687),[120688,120713),[120714,120745),[120746,120771),[120772,120780),[121344,121399),[121403,121453),[121461,121462),[121476,121477),[121499,121504),[121505,121520),[122624,122655),
[122661,122667),[122880,122887),[122888,122905),[122907,122914),[122915,122917),[122918,122923),[122928,122990),[123023,123024),[123136,123181),[123184,123198),[123214,123215),[123536,123567),
[123584,123632),[124112,124144),[124368,124401),[124608,124639),[124640,124662),[124670,124672),[124896,124903),[124904,124908),[124909,124911),[124912,124927),[124928,125125),[125136,125143),
[125184,125260),[126464,126468),[126469,126496),[126497,126499),[126500,126501),[126503,126504),[126505,126515),[126516,126520),[126521,126522),[126523,126524),[126530,126531),[126535,126536),
[126537,126538),[126539,126540),[126541,126544),[126545,126547),[126548,126549),[126551,126552),[126553,126554),[126555,126556),[126557,126558),[126559,126560),[126561,126563),[126564,126565),
[126567,126571),[126572,126579),[126580,126584),[126585,126589),[126590,126591),[126592,126602),[126603,126620),[126625,126628),[126629,126634),[126635,126652),[131072,173792),[173824,178206),
[178208,183982),[183984,191457),[191472,192094),[194560,195102),[196608,201547),[201552,210042),[917760,918000)
}'::int4multirange;
comment on function private.letters() is
  'Code points of Unicode 17.0 that match [\p{L}\p{M}]: what may stand in a name. Made by tools/letters-sql.ts.';

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

-- Bot screening of free sign-ups. contract/screening.ts implements the same rules; contract/screening-vectors.ts holds the cases that both
-- are tested with. Called by the guard of sign-ups (10_signup_guard.sql), and for buyers, who are never refused, by buyer_flag (11_payments.sql).

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
  -- A passing surname at the start is letters only: it can hide nothing but a start of test, temp or fake.
  select lower(email collate "C") ~ '^[a-z]{1,2}@|\+.*\+|\.\.'
    or lower(email collate "C") ~ '^(test|temp|fake)'
      and substring(lower(email collate "C") from '^[a-z]*') <> all (private.passing_surnames())
$$;
comment on function private.is_suspicious_email(text) is
  'Whether an address looks made up: 1-2 letters before the @, two plus signs, repeated dots, a start of test, temp or fake.';

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

create function private.has_too_few_letters(name text) returns boolean
language sql immutable
return char_length(private.without_joiners(name)) between 1 and 2
  and name !~ '[ .''’-]'
  and name !~ '[\u1100-\u167F\u18B0-\u18FF\u2D80-\u2DDF\u2E80-\uA4CF\uA500-\uA63F\uA960-\uA97F\uAB00-\uAB2F\uAB70-\uABBF\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFFDC\U00011AB0-\U00011ABF\U00016FE0-\U0001B16F\U0001E7E0-\U0001E7FF\U00020000-\U0003FFFF]'
  and private.has_only_name_characters(name);
comment on function private.has_too_few_letters(text) is
  'Whether a name is one or two letters of an alphabet and nothing else. Characters that are words or syllables are no letters.';

-- has_too_few_letters is expensive; only names of at most three characters, the third of which may be a joiner, can be one.
create function private.is_suspicious_name(name text) returns boolean
language sql immutable
as $$
  select char_length(name) <= 3 and private.has_too_few_letters(name)
    or lower(name collate "C") ~ 'test|fake|spam|bot' and private.has_suspicious_word(lower(name collate "C"))
    or regexp_count(name, '[0-9]') >= 5
    or lower(name) ~ '(.)\1{4}'
$$;
comment on function private.is_suspicious_name(text) is
  'Whether a name looks made up: 1-2 letters only, test, fake, spam or bot in it, 5 digits, one character 5 times in a row.';

-- Settings that operators change while the site runs, and the history of those changes.
--
-- When a row of app_settings changes: the constraint checks the value, app_settings_note_update sets updated_at, and app_settings_changed or
-- app_settings_added writes the change to setting_changes, with the reason that set_setting was given. A sign-up that takes a spot changes
-- a setting, too, but from within a trigger (12_spots.sql), and leaves no history. The publication sends the change to open pages.

create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value text not null,
  updated_at timestamptz not null default now(),
  constraint app_settings_value_check check (
    case
      when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'
      when key in ('count_down_spots', 'mail_paused') then value in ('true', 'false')
      else char_length(value) <= 1000
    end
  )
);
comment on table public.app_settings is 'Settings that operators change while the site runs.';
comment on constraint app_settings_value_check on public.app_settings is
  'Numbers are whole and not negative, switches are true or false.';

insert into public.app_settings (key, value) values
  ('early_access_spots', '10'),
  -- whether a sign-up lowers the spots by one
  ('count_down_spots', 'true'),
  -- while true, no mail is claimed
  ('mail_paused', 'false'),
  -- mails to the public per hour; mail to the team is not counted
  ('mail_per_hour', '1000');

alter table public.app_settings enable row level security;

create policy visitors_read_spots on public.app_settings for select to anon, authenticated
  using (key = 'early_access_spots');
comment on policy visitors_read_spots on public.app_settings is 'Visitors see how many spots remain and no other setting.';

create policy service_role_manages on public.app_settings to service_role using (true) with check (true);
comment on policy service_role_manages on public.app_settings is
  'For a host where service_role could not be given the right to pass row-level security.';

-- Pages subscribe to the number of spots. The primary key is all that their filter needs, so the replica identity stays the default.
alter publication supabase_realtime add table public.app_settings;

create function private.note_update() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.note_update() is 'Keeps updated_at true.';

create trigger app_settings_note_update before update on public.app_settings
  for each row execute function private.note_update();

create table public.setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  old_value text,
  new_value text,
  reason text check (char_length(reason) between 1 and 500),
  changed_at timestamptz not null default now()
);
comment on table public.setting_changes is 'Every change of a setting that an operator made, newest last. Written by a trigger.';
comment on column public.setting_changes.reason is 'Null: the setting was changed by a plain update, which gives none.';

create index setting_changes_key on public.setting_changes (key, id desc);

alter table public.setting_changes enable row level security;

create policy service_role_reads on public.setting_changes for select to service_role using (true);
comment on policy service_role_reads on public.setting_changes is 'Operators read the history; nobody rewrites it.';

create function private.note_setting_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.setting_changes (key, old_value, new_value, reason)
  values (
    coalesce(new.key, old.key), old.value, new.value,
    nullif(current_setting('app.change_reason', true), '')
  );
  return null;
end
$$;
comment on function private.note_setting_change() is 'Writes a change of a setting into its history.';

-- The trigger depth is 0 for an update by an operator and 1 within the trigger of a sign-up.
create trigger app_settings_changed after update on public.app_settings
  for each row when (old.value is distinct from new.value and pg_trigger_depth() < 1)
  execute function private.note_setting_change();

create trigger app_settings_added after insert or delete on public.app_settings
  for each row execute function private.note_setting_change();

create function public.set_setting(key text, value text, reason text) returns public.app_settings
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed public.app_settings;
begin
  if coalesce(btrim(reason), '') = '' or char_length(reason) > 500 then
    raise invalid_parameter_value using message = 'A reason of 1 to 500 characters is asked for.';
  end if;
  perform set_config('app.change_reason', btrim(reason), true);
  update public.app_settings s set value = set_setting.value where s.key = set_setting.key returning s.* into changed;
  -- Whatever else happens in this transaction has not this reason.
  perform set_config('app.change_reason', '', true);
  if changed.key is null then
    raise no_data_found using message = format('There is no setting %L.', key);
  end if;
  return changed;
end
$$;
comment on function public.set_setting(text, text, text) is
  'Changes a setting and keeps the reason beside it, both or neither. Refuses an unknown setting and an empty reason.';

-- Rate limits. Attempts are counted per network source and per address over 15 minutes, under a keyed hash, so that neither the table nor
-- a backup of it contains an address.
--
-- When a sign-up, payment, message or request for a welcome comes in: network_source returns where it came from, and count_attempt or
-- count_attempts adds it to private.attempts or returns false, in which case the caller refuses it with refuse_too_many. Attempts under one
-- key are serialised with an advisory lock; without it, twenty concurrent ones would all be the first. sweep_attempts deletes old attempts,
-- called at random by one attempt in fifty. 09_signup_limits.sql has what only sign-ups need.
--
-- Functions with `enable_seqscan = off`: a connection caches their plans. A plan made while the table was empty would scan all of it until
-- the next ANALYZE. `jit = off` belongs to it: PostgreSQL before 18 disables a scan by giving it an enormous cost, which triggers JIT
-- compilation (50 ms a statement) where the scan is used all the same, as for the one row of hash_keys.

create table private.hash_keys (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.hash_keys is 'Two random keys of 32 bytes, made by the database and known to nobody else.';

alter table private.hash_keys enable row level security;
insert into private.hash_keys (inner_key, outer_key) values (
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

create table private.attempts (
  key bytea not null,
  at timestamptz not null,
  count integer not null default 1,
  primary key (key, at)
);
comment on table private.attempts is 'Attempts of the last 15 minutes, by the keyed hash of an address or a source.';

alter table private.attempts enable row level security;
create index attempts_at on private.attempts (at);

create function private.keyed_hash(value text) returns bytea
language sql stable
as $$
  -- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
  select sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')))
  from private.hash_keys
$$;
comment on function private.keyed_hash(text) is 'A hash that cannot be made, or tried out, without this database''s keys.';

-- Stable and not immutable, because convert_to is only stable: otherwise PostgreSQL would not make it part of the calling query.
create function private.keyed_hash(value text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
-- HMAC's construction (two passes, two keys, each filling a block), so that no extension is needed.
return sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')));
comment on function private.keyed_hash(text, bytea, bytea) is 'A hash that cannot be made, or tried out, without both keys.';

create function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- Our own server says where a request came from.
  told constant text := nullif(current_setting('request.source', true), '');
begin
  if told is not null then
    return told;
  end if;
  -- A block that catches is a transaction within the transaction: only where it is needed.
  declare
    headers constant jsonb := nullif(current_setting('request.headers', true), '');
    header constant text := coalesce(nullif(current_setting('app.source_header', true), ''), 'cf-connecting-ip');
    address inet;
  begin
    -- Here and not above: an error of a declaration is not caught.
    address := btrim(headers ->> header);
    return case
      when address is null then 'unknown'
      when family(address) = 6 then network(set_masklen(address, 64))::text
      else host(address)
    end;
  exception
    when invalid_text_representation then
      return 'unknown';
  end;
end
$$;
comment on function private.network_source() is
  'The network that a request came from: an IPv4 address, or the /64 of an IPv6 one; ''unknown'', which all share, without a valid one. The header is app.source_header, by default that of Supabase''s edge.';

create function private.recent_attempts(key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  -- Compared as a pair: with the time alone, the index of all times would do, too, and look as good while there are few.
  where a.key = recent_attempts.key and (a.key, a.at) > (recent_attempts.key, now() - interval '15 minutes')
    -- What a clock that was ahead has counted, is not counted for as long as it was ahead.
    and a.at < now() + interval '15 minutes'
$$;
comment on function private.recent_attempts(bytea) is 'What limits look at: the attempts of a key in the last 15 minutes.';

create function private.sweep_attempts(limit_to integer) returns void
language sql
set search_path = ''
-- A plan made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
  delete from private.attempts where ctid in (
    -- What somebody else is busy with stays for the next.
    select a.ctid from private.attempts a where a.at < now() - interval '16 minutes'
    order by a.at limit limit_to for update skip locked
  )
$$;
comment on function private.sweep_attempts(integer) is
  'Deletes attempts that no limit looks at any more, at most that many.';

-- For a single attempt; count_attempts does the same for several, and takes 0.5 ms longer for one.
create function private.count_attempt(kind text, value text, most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  hashed constant bytea := private.keyed_hash(kind || ':' || value);
  -- Attempts of one tick share a row: a source with a high limit must not cost a row each.
  moment constant timestamptz := case when tick = '0' then clock_timestamp() else date_bin(tick, now(), 'epoch') end;
  turn constant bigint := pg_catalog.hashtextextended(pg_catalog.encode(hashed, 'hex'), 0);
  counted boolean;
begin
  -- Attempts of the same key wait for each other, or twenty at once would all be the first.
  if not pg_catalog.pg_try_advisory_xact_lock(turn) then
    perform pg_catalog.pg_advisory_xact_lock(turn);
  end if;
  insert into private.attempts as a (key, at)
  select hashed, moment
  where most > (select coalesce(sum(earlier.count), 0) from private.recent_attempts(hashed) as earlier)
  on conflict (key, at) do update set count = a.count + 1;
  counted := found;
  -- Now and then whoever comes by sweeps up.
  if counted and random() < 0.02 then
    perform private.sweep_attempts(1000);
  end if;
  return counted;
end
$$;
comment on function private.count_attempt(text, text, integer, interval) is
  'Counts an attempt and answers true, or answers false and counts nothing when there were too many in 15 minutes.';

create function private.count_attempts(kind text, names text[], most integer, tick interval) returns boolean
language plpgsql
set search_path = ''
-- Plans made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
declare
  -- Attempts of one tick share a row: a source with a high limit must not cost a row each.
  moment constant timestamptz := case when tick = '0' then clock_timestamp() else date_bin(tick, now(), 'epoch') end;
  keys bytea[];
  counts integer[];
  counted integer;
begin
  select array_agg(hashed.key order by hashed.key), array_agg(hashed.count order by hashed.key)
  into keys, counts
  from (
    select private.keyed_hash(count_attempts.kind || ':' || named.name, k.inner_key, k.outer_key) as key, named.count
    from private.hash_keys as k, (select name, count(*)::integer as count from unnest(names) as name group by name) as named
  ) as hashed;

  -- Attempts of the same key wait for each other, or twenty at once would all be the first. All take several in the same order.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(key, 'hex'), 0))
  from unnest(keys) as key;

  insert into private.attempts as a (key, at, count)
  select now_counted.key, moment, now_counted.count
  from unnest(keys, counts) as now_counted (key, count)
  where most >= now_counted.count + (
    select coalesce(sum(earlier.count), 0) from private.recent_attempts(now_counted.key) as earlier
  )
  on conflict (key, at) do update set count = a.count + excluded.count;
  get diagnostics counted = row_count;

  -- Now and then whoever comes by sweeps up.
  if random() < 0.02 * counted then
    perform private.sweep_attempts(1000);
  end if;
  return counted = cardinality(keys);
end
$$;
comment on function private.count_attempts(text, text[], integer, interval) is
  'Counts an attempt for each name, a name as often as it is there, and answers true; answers false when a name had too many in 15 minutes, which is not counted then.';

create function private.refuse_too_many() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- One sentence for all limits: it must not tell which it was.
  raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
end
$$;
comment on function private.refuse_too_many() is 'Refuses an attempt past a limit.';

-- The mail outbox: each mail is inserted here in the transaction that it is about, so that none is lost and none is sent for something
-- that was rolled back. 14_mail_delivery.sql empties it.
--
-- A row is in one of four states:
--   waiting   due_at is when the next attempt to send it may start
--   leased    leased_until is in the future: a worker is sending it
--   sent      sent_at is set
--   given up  gave_up_at is set: refused permanently, or not accepted for three days; an operator decides

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text,
  data jsonb not null default '{}',
  dedupe_key text unique,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  -- Two conditions, because {0,62} in the pattern takes PostgreSQL much longer.
  constraint mail_outbox_kind_check check (kind ~ '^[a-z][a-z_]*$' and octet_length(kind) <= 63),
  constraint mail_outbox_recipient_check check (private.is_address(recipient)),
  constraint mail_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint mail_outbox_attempts_check check (attempts >= 0),
  constraint mail_outbox_check check (sent_at is null or gave_up_at is null)
);
comment on table public.mail_outbox is 'Mails to send, being sent, sent, and given up.';
comment on column public.mail_outbox.recipient is 'Null: the site''s own team mailbox, which the database does not know.';
comment on column public.mail_outbox.data is 'What the mail is written from; emptied once it is sent.';
comment on column public.mail_outbox.dedupe_key is 'Two rows with the same key would be the same mail.';
comment on column public.mail_outbox.attempts is 'How often it was claimed.';

-- Claims: the mails of each class that are due, and the leases.
create index mail_outbox_undelivered on public.mail_outbox (due_at) where sent_at is null and gave_up_at is null;
create index mail_outbox_for_account on public.mail_outbox (due_at)
  where starts_with(kind, 'auth_') and sent_at is null and gave_up_at is null;
create index mail_outbox_for_team on public.mail_outbox (due_at)
  where kind = 'contact_message' and sent_at is null and gave_up_at is null;
create index mail_outbox_leased on public.mail_outbox (leased_until)
  where sent_at is null and gave_up_at is null and leased_until is not null;
-- The rate limit of an hour.
create index mail_outbox_sent on public.mail_outbox (sent_at) where sent_at is not null;
-- The operators' list, and its length for the metrics.
create index mail_outbox_given_up on public.mail_outbox (gave_up_at) where gave_up_at is not null;
-- Retention.
create index mail_outbox_named on public.mail_outbox (coalesce(sent_at, gave_up_at))
  where recipient is not null and (sent_at is not null or gave_up_at is not null);

alter table public.mail_outbox enable row level security;

create policy service_role_manages on public.mail_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.mail_outbox is
  'For a host where service_role could not be given the right to pass row-level security.';

-- Sign-ups for early access. Visitors insert rows and can read none.
--
-- When a row comes in, the triggers run in this order (triggers of the same kind run in the order of their names):
--   before, for each row:
--     signup_1_tidy    refuses a missing name or address (23502), normalises both, and sanitises those of a buyer
--     signup_2_guard   free sign-ups of visitors: limits (PT429), a taken address (23505), bot screening (PT403) (10_signup_guard.sql)
--     signup_3_check   the validation messages of the spec (23514); a paid sign-up without an order id (23502)
--     signup_4_claim   payments reported by visitors: stored as a new row or on the row of the address (11_payments.sql)
--     signup_5_order   free sign-ups of visitors: an order id that was reported for another address (23505)
--   the constraints of the table, which say the same as signup_3_check whatever the triggers do
--   after, for each statement:
--     signup_guard_together   a batch of the host: guards all of its rows at once (PT409) (10_signup_guard.sql)
--     signup_take_spot        lowers the number of spots (12_spots.sql)
--     signup_welcome          inserts the welcome mails (13_welcomes.sql)
--
-- A batch: the host stores the sign-ups of several visitors with sign_up_together, in one statement. The setting request.origins then holds a
-- JSON array with the source and the user agent of each row; only the host can set it. While it is set, triggers 2 to 5 do not run, and a batch
-- in which one row would be refused is refused as a whole (PT409). The host then stores each row alone, and the visitor gets the refusal
-- of the row triggers.

create table public.early_access_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  is_paid boolean not null default false,
  -- Exact, with cents: a price may have them, and a sum of prices must be right.
  amount numeric(10, 2),
  order_id text unique,
  payment_verified boolean not null default false,
  consent_wording text not null default 'early-access-1',
  consent_at timestamptz not null default now(),
  consent_form text not null default 'signup-dialog',
  created_at timestamptz not null default now(),
  flag_reason text check (char_length(flag_reason) between 1 and 500),
  claimed_at timestamptz,
  further_claims jsonb not null default '[]',
  -- A row with a flag_reason is a buyer's, which is stored sanitised instead of refused.
  constraint early_access_users_name_check check (
    case when flag_reason is null then private.is_name(name)
      else char_length(name) <= 1000 and name !~ '[<>{}\x01-\x1f\x7f]' end
  ),
  constraint early_access_users_email_check check (
    case when flag_reason is null then private.is_signup_email(email)
      else char_length(email) between 1 and 254 and email !~ '[<>{}\x01-\x1f\x7f]' end
  ),
  constraint early_access_users_amount_check check (amount >= 0 and amount <> 'NaN'),
  constraint early_access_users_paid_check check (not is_paid or (amount is not null and amount > 0 and order_id is not null)),
  constraint early_access_users_order_id_check check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  constraint early_access_users_verified_check check (is_paid or not payment_verified),
  constraint early_access_users_further_claims_check
    check (jsonb_typeof(further_claims) = 'array' and jsonb_array_length(further_claims) <= 100)
);
comment on table public.early_access_users is 'Who signed up for early access.';
comment on column public.early_access_users.email is 'In lower case, so that unique means: without regard to case.';
comment on column public.early_access_users.is_paid is 'What the browser said; payment_verified is what an operator found out.';
comment on column public.early_access_users.consent_wording is
  'Which wording of the sentence beside the button the visitor saw. A new wording gets a new default by migration.';
comment on column public.early_access_users.flag_reason is
  'What an operator should look at, or null. Set by a trigger for buyers; a row without it keeps every rule of the validation.';
comment on column public.early_access_users.claimed_at is 'When a payment was first reported for this row; null for a free one.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most ten: order_id, amount, claimed_at. Claims as well, which anybody can make.';

create index early_access_users_created_at on public.early_access_users (created_at desc, id);
create index early_access_users_flagged on public.early_access_users (created_at desc, id) where flag_reason is not null;
create index early_access_users_further_claims on public.early_access_users using gin (further_claims jsonb_path_ops);
-- Retention.
create index early_access_users_claims on public.early_access_users (claimed_at) where is_paid and not payment_verified;

alter table public.early_access_users enable row level security;

create policy visitors_sign_up on public.early_access_users for insert to anon, authenticated
  with check (not payment_verified);
comment on policy visitors_sign_up on public.early_access_users is
  'Anybody may sign up; what they say about a payment is a claim and grants nothing.';

create policy service_role_manages on public.early_access_users to service_role using (true) with check (true);
comment on policy service_role_manages on public.early_access_users is
  'For a host where service_role could not be given the right to pass row-level security.';

create function private.tidy_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  written_name constant text := new.name;
  written_email constant text := new.email;
begin
  if new.name is null or new.email is null then
    raise not_null_violation using
      message = format(
        'null value in column "%s" of relation "early_access_users" violates not-null constraint',
        case when new.name is null then 'name' else 'email' end
      ),
      schema = 'public', table = 'early_access_users', column = case when new.name is null then 'name' else 'email' end;
  end if;
  new.name := private.tidy_name(written_name);
  new.email := private.tidy_email(written_email);
  if new.is_paid or new.flag_reason is not null then
    new.flag_reason := private.buyer_flag(new.name, new.email);
    if private.name_fault(new.name) is not null then
      new.name := private.sanitise_name(written_name);
    end if;
    if private.email_fault(new.email) is not null then
      new.email := coalesce(nullif(private.sanitise_email(written_email), ''), 'missing:' || new.id);
    end if;
  end if;
  if new.is_paid and tg_op = 'INSERT' then
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
    -- Inside of this function the user is its owner; the setting still says who asks.
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
comment on function private.tidy_signup() is
  'Refuses a missing name or address, then puts both in order; a buyer''s are sanitised where the validation would refuse them.';

create trigger signup_1_tidy before insert or update of name, email on public.early_access_users
  for each row execute function private.tidy_signup();

create function private.check_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  fault constant text := coalesce(
    case when new.flag_reason is null then coalesce(private.name_fault(new.name), private.email_fault(new.email)) end,
    case when new.is_paid and coalesce(new.amount, 0) <= 0 then 'Invalid payment amount for paid user' end,
    case when new.amount < 0 or new.amount = 'NaN' then 'Invalid payment amount for paid user' end,
    case when new.order_id !~ '^[\x21-\x7e]{1,255}$' then 'Invalid order id' end
  );
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'early_access_users';
  end if;
  if new.is_paid and new.order_id is null then
    raise not_null_violation using
      message = 'Missing required information', schema = 'public', table = 'early_access_users', column = 'order_id';
  end if;
  return new;
end
$$;
comment on function private.check_signup() is 'Refuses what the validation refuses, with the message that the visitor is shown.';

create trigger signup_3_check before insert or update of name, email, is_paid, amount, order_id on public.early_access_users
  for each row when (nullif(current_setting('request.origins', true), '') is null) execute function private.check_signup();

-- The generic plan is forced: PostgreSQL takes an array of one element to be cheaper than its estimate of ten, so it would plan nearly every
-- batch anew (a third of the time of a small one).
create function private.sign_up_together(settings jsonb, bodies text[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  stored integer;
begin
  perform set_config(setting.key, setting.value, true) from jsonb_each_text(settings) as setting where setting.key <> 'role';
  -- Last: from here on the visitors' own rights count.
  perform set_config('role', settings ->> 'role', true);
  insert into public.early_access_users (name, email, is_paid, amount, order_id)
  select signup.name, signup.email, case when body.json ? 'is_paid' then signup.is_paid else false end, signup.amount, signup.order_id
  from unnest(bodies) as text, lateral (select text::jsonb -> 0) as body (json),
    jsonb_to_record(body.json) as signup (name text, email text, is_paid boolean, amount numeric, order_id text);
  get diagnostics stored = row_count;
  if stored <> cardinality(bodies) then
    raise integrity_constraint_violation using message = format('Only %s of %s were stored.', stored, cardinality(bodies));
  end if;
end
$$;
comment on function private.sign_up_together(jsonb, text[]) is
  'Stores sign-ups of several visitors, each a JSON array of one object, with the role and settings they share: all or none. For the host alone.';

-- Rate limits of sign-ups and reported payments: per source, per address and source, and per address from all sources.
--
-- When a sign-up comes in: the guard (10_signup_guard.sql) counts its source with count_source and its address with count_address_attempt. A
-- refusal rolls back its own transaction, and its attempts with it, so the host calls two functions around a request: admit_signups in the
-- transaction that stores it refuses a request of more rows than the source has left, and record_signup_attempts counts a refused
-- request in a transaction of its own.

-- The first half of a key depends on the address alone, so the attempts for one address are neighbours in the index.
create function private.signup_address_key(email text, source text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
return substr(private.keyed_hash('signup-address:' || email, inner_key, outer_key), 1, 16)
  || substr(private.keyed_hash('signup-address-from:' || source, inner_key, outer_key), 1, 16);
comment on function private.signup_address_key(text, text, bytea, bytea) is
  'The key that attempts for an address from a source are counted under. Its first half is the address''s alone.';

create function private.recent_attempts_for_address(half_key bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  where a.key between half_key and half_key || '\xffffffffffffffffffffffffffffffff'::bytea
    -- Written so that the index of all times cannot serve it: with few rows it would look as good.
    and a.at + interval '15 minutes' > now() and a.at - interval '15 minutes' < now()
$$;
comment on function private.recent_attempts_for_address(bytea) is
  'The attempts of the last 15 minutes for one address, from all sources, by the first half of their keys.';

create function private.count_address_attempt(email text, source text) returns boolean
language plpgsql
set search_path = ''
-- Plans made while the table was small would read all of it, until somebody analyzes it.
set enable_seqscan = off
set jit = off
as $$
declare
  full_key bytea;
begin
  select private.signup_address_key(email, source, k.inner_key, k.outer_key) into full_key from private.hash_keys as k;
  -- Attempts for one address wait for each other, or twenty at once would all be the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(encode(substr(full_key, 1, 16), 'hex'), 0));
  insert into private.attempts as a (key, at)
  select full_key, clock_timestamp()
  from private.recent_attempts_for_address(substr(full_key, 1, 16)) as earlier
  having coalesce(sum(earlier.count) filter (where earlier.key = full_key), 0) < 3 and coalesce(sum(earlier.count), 0) < 100
  on conflict (key, at) do update set count = a.count + 1;
  return found;
end
$$;
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and answers true, or answers false and counts nothing after 3 from this source or 100 from all sources in 15 minutes.';

create function private.count_source(kind text) returns void
language plpgsql
set search_path = ''
as $$
declare
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  if not private.count_attempt(kind, private.network_source(), per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.count_source(text) is
  'Counts an attempt of the request''s source, or refuses it. Sign-ups (signup-source) and payments (claim-source) have a limit each.';

create function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
begin
  -- Until the end of the transaction: refused attempts are counted by then, so a burst cannot get in before its own count.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || source, 0));
  if exists (
    select
    from private.hash_keys as k, (values ('signup-source:', wanted), ('claim-source:', claims)) as asked (kind, number)
    where asked.number > 0 and per_source < asked.number + (
      select coalesce(sum(earlier.count), 0)
      from private.recent_attempts(private.keyed_hash(asked.kind || source, k.inner_key, k.outer_key)) as earlier
    )
  ) then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.admit_signups(integer, integer) is
  'Refuses so many sign-ups and payments of a source as one request when they would go over its limits. For the host, in the transaction that stores them.';

create function private.record_signup_attempts(emails text[], claims integer) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant text := private.network_source();
begin
  if cardinality(emails) > 0 then
    perform private.count_attempts('signup-source', array_fill(source, array[cardinality(emails)]), 1000000, '1 minute');
    perform private.count_address_attempt(private.tidy_email(email), source) from unnest(emails) as email where email is not null;
  end if;
  if claims > 0 then
    perform private.count_attempts('claim-source', array_fill(source, array[claims]), 1000000, '1 minute');
  end if;
end
$$;
comment on function private.record_signup_attempts(text[], integer) is
  'Counts refused sign-ups and payments, which were undone and their attempts with them. An address that is null counts for the source alone. For the host.';

-- Who may sign up.
--
-- When a free sign-up of a visitor comes in, signup_2_guard counts its source (PT429), looks for the address among the sign-ups (23505), counts
-- the address (PT429), and screens user agent, address and name (PT403). For a batch of the host, signup_guard_together asks the same of all
-- rows after they are inserted. The limit of the source comes first, so that a source over its limit learns nothing about an address.

create function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  -- PostgREST may be set up to honour a wish to roll back from everybody, and what is rolled back is not counted.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request that asks for everything to be taken back.';

create function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
  end if;
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that signed up, in the words of the unique constraint.';

create function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  perform private.refuse_trial();
  -- First: a source over its limit learns nothing about any address.
  perform private.count_source('signup-source');
  perform private.refuse_taken(new.email);
  if not private.count_address_attempt(new.email, private.network_source()) then
    -- Another attempt may have signed up with the address while this one waited for its turn.
    perform private.refuse_taken(new.email);
    perform private.refuse_too_many();
  end if;

  if private.is_suspicious_user_agent(coalesce(headers ->> 'user-agent', ''))
    or private.is_suspicious_email(new.email)
    or private.is_suspicious_name(new.name) then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  return new;
end
$$;
comment on function private.guard_signup() is
  'Refuses a source over its limit, a taken address, too many attempts for an address, and what looks like a program.';

-- The condition of a trigger sees the role that runs the statement; within a security definer function, current_user is its owner.
create trigger signup_2_guard before insert on public.early_access_users
  for each row
  when (
    new.is_paid is not true
    and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null
  )
  execute function private.guard_signup();

create function private.guard_signups() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  per_source constant integer := coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
  stored integer;
  with_origin integer;
  is_refused boolean;
  sources text[];
  buyers_sources text[];
begin
  select
    count(*), count(origin.place),
    -- A buyer is neither screened nor limited by address.
    bool_or(
      (signup.order_id is not null and private.is_used_order(signup.email, signup.order_id))
      or not signup.is_paid and (
        private.is_suspicious_user_agent(origin.user_agent)
        or private.is_suspicious_email(signup.email)
        or private.is_suspicious_name(signup.name)
        -- Only looked at: an address that is stored is taken, and one that is refused is counted when it is asked alone.
        or earlier.from_source >= 3 or earlier.from_all >= 100
      )
    ),
    array_agg(origin.source) filter (where not signup.is_paid),
    array_agg(origin.source) filter (where signup.is_paid)
  into stored, with_origin, is_refused, sources, buyers_sources
  from (select s.email, s.name, s.is_paid, s.order_id, row_number() over () as place from signups as s) as signup
  -- The rows of a statement come in the order in which it stored them, which is that of their origins.
  left join rows from (jsonb_to_recordset(origins) as (source text, user_agent text)) with ordinality
    as origin (source, user_agent, place) on origin.place = signup.place
  cross join private.hash_keys as k
  cross join lateral (
    select
      sum(a.count) filter (
        where a.key = private.signup_address_key(signup.email, origin.source, k.inner_key, k.outer_key)
      ) as from_source,
      sum(a.count) as from_all
    from private.recent_attempts_for_address(
      substr(private.keyed_hash('signup-address:' || signup.email, k.inner_key, k.outer_key), 1, 16)
    ) as a
  ) as earlier;

  if stored <> jsonb_array_length(origins) or with_origin <> stored or is_refused
    or (sources is not null and not private.count_attempts('signup-source', sources, per_source, '1 minute'))
    or (buyers_sources is not null and not private.count_attempts('claim-source', buyers_sources, per_source, '1 minute'))
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses sign-ups of several visitors when one of them had too many attempts or looks like a program.';

-- Its name comes before those of the triggers that take spots and write mails, so a refused batch does not get there.
create trigger signup_guard_together after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.guard_signups();

-- Payments that a buyer's browser reports. What it reports is a claim: anybody can report a payment for any address, so it grants nothing
-- until an operator verifies it. A buyer is never screened or refused: what the validation or the screening would refuse is stored sanitised,
-- with a flag_reason for an operator.
--
-- When a row with is_paid comes in: signup_1_tidy (08_signups.sql) sets flag_reason and sanitises, signup_3_check refuses an amount that is
-- not positive and a malformed order id, and signup_4_claim decides what the report becomes:
--   the address has no row                   it is inserted
--   the address has a free row               is_paid, amount, order_id and claimed_at are set on it; the paid welcome is queued
--   the address has a row with this order    nothing
--   the address has a row with another one   it is added to further_claims and the row is flagged
--   the order id belongs to another address  it is refused (23505)

create function private.one_line(text text) returns text
language sql immutable
-- Controls go, every kind of space becomes a plain one. Cut first: marks take time with the square of their number to be put in order.
return regexp_replace(
  translate(
    regexp_replace(
      normalize(left(btrim(text, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'), 1000), nfc),
      U&'[\0001-\0008\000B\000C\000E-\001F\007F-\009F\202A-\202E\2066-\2069]', '', 'g'
    ),
    U&'\0009\000A\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF',
    repeat(' ', 24)
  ),
  ' +', ' ', 'g'
);
comment on function private.one_line(text) is 'A text of at most 1000 characters on one line, in NFC, without controls.';

create function private.sanitise_name(name text) returns text
language plpgsql immutable
as $$
declare
  cleaned text := private.one_line(name);
  before text := '';
begin
  -- Taking one part out can join its neighbours into another.
  while before <> cleaned loop
    before := cleaned;
    cleaned := regexp_replace(cleaned, '[<>{}]|javascript:|vbscript:|on[A-Za-z0-9_]+ *=', '', 'gi');
  end loop;
  return btrim(cleaned);
end
$$;
comment on function private.sanitise_name(text) is 'What is stored of a buyer''s name that the validation would refuse.';

create function private.sanitise_email(email text) returns text
language sql immutable
return left(lower(btrim(regexp_replace(private.one_line(email), '[<>{}]', '', 'g')) collate "C"), 254);
comment on function private.sanitise_email(text) is 'What is stored of a buyer''s address that the validation would refuse.';

create function private.buyer_flag(name text, email text) returns text
language sql immutable
as $$
  select nullif(
    concat_ws('; ',
      coalesce(private.name_fault(name), case when private.is_suspicious_name(name) then 'Name looks made up' end),
      coalesce(private.email_fault(email), case when private.is_suspicious_email(email) then 'Email looks made up' end)
    ),
    ''
  )
$$;
comment on function private.buyer_flag(text, text) is
  'Why a free sign-up with this tidied name and address would be refused, for an operator to read; null when it would not.';

create function private.is_used_order(address text, order_id text) returns boolean
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  -- Two reports of one order wait for each other, or neither would find the other's.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || is_used_order.order_id, 0));
  return exists (
      select from public.early_access_users u
      where u.order_id = is_used_order.order_id and u.email <> address
    )
    or exists (
      select from public.early_access_users u
      where u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', is_used_order.order_id))
        and u.email <> address
    );
end
$$;
comment on function private.is_used_order(text, text) is 'Whether an order id was reported for another address.';

create function private.refuse_used_order(address text, order_id text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_used_order(address, order_id) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_order_id_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_order_id_key';
  end if;
end
$$;
comment on function private.refuse_used_order(text, text) is
  'Refuses an order id that was reported for another address, in the words of the unique constraint of order ids.';

create function private.claim_payment() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
begin
  perform private.refuse_trial();
  perform private.count_source('claim-source');
  -- Payments for one address wait for each other: the same one sent twice must find itself.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
  perform private.refuse_used_order(new.email, new.order_id);

  select * into known from public.early_access_users u where u.email = new.email for update;
  if not found then
    return new;
  end if;
  if not known.is_paid then
    -- Only what was reported is noted. Name and consent stay: anybody can report a payment for anybody's address.
    update public.early_access_users
    set is_paid = true, amount = new.amount, order_id = new.order_id, claimed_at = now()
    where id = known.id;
    insert into public.mail_outbox (kind, recipient, data, dedupe_key)
    values ('welcome_paid', known.email, private.welcome_data(known.name, true, new.amount), 'welcome_paid:' || known.id)
    on conflict (dedupe_key) do nothing;
  elsif known.order_id is distinct from new.order_id
    and not known.further_claims @> jsonb_build_array(jsonb_build_object('order_id', new.order_id))
    and jsonb_array_length(known.further_claims) < 100
    and private.count_address_attempt(new.email, private.network_source())
  then
    -- The first claim stands. One source adds three in 15 minutes, so that a stranger can neither take the first one's place
    -- nor fill the list before the buyer's own claim comes.
    update public.early_access_users
    set
      further_claims = further_claims
        || jsonb_build_object('order_id', new.order_id, 'amount', new.amount, 'claimed_at', now()),
      flag_reason = case
        when flag_reason like '%Another payment was reported' then flag_reason
        else concat_ws('; ', flag_reason, 'Another payment was reported')
      end
    where id = known.id;
  end if;
  return null;
end
$$;
comment on function private.claim_payment() is
  'Stores what a buyer''s browser reports: a new row, or a claim on the row that the address has. Reported again, it changes nothing.';

create trigger signup_4_claim before insert on public.early_access_users
  for each row
  when (new.is_paid and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.claim_payment();

create function private.refuse_used_order_of_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_used_order(new.email, new.order_id);
  return new;
end
$$;
comment on function private.refuse_used_order_of_signup() is 'Refuses a free sign-up that names the order id of another address.';

create trigger signup_5_order before insert on public.early_access_users
  for each row
  when (
    new.is_paid is not true and new.order_id is not null
    and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null
  )
  execute function private.refuse_used_order_of_signup();

-- The number of spots that remain. When sign-ups come in, signup_take_spot lowers the setting early_access_spots by their number, once
-- for each statement and in its transaction. At zero, sign-ups go on.

create function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row stays locked until the sign-ups are done, so fifty at once take exactly fifty.
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  return null;
end
$$;
comment on function private.take_spot() is
  'Lowers early_access_spots by one for each new sign-up, not below zero, unless count_down_spots is false.';

create trigger signup_take_spot after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.take_spot();

-- Welcome mails. When sign-ups come in, signup_welcome inserts their welcomes into the outbox in the same transaction, so that they are sent
-- whatever the browser does next. request_welcome_mail only looks up a waiting welcome to have it sent sooner; it creates none.

create function private.welcome_data(name text, is_paid boolean, amount numeric) returns jsonb
language sql stable
return jsonb_build_object('name', name, 'is_paid', is_paid, 'amount', amount);
comment on function private.welcome_data(text, boolean, numeric) is 'What a welcome is written from.';

create function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select
    welcome.kind,
    signup.email,
    private.welcome_data(signup.name, signup.is_paid, signup.amount),
    welcome.kind || ':' || signup.id
  from signups as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  -- A buyer is stored with whatever was typed, even what no mail can be sent to.
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  -- An operator may put back somebody whose welcome is still in the outbox.
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcomes of new sign-ups.';

create trigger signup_welcome after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.welcome_signup();

create function public.request_welcome_mail(email text, source text) returns jsonb
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  -- One for each sign-up and each payment that a source may report, see guard_signup.
  per_source constant integer := 2 * coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
  welcome_key text;
  waiting uuid;
begin
  -- No source: the operators' own, who are not counted.
  if source <> '' and not private.count_attempt('welcome-source', source, per_source, '1 minute') then
    perform private.refuse_too_many();
  end if;
  select case when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  -- An unknown address is looked up here as well, with a key that no mail has, and takes as long as a known one.
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.welcome_mail_room(private.public_mail_room()) = 0
  );
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'The id of the welcome that still waits for this address, or null; and whether welcomes are held back at the moment, for everybody. PT429 for a source that asks too often.';

-- Delivery of the outbox. A worker claims mails for a number of seconds, sends them, and records the result of each with mark_mail_sent or
-- mark_mail_failed; a mail whose worker disappears is claimed again when its lease ends.
--
-- claim_mail returns mails in this order: those about accounts, whose codes and links expire within an hour; those to the team, which the limit
-- of an hour does not count; then the others. A tenth of the hour's mails is reserved for mail about accounts. While the setting mail_paused
-- is true, it returns none.
--
-- The functions read the outbox by its partial indexes even where the cached plan was made when it was small: sequential and bitmap scans, and
-- JIT compilation with them, are off (06_limits.sql has the reason). The cost of a claim does not depend on how many mails wait.

create function private.public_mail_room() returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  select greatest(0, coalesce((select s.value::integer from public.app_settings s where s.key = 'mail_per_hour'), 0) - sent - leased)
  from
    (
      select count(*)::integer from public.mail_outbox m
      where m.kind <> 'contact_message'
        and m.sent_at > now() - interval '1 hour' and m.sent_at < now() + interval '15 minutes'
    ) as in_the_hour (sent),
    (
      select count(*)::integer
      from (
        select from public.mail_outbox m
        where m.kind <> 'contact_message' and m.sent_at is null and m.gave_up_at is null
          and m.leased_until > now() and m.leased_until < now() + interval '1 hour'
        -- By its own index, not by that of all that wait.
        order by m.leased_until
      ) as lease
    ) as on_the_way (leased)
$$;
comment on function private.public_mail_room() is
  'How many more mails may go to the public within this hour. Mail to the team has no share in it.';

create function private.welcome_mail_room(room integer) returns integer
language sql stable
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select greatest(0, room - coalesce((select s.value::integer / 10 from public.app_settings s where s.key = 'mail_per_hour'), 0))
$$;
comment on function private.welcome_mail_room(integer) is
  'How much of the room for mails to the public is for others than those about accounts.';

create function private.is_mail_paused() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'mail_paused' and value = 'true')
$$;
comment on function private.is_mail_paused() is 'Whether an operator stopped all mail.';

create type public.claimed_mail as (id uuid, kind text, recipient text, data jsonb, attempts integer);
comment on type public.claimed_mail is 'What whoever delivers a mail must know.';

create function private.lease_mail(ids uuid[], lease_seconds integer) returns setof public.claimed_mail
language sql
as $$
  update public.mail_outbox
  set leased_until = now() + make_interval(secs => lease_seconds), attempts = attempts + 1
  where id = any (ids)
  returning id, kind, recipient, data, attempts
$$;
comment on function private.lease_mail(uuid[], integer) is 'Gives mails to one sender for a while.';

create function private.mend_mail_times() returns void
language sql
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  -- Nothing waits for more than the 2.4 hours of the longest pause, nor is leased for an hour. What an operator put off before anybody
  -- tried it waits for its time.
  update public.mail_outbox set due_at = now()
  where sent_at is null and gave_up_at is null and due_at > now() + interval '3 hours' and (attempts > 0 or created_at > now());
  update public.mail_outbox set leased_until = null where id = any (array(
    select m.id from public.mail_outbox m
    where m.sent_at is null and m.gave_up_at is null and m.leased_until > now() + interval '1 hour'
    -- By its own index, not by that of all that wait.
    order by m.leased_until
  ))
$$;
comment on function private.mend_mail_times() is 'Makes due what a clock that was ahead put off, and takes back its leases.';

create function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  room integer;
  for_accounts uuid[];
  for_team uuid[];
  for_others uuid[];
begin
  -- One at a time, so that the ceiling is exact. It takes a moment; sending happens outside.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  room := private.public_mail_room();
  select coalesce(array_agg(id), '{}') into for_accounts from (
    select m.id from public.mail_outbox m
    where starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(limit_to, room)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_team from (
    select m.id from public.mail_outbox m
    where m.kind = 'contact_message' and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit limit_to - cardinality(for_accounts)
    for update skip locked
  ) as due;
  select coalesce(array_agg(id), '{}') into for_others from (
    select m.id from public.mail_outbox m
    where m.kind <> 'contact_message' and not starts_with(m.kind, 'auth_') and m.sent_at is null and m.gave_up_at is null
      and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
    order by m.due_at
    limit least(
      limit_to - cardinality(for_accounts) - cardinality(for_team),
      private.welcome_mail_room(room - cardinality(for_accounts))
    )
    for update skip locked
  ) as due;
  return query select * from private.lease_mail(for_accounts || for_team || for_others, lease_seconds);
end
$$;
comment on function public.claim_mail(integer, integer) is
  'Gives the caller mails that are due, for that many seconds; to the public no more than the hour allows, none while paused.';

create function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted public.mail_outbox;
  room integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select * into wanted from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
  for update skip locked;
  if not found or private.is_mail_paused() then
    return;
  end if;
  room := case
    when wanted.kind = 'contact_message' then 1
    when starts_with(wanted.kind, 'auth_') then private.public_mail_room()
    else private.welcome_mail_room(private.public_mail_room())
  end;
  if room = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;
comment on function public.claim_mail_by_id(uuid, integer) is
  'Gives the caller one mail, due or not; nothing when it was sent, is being sent, is given up, or must wait.';

create function public.mark_mail_sent(mail_id uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set sent_at = now(), gave_up_at = null, leased_until = null, last_error = null, data = '{}'
  where id = mail_id and sent_at is null
$$;
comment on function public.mark_mail_sent(uuid) is 'Notes that a mail was taken, and forgets what it was written from.';

create function public.mark_mail_failed(mail_id uuid, error text, final boolean default false) returns void
language sql
security definer
set search_path = ''
as $$
  update public.mail_outbox
  set
    leased_until = null,
    last_error = left(error, 500),
    -- 5 s, 10 s, 20 s, … 2 h, a fifth more or less, so that a mail server that comes back is not stormed.
    due_at = now() + least(interval '2 hours', interval '5 seconds' * power(2, least(attempts, 20) - 1)) * (0.8 + random() * 0.4),
    -- After an outage of the site itself, a few tries come before giving up.
    gave_up_at = case when final or (now() > try_until and attempts >= 5) then now() end
  where id = mail_id and sent_at is null and gave_up_at is null
$$;
comment on function public.mark_mail_failed(uuid, text, boolean) is
  'Notes why a mail was not taken. It is tried again later and later for three days; a final failure is given up at once.';

create function public.retry_mail(mail_id uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  with again as (
    update public.mail_outbox
    set due_at = now(), try_until = now() + interval '3 days', gave_up_at = null
    where id = mail_id and sent_at is null
    returning 1
  )
  select exists (select from again)
$$;
comment on function public.retry_mail(uuid) is 'Has a mail tried again now, also one that was given up; false when there is none to try.';

create function public.retry_given_up_mail() returns integer
language sql
security definer
set search_path = ''
as $$
  with again as (
    update public.mail_outbox
    set due_at = now(), try_until = now() + interval '3 days', gave_up_at = null
    where gave_up_at is not null and sent_at is null
    returning 1
  )
  select count(*)::integer from again
$$;
comment on function public.retry_given_up_mail() is 'Has every mail that was given up tried again; answers how many.';

-- Messages from the contact form. When one comes in, store_contact_message trims and checks it (23514), returns the mail of the same message
-- within the last 15 minutes, counts the source (PT429), and inserts the message and the mail to the team in one transaction.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100 and name !~ '[\x01-\x1f\x7f]'),
  email text not null check (private.address_fault(email) is null),
  message text not null check (char_length(message) between 1 and 5000 and message !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
comment on table public.contact_messages is 'What visitors wrote in the contact form.';

create index contact_messages_created_at on public.contact_messages (created_at desc, id);

alter table public.contact_messages enable row level security;

create policy service_role_manages on public.contact_messages to service_role using (true) with check (true);
comment on policy service_role_manages on public.contact_messages is
  'For a host where service_role could not be given the right to pass row-level security.';

create function private.contact_fault(name text, email text, message text) returns text
language sql immutable
as $$
  select coalesce(
    case
      when coalesce(name, '') = '' then 'Name is required'
      when char_length(name) > 100 then 'Name too long'
      when name ~ '[\x01-\x1f\x7f]' then 'Name contains invalid characters'
    end,
    private.address_fault(coalesce(email, '')),
    case
      when coalesce(message, '') = '' then 'Message is required'
      when char_length(message) > 5000 then 'Message too long'
      when message ~ '[\x01-\x08\x0b-\x1f\x7f]' then 'Message contains invalid characters'
    end
  )
$$;
comment on function private.contact_fault(text, text, text) is 'The first validation message that a contact message gets; null for a good one.';

create function public.store_contact_message(name text, email text, message text, source text) returns uuid
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  wanted_name constant text := private.tidy_name(name);
  wanted_email constant text := btrim(email);
  wanted_message constant text := btrim(message, E' \t\r\n');
  fault constant text := private.contact_fault(wanted_name, wanted_email, wanted_message);
  per_source constant integer := coalesce(nullif(current_setting('app.limit_messages_per_source', true), '')::integer, 10);
  message_id uuid;
  mail_id uuid;
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'contact_messages';
  end if;

  -- A double click, or the same sent again after a lost answer: the first one counts. Twins wait for each other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws(e'\n', wanted_name, wanted_email, wanted_message), 0));
  select m.id into mail_id
  from public.contact_messages c
  join public.mail_outbox m on m.dedupe_key = 'contact_message:' || c.id
  where c.created_at > now() - interval '15 minutes'
    and c.name = wanted_name and c.email = wanted_email and c.message = wanted_message;
  if found then
    return mail_id;
  end if;

  -- No source: the operators' own, who are not counted.
  if source <> '' and not private.count_attempt('message-source', source, per_source, '1 minute') then
    raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
  end if;

  insert into public.contact_messages (name, email, message) values (wanted_name, wanted_email, wanted_message)
  returning id into message_id;
  insert into public.mail_outbox (kind, data, dedupe_key)
  values (
    'contact_message',
    jsonb_build_object('name', wanted_name, 'email', wanted_email, 'message', wanted_message),
    'contact_message:' || message_id
  )
  returning id into mail_id;
  return mail_id;
end
$$;
comment on function public.store_contact_message(text, text, text, text) is
  'Keeps a message and queues the mail about it, both or neither; answers the mail''s id. The same within 15 minutes is kept once.';

-- Erasure of personal data. erase_person deletes everything that is stored under an address, except the account, and leaves a keyed hash of the
-- address and the time. A backup that is older than the erasure brings the rows back; the list of hashes, which is also stored outside of the
-- backups, lets erase_again remove them. Rows created after the erasure stay: the person came back.

create table private.erased_people (
  hash bytea primary key,
  erased_at timestamptz not null
);
comment on table private.erased_people is
  'Keyed hashes of erased addresses. What came of an address after that moment is theirs anew and stays.';
alter table private.erased_people enable row level security;

create function private.person_hash(address text) returns bytea
language sql stable
as $$
  select private.keyed_hash('erased:' || private.tidy_email(address))
$$;
comment on function private.person_hash(text) is 'What is kept of an erased address.';

create function private.is_erased(address text, since timestamptz) returns boolean
language sql stable
as $$
  select exists (
    select from private.erased_people e where e.hash = private.person_hash(address) and e.erased_at >= since
  )
$$;
comment on function private.is_erased(text, timestamptz) is 'Whether somebody was erased at or after that moment.';

create function public.find_person(email text) returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  with person as (select private.tidy_email(email) as address),
  messages as (
    select m.* from public.contact_messages m, person p where lower(m.email collate "C") = p.address
  )
  select jsonb_build_object(
    'signups', coalesce((
      select jsonb_agg(to_jsonb(u) order by u.created_at) from public.early_access_users u, person p where u.email = p.address
    ), '[]'),
    'messages', coalesce((select jsonb_agg(to_jsonb(m) order by m.created_at) from messages m), '[]'),
    'mails', coalesce((
      select jsonb_agg(to_jsonb(o) - 'dedupe_key' order by o.created_at) from public.mail_outbox o, person p
      where lower(o.recipient collate "C") = p.address or o.dedupe_key in (select 'contact_message:' || m.id from messages m)
    ), '[]')
  )
$$;
comment on function public.find_person(text) is
  'Everything the site keeps under an address, except the account: sign-up, messages, mails. For a copy, and as a preview.';

create function public.erase_person(email text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
  fault constant text := private.address_fault(coalesce(address, ''));
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
begin
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  insert into private.erased_people as e (hash, erased_at) values (private.person_hash(address), clock_timestamp())
  on conflict (hash) do update set erased_at = excluded.erased_at;

  with gone as (
    delete from public.contact_messages m where lower(m.email collate "C") = address returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  -- Whoever keeps mails as files looks through them now. The message names nobody.
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
  );
end
$$;
comment on function public.erase_person(text) is
  'Erases what the site keeps under an address, except the account, in one transaction, and leaves a keyed hash. The number of spots stays.';

create function public.list_erased_people() returns table (hash text, erased_at timestamptz)
language sql stable
security definer
set search_path = ''
as $$
  select encode(e.hash, 'hex'), e.erased_at from private.erased_people e order by e.erased_at, e.hash
$$;
comment on function public.list_erased_people() is 'The keyed hashes of who was erased, to be kept beside the backups.';

create function public.erase_again(people jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
begin
  insert into private.erased_people as e (hash, erased_at)
  select decode(p.hash, 'hex'), max(p.erased_at)
  from jsonb_to_recordset(people) as p (hash text, erased_at timestamptz)
  group by p.hash
  on conflict (hash) do update set erased_at = greatest(e.erased_at, excluded.erased_at);

  with gone as (
    delete from public.contact_messages m where private.is_erased(m.email, m.created_at) returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  delete from public.mail_outbox o
  where (o.recipient is not null and private.is_erased(o.recipient, o.created_at))
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.early_access_users u where private.is_erased(u.email, u.created_at);
  get diagnostics erased_signups = row_count;
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails
  );
end
$$;
comment on function public.erase_again(jsonb) is
  'Takes a list of erased people (hash, erased_at) in and erases again whatever an older backup brought back.';

create function public.erased_among(people jsonb) returns setof text
language sql stable
security definer
set search_path = ''
as $$
  select p.email from jsonb_to_recordset(people) as p (email text, created_at timestamptz)
  where private.is_erased(p.email, p.created_at)
$$;
comment on function public.erased_among(jsonb) is
  'Which of these addresses (email, created_at) were erased since: for accounts and files, which are removed elsewhere.';

-- Retention: deletes or empties personal data after the periods of docs/data.md ("How long"), which contract/retention.ts repeats. The server
-- calls apply_retention at its start and every hour; on hosted Supabase a schedule does.

create function public.apply_retention(limit_to integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  messages integer;
  mails integer;
  claims integer;
begin
  with gone as (
    delete from public.contact_messages where id in (
      select c.id from public.contact_messages c where c.created_at < now() - interval '730 days'
      order by c.created_at limit limit_to for update skip locked
    ) returning id
  ), mail_of_gone as (
    delete from public.mail_outbox where dedupe_key in (select 'contact_message:' || g.id from gone g)
  )
  select count(*) into messages from gone;

  with old as (
    select m.id, m.sent_at is not null and m.dedupe_key is not null as is_kept
    from public.mail_outbox m
    where m.recipient is not null and (m.sent_at is not null or m.gave_up_at is not null)
      and coalesce(m.sent_at, m.gave_up_at) < now() - interval '90 days'
    order by coalesce(m.sent_at, m.gave_up_at) limit limit_to for update skip locked
  ), forgotten as (
    -- That it was sent stays known, or the same welcome could be asked for again.
    update public.mail_outbox set recipient = null where id in (select o.id from old o where o.is_kept)
  ), deleted as (
    delete from public.mail_outbox where id in (select o.id from old o where not o.is_kept)
  )
  select count(*) into mails from old;

  with ended as (
    update public.early_access_users
    set is_paid = false, amount = null, order_id = null, claimed_at = null, further_claims = '[]'
    where id in (
      select u.id from public.early_access_users u
      -- By the time of the payment: it may have been reported years after the free sign-up.
      where u.is_paid and not u.payment_verified and u.claimed_at < now() - interval '365 days'
      order by u.claimed_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into claims from ended;

  return jsonb_build_object('messages', messages, 'mails', mails, 'payment_claims', claims);
end
$$;
comment on function public.apply_retention(integer) is
  'Forgets what is past its time, at most that many of each kind; answers how many. Call it again while it answers the limit.';

-- Searches and figures for operators. They are functions so that a name or address travels in the body of a request: as a filter it would be
-- in the URL, and from there in access logs.

create function public.search_signups(query text, most integer default 50) returns setof public.early_access_users
language sql stable
security definer
set search_path = ''
as $$
  select u.*
  from public.early_access_users u
  -- Literally: what is looked for may hold an underscore or a per cent sign.
  where strpos(lower(u.email), lower(btrim(query))) > 0
    or strpos(lower(u.name), lower(private.tidy_name(query))) > 0
    or u.order_id = btrim(query)
  order by u.created_at desc, u.id
  limit least(greatest(most, 1), 1000)
$$;
comment on function public.search_signups(text, integer) is
  'Sign-ups whose name or address holds the text, or whose order id it is; newest first.';

create function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*),
    'paid_claims', count(*) filter (where is_paid),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day'),
    'last_week', count(*) filter (where created_at > now() - interval '7 days')
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'How many signed up, in all and of late.';

create function public.count_mail() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'waiting', count(*) filter (where sent_at is null and gave_up_at is null),
    'given_up', count(*) filter (where gave_up_at is not null),
    'sent', count(*) filter (where sent_at is not null),
    'sent_last_hour', count(*) filter (where sent_at > now() - interval '1 hour'),
    -- How long the longest-waiting one that could go is overdue: zero while everything is on time.
    'overdue_seconds', coalesce(extract(epoch from now() - min(due_at) filter (
      where sent_at is null and gave_up_at is null and due_at <= now() and (leased_until is null or leased_until <= now())
    ))::integer, 0)
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is 'The outbox in numbers.';

-- The bucket for the app's files. Files of a public bucket are read without a policy; only the secret key lists and writes, so there is no
-- policy for another role.

insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;

-- Who may do what. Everything that Supabase grants by default is revoked first: it gives the API roles all rights on every new table,
-- function and sequence in public. Row security decides about rows (the policies beside each table), these grants about tables, columns and
-- functions.

revoke all on public.app_settings from public, anon, authenticated, service_role;
grant select on public.app_settings to anon, authenticated;
grant select, insert, update, delete on public.app_settings to service_role;

revoke all on public.setting_changes from public, anon, authenticated, service_role;
grant select on public.setting_changes to service_role;

revoke all on public.early_access_users from public, anon, authenticated, service_role;
grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;
grant select, insert, update, delete on public.early_access_users to service_role;

revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.contact_messages to service_role;

revoke all on public.mail_outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.mail_outbox to service_role;

-- Sequences: a visitor could read the number of rows from one, or reset it so that the next insert fails. Identity columns need no right of the
-- role that inserts.
revoke all on all sequences in schema public from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- Functions of the API: for the operators' key only.
revoke all on function
  public.apply_retention(integer),
  public.claim_mail(integer, integer),
  public.claim_mail_by_id(uuid, integer),
  public.count_mail(),
  public.count_signups(),
  public.erase_again(jsonb),
  public.erase_person(text),
  public.erased_among(jsonb),
  public.find_person(text),
  public.list_erased_people(),
  public.mark_mail_failed(uuid, text, boolean),
  public.mark_mail_sent(uuid),
  public.request_welcome_mail(text, text),
  public.retry_given_up_mail(),
  public.retry_mail(uuid),
  public.search_signups(text, integer),
  public.set_setting(text, text, text),
  public.store_contact_message(text, text, text, text)
  from public, anon, authenticated;
grant execute on function
  public.apply_retention(integer),
  public.claim_mail(integer, integer),
  public.claim_mail_by_id(uuid, integer),
  public.count_mail(),
  public.count_signups(),
  public.erase_again(jsonb),
  public.erase_person(text),
  public.erased_among(jsonb),
  public.find_person(text),
  public.list_erased_people(),
  public.mark_mail_failed(uuid, text, boolean),
  public.mark_mail_sent(uuid),
  public.request_welcome_mail(text, text),
  public.retry_given_up_mail(),
  public.retry_mail(uuid),
  public.search_signups(text, integer),
  public.set_setting(text, text, text),
  public.store_contact_message(text, text, text, text)
  to service_role;

-- It takes on the role that its argument names, so only the host may call it.
revoke execute on function private.sign_up_together(jsonb, text[]) from public;
