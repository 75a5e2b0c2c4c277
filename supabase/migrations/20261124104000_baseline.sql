-- Generated from supabase/schemas, without its comments, by `npm run check -- --write`. Until the first tagged version, this is the only
-- migration.

create schema private;
comment on schema private is
  'Validation rules, rate-limit counters and secrets. The data API does not expose it; no API role has privileges in it.';
revoke all on schema private from public, anon, authenticated, service_role;

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
  'Code points of Unicode 17.0 that match [\p{L}\p{M}], which a name may contain. Generated by tools/checks/unicode-letters.ts.';

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
  when lower(name collate "C") ~ 'script|onload|onerror'
    and private.has_name_part(name, '{script,javascript,vbscript,onload,onerror}')
    then 'Name contains suspicious content'
end;
comment on function private.name_fault(text) is
  'Returns the first validation message for a normalised name, or null when the name is valid.';

create function private.tidy_email(email text) returns text
language sql immutable
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

create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value text not null,
  updated_at timestamptz not null default now(),
  constraint app_settings_value_check check (
    case
      when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'
      when key in ('count_down_spots', 'mail_paused', 'sending_held') then value in ('true', 'false')
      else char_length(value) <= 1000
    end
  ),
  constraint app_settings_confirmation_check check (
    case key
      when 'confirm_signups' then value in ('true', 'false')
      when 'confirm_within_hours' then value ~ '^[1-9][0-9]{0,2}$' and value::integer <= 720
      else true
    end
  )
);
comment on table public.app_settings is 'Settings that operators change while the site runs.';
comment on constraint app_settings_value_check on public.app_settings is 'Numbers are non-negative integers; switches are true or false.';
comment on constraint app_settings_confirmation_check on public.app_settings is 'confirm_signups is true or false; confirm_within_hours is a whole number from 1 to 720.';

insert into public.app_settings (key, value) values
  ('early_access_spots', '10'),
  ('count_down_spots', 'true'),
  ('mail_paused', 'false'),
  ('sending_held', 'false'),
  ('mail_per_hour', '1000'),
  ('confirm_signups', 'false'),
  ('confirm_within_hours', '48');

alter table public.app_settings enable row level security;

create policy visitors_read_spots on public.app_settings for select to anon, authenticated
  using (key = 'early_access_spots');
comment on policy visitors_read_spots on public.app_settings is 'Visitors can read the number of remaining spots and no other setting.';

create policy service_role_manages on public.app_settings to service_role using (true) with check (true);
comment on policy service_role_manages on public.app_settings is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

alter publication supabase_realtime add table public.app_settings;

create function private.is_sending_held() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'sending_held' and value = 'true')
$$;
comment on function private.is_sending_held() is 'Returns whether mails and webhook events wait because the data was restored.';

create function private.note_update() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.note_update() is 'Sets updated_at to the time of the update.';

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
comment on table public.setting_changes is
  'History of settings: one row for each change by an operator, in the order of id. Inserted by triggers.';
comment on column public.setting_changes.reason is 'Null when the setting was changed by a plain UPDATE, which has no reason.';

create index setting_changes_key on public.setting_changes (key, id desc);

alter table public.setting_changes enable row level security;

create policy service_role_reads on public.setting_changes for select to service_role using (true);
comment on policy service_role_reads on public.setting_changes is 'Operators can read the history; no API role can change it.';

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
comment on function private.note_setting_change() is 'Inserts a change of a setting into setting_changes.';

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
  perform set_config('app.change_reason', '', true);
  if changed.key is null then
    raise no_data_found using message = format('There is no setting %L.', key);
  end if;
  return changed;
end
$$;
comment on function public.set_setting(text, text, text) is
  'Changes a setting and stores the reason in its history, in one transaction. Refuses an unknown setting and an empty reason.';

create table private.hash_keys (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.hash_keys is 'Two random keys of 32 bytes for keyed_hash, generated by the database. No API role can read them.';

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
comment on table private.attempts is 'Attempts of the last 15 minutes, counted under the keyed hash of an address or a source.';

alter table private.attempts enable row level security;
create index attempts_at on private.attempts (at);

create function private.keyed_hash(value text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
return sha256(outer_key || outer_key || sha256(inner_key || inner_key || convert_to(value, 'UTF8')));
comment on function private.keyed_hash(text, bytea, bytea) is
  'Returns a keyed hash. It cannot be computed, and values cannot be guessed from it, without both keys.';

create function private.keyed_hash(value text) returns bytea
language sql stable
as $$
  select private.keyed_hash(value, inner_key, outer_key) from private.hash_keys
$$;
comment on function private.keyed_hash(text) is
  'Returns a keyed hash. It cannot be computed, and values cannot be guessed from it, without this database''s keys.';

create function private.network_source() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  told constant text := nullif(current_setting('request.source', true), '');
begin
  if told is not null then
    return told;
  end if;
  declare
    headers constant jsonb := nullif(current_setting('request.headers', true), '');
    header constant text := coalesce(nullif(current_setting('app.source_header', true), ''), 'cf-connecting-ip');
    address inet;
  begin
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
  'Returns the network that a request comes from: an IPv4 address, the /64 prefix of an IPv6 address, or ''unknown'', which all requests without a valid address share. Reads the setting request.source; without it, the header that app.source_header names, by default that of Supabase''s edge.';

create function private.network_around(source text, ipv6_bits integer, ipv4_bits integer) returns text
language sql immutable
return case
  when source like '%::/64' then network(set_masklen(source::inet, ipv6_bits))::text
  when source ~ '^\d{1,3}(\.\d{1,3}){3}$' then network(set_masklen(source::inet, ipv4_bits))::text
  else source
end;
comment on function private.network_around(text, integer, integer) is
  'Returns the wider network of a source with the given length of its prefix, or the source itself when it is no network.';

create function private.attempt_key(kind text, source text, inner_key bytea, outer_key bytea) returns bytea
language sql stable
return substr(private.keyed_hash(kind, inner_key, outer_key), 1, 16)
  || substr(private.keyed_hash('widest:' || private.network_around(source, 48, 24), inner_key, outer_key), 1, 5)
  || substr(private.keyed_hash('middle:' || private.network_around(source, 56, 32), inner_key, outer_key), 1, 5)
  || substr(private.keyed_hash('source:' || source, inner_key, outer_key), 1, 6);
comment on function private.attempt_key(text, text, bytea, bytea) is
  'Returns the key under which attempts of a kind from a source are counted. Networks of one /48 or /24 share its first 21 bytes, and those of one /56 its first 26.';

create function private.recent_attempts(first_bytes bytea) returns setof private.attempts
language sql stable
as $$
  select a.* from private.attempts as a
  where a.key between first_bytes and first_bytes || '\xffffffffffffffffffffffffffffffff'::bytea
    and a.at + interval '15 minutes' > now()
    and a.at - interval '15 minutes' < now()
$$;
comment on function private.recent_attempts(bytea) is 'Returns the attempts of the last 15 minutes whose keys begin with these bytes.';

create function private.recent_counts(key bytea, of_all_sources boolean)
returns table (of_source bigint, of_middle bigint, of_widest bigint, of_all bigint)
language sql stable
as $$
  select
    coalesce(sum(a.count) filter (where a.key = recent_counts.key), 0),
    coalesce(sum(a.count) filter (where substr(a.key, 1, 26) = substr(recent_counts.key, 1, 26)), 0),
    coalesce(sum(a.count) filter (where substr(a.key, 1, 21) = substr(recent_counts.key, 1, 21)), 0),
    coalesce(sum(a.count), 0)
  from private.recent_attempts(substr(recent_counts.key, 1, case when of_all_sources then 16 else 21 end)) as a
$$;
comment on function private.recent_counts(bytea, boolean) is
  'Returns the attempts of the last 15 minutes under a key: of its source, of the /56 and /48 (or /24) around it, and, if asked for, of all sources.';

create function private.share_of(ceiling integer, used bigint) returns bigint
language sql immutable
return case when used >= ceiling then 0 when ceiling is not null then greatest(1, (ceiling - used) / 2) end;
comment on function private.share_of(integer, bigint) is
  'Returns how many attempts one network may make under a ceiling that all sources share: half of what is left, at least one, zero when nothing is left; null without a ceiling.';

create function private.is_within(of_source numeric, of_middle numeric, of_widest numeric, most integer, share bigint) returns boolean
language sql immutable
return of_source <= least(most, share) and of_middle <= least(4::bigint * most, share) and of_widest <= least(8::bigint * most, share);
comment on function private.is_within(numeric, numeric, numeric, integer, bigint) is
  'Returns whether these numbers of attempts are within the limits of a source, the /56 around it, and the /48 or /24 around that. A share that is not null limits all three.';

create function private.sweep_attempts(limit_to integer) returns void
language sql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  delete from private.attempts where ctid in (
    select a.ctid from private.attempts a where a.at < now() - interval '16 minutes'
    order by a.at limit limit_to for update skip locked
  )
$$;
comment on function private.sweep_attempts(integer) is 'Deletes attempts that are too old for every rate limit, at most limit_to of them.';

create function private.count_attempts(kind text, sources text[], most integer, ceiling integer default null) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  keys bytea[];
  counts integer[];
begin
  select array_agg(asked.key order by asked.key), array_agg(asked.count order by asked.key)
  into keys, counts
  from (
    select private.attempt_key(count_attempts.kind, source, k.inner_key, k.outer_key) as key, count(*)::integer as count
    from private.hash_keys as k, unnest(sources) as source
    group by 1
  ) as asked;

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(pg_catalog.encode(shared.first_bytes, 'hex'), 0))
  from (
    select distinct substr(key, 1, case when ceiling is null then 21 else 16 end) as first_bytes from unnest(keys) as key order by 1
  ) as shared;

  insert into private.attempts as a (key, at, count)
  select asked.key, date_bin('10 seconds', now(), 'epoch'), asked.count
  from unnest(keys, counts) as asked (key, count)
  where not exists (
    select
    from (
      select
        each.key, each.count,
        sum(each.count) over (partition by substr(each.key, 1, 26)) as of_middle,
        sum(each.count) over (partition by substr(each.key, 1, 21)) as of_widest
      from unnest(keys, counts) as each (key, count)
    ) as more
    cross join lateral private.recent_counts(more.key, ceiling is not null) as earlier
    where not private.is_within(
      earlier.of_source + more.count, earlier.of_middle + more.of_middle, earlier.of_widest + more.of_widest,
      most, private.share_of(ceiling, earlier.of_all)
    )
  )
  on conflict (key, at) do update set count = a.count + excluded.count;
  if not found then
    return false;
  end if;
  if random() < 0.02 * cardinality(keys) then
    perform private.sweep_attempts(1000);
  end if;
  return true;
end
$$;
comment on function private.count_attempts(text, text[], integer, integer) is
  'Counts an attempt for each element of sources and returns true, or counts none and returns false when one of them would exceed a limit: most for a source, and the wider limits of is_within. With a ceiling, all sources together are limited to it, and each network to its share_of.';

create function private.refuse_too_many() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT429', message = 'Too Many Attempts: Please wait before trying again.';
end
$$;
comment on function private.refuse_too_many() is 'Raises the error of a request over a rate limit (PT429).';

create function private.count_source(kind text, source text, most integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.count_attempts(kind, array[source], most) then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.count_source(text, text, integer) is
  'Counts an attempt of a source, or refuses it (PT429) over the limit of the source or of a network around it.';

create function private.mail_class(kind text, is_deferrable boolean) returns text
language sql immutable
return case
  when starts_with(kind, 'auth_') then 'account' when kind = 'contact_message' then 'team' when is_deferrable then 'later' else 'signup'
end;
comment on function private.mail_class(text, boolean) is
  'Returns the class of a mail, by which it is claimed (claim_mail) and has a part of the hourly rate limit (mail_allowance): account, team, signup or later.';

create table public.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text,
  data jsonb not null default '{}',
  dedupe_key text unique,
  is_deferrable boolean not null default false,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  first_due_at timestamptz,
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  fault text,
  created_at timestamptz not null default now(),
  constraint mail_outbox_kind_check check (kind ~ '^[a-z][a-z_]*$' and octet_length(kind) <= 63),
  constraint mail_outbox_recipient_check check (private.is_address(recipient)),
  constraint mail_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint mail_outbox_fault_check check (fault in ('address', 'recipient', 'server', 'mail')),
  constraint mail_outbox_attempts_check check (attempts >= 0),
  constraint mail_outbox_check check (sent_at is null or gave_up_at is null)
);
comment on table public.mail_outbox is 'Mails that are waiting, leased, sent or given up.';
comment on column public.mail_outbox.recipient is
  'Null: mail to the team, whose address is not stored in the database, or a recipient that retention deleted.';
comment on column public.mail_outbox.data is 'The data that the mail is rendered from; emptied when the mail is sent.';
comment on column public.mail_outbox.dedupe_key is 'Unique, so that inserting the same mail again is idempotent.';
comment on column public.mail_outbox.is_deferrable is
  'The class later (mail_class): invitations of waves, and mails of a network over its share.';
comment on column public.mail_outbox.fault is
  'What the last failure was about: the address does not exist, its mailbox accepts no mail at the moment, the mail server, or the mail itself.';
comment on column public.mail_outbox.first_due_at is
  'When a failed mail was first due, because each retry postpones due_at: since then it is late. Null before the first failure.';
comment on column public.mail_outbox.attempts is 'How many times the mail was claimed.';

create index mail_outbox_of_class on public.mail_outbox (private.mail_class(kind, is_deferrable), due_at)
  where sent_at is null and gave_up_at is null;
create index mail_outbox_undelivered on public.mail_outbox (due_at) where sent_at is null and gave_up_at is null;
create index mail_outbox_leased on public.mail_outbox (leased_until)
  where sent_at is null and gave_up_at is null and leased_until is not null;
create index mail_outbox_sent on public.mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_given_up on public.mail_outbox (gave_up_at) where gave_up_at is not null;
create index mail_outbox_given_up_to on public.mail_outbox (lower(recipient collate "C")) where gave_up_at is not null;
create index mail_outbox_named on public.mail_outbox (coalesce(sent_at, gave_up_at))
  where recipient is not null and (sent_at is not null or gave_up_at is not null);

create function private.back_off(attempts integer, longest interval) returns interval
language sql
return least(longest, interval '5 seconds' * power(2, least(attempts, 20) - 1)) * (0.8 + random() * 0.4);
comment on function private.back_off(integer, interval) is
  'Returns how long a failed delivery waits for its retry: 5 s, 10 s, 20 s, … up to longest, with 20 % jitter, so that a recovering receiver does not get all retries at once.';

alter table public.mail_outbox enable row level security;

create policy service_role_manages on public.mail_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.mail_outbox is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create table public.early_access_users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  is_paid boolean not null default false,
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
  currency text check (currency ~ '^[A-Z]{3}$'),
  payment_reversal text check (payment_reversal in ('refunded', 'withdrawn')),
  invited_at timestamptz,
  wave text,
  confirm_by timestamptz,
  confirmed_at timestamptz,
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
    check (jsonb_typeof(further_claims) = 'array' and jsonb_array_length(further_claims) <= 100),
  constraint early_access_users_invited_check check ((invited_at is null) = (wave is null)),
  constraint early_access_users_confirm_check check (confirm_by is null or (confirmed_at is null and not payment_verified))
);
comment on table public.early_access_users is 'Sign-ups for early access.';
comment on column public.early_access_users.email is 'In lower case, so that the unique constraint ignores case.';
comment on column public.early_access_users.is_paid is
  'Reported by the browser and unverified; an event of the payment provider or an operator sets payment_verified.';
comment on column public.early_access_users.consent_wording is
  'Version of the consent sentence beside the button that the visitor saw. A migration changes the default when the wording changes.';
comment on column public.early_access_users.flag_reason is
  'Why an operator should review the row, or null. A trigger sets it for buyers; a row without it satisfies every validation rule.';
comment on column public.early_access_users.claimed_at is 'When a payment was first reported for this row; null while none was.';
comment on column public.early_access_users.further_claims is
  'Other payments reported for the same address, at most 100: order_id, amount, claimed_at. After an event of the payment provider also verified, and currency if proved. Without verified = true, an unverified claim that anyone can report.';
comment on column public.early_access_users.currency is
  'ISO 4217 code of the amount, from an event of the payment provider; null for an amount that only a browser reported.';
comment on column public.early_access_users.invited_at is 'When a wave invited this person; null while none has (20_waves.sql).';
comment on column public.early_access_users.wave is 'The wave that invited this person.';
comment on column public.early_access_users.confirm_by is
  'Until when the sign-up must be confirmed; afterwards it is deleted, unless a payment was reported. Null when the sign-up counts (12_confirmation.sql).';
comment on column public.early_access_users.confirmed_at is
  'When the visitor confirmed the sign-up on the page that the confirmation mail links to. Null while it is unconfirmed, and when it counts without a confirmation.';

create index early_access_users_created_at on public.early_access_users (created_at desc, id);
create index early_access_users_flagged on public.early_access_users (created_at desc, id) where flag_reason is not null;
create index early_access_users_paid on public.early_access_users (created_at desc, id) where order_id is not null;
create index early_access_users_from_elsewhere on public.early_access_users (created_at desc, id) where consent_form <> 'signup-dialog';
create index early_access_users_further_claims on public.early_access_users using gin (further_claims jsonb_path_ops);
create index early_access_users_claims on public.early_access_users (claimed_at) where claimed_at is not null and not payment_verified;

create index early_access_users_unconfirmed on public.early_access_users (confirm_by) where confirm_by is not null;

alter table public.early_access_users enable row level security;

create policy visitors_sign_up on public.early_access_users for insert to anon, authenticated
  with check (not payment_verified);
comment on policy visitors_sign_up on public.early_access_users is
  'Anyone may sign up; a payment that they report is an unverified claim and grants nothing.';

create policy service_role_manages on public.early_access_users to service_role using (true) with check (true);
comment on policy service_role_manages on public.early_access_users is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

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
  if new.order_id is not null and tg_op = 'INSERT' then
    new.claimed_at := coalesce(new.claimed_at, new.created_at);
  end if;
  if new.is_paid and tg_op = 'INSERT' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || new.order_id, 0));
    if current_setting('role') in ('anon', 'authenticated') then
      new.consent_wording := 'payment-1';
      new.consent_form := 'payment';
    end if;
  end if;
  return new;
end
$$;
comment on function private.tidy_signup() is
  'Refuses a missing name or address, then normalises both; sanitises those of a buyer when they are invalid.';

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
  if tg_op = 'INSERT' and new.is_paid is not true and new.order_id is not null and current_setting('role') in ('anon', 'authenticated') then
    perform private.refuse_used_order(new.email, new.order_id);
  end if;
  return new;
end
$$;
comment on function private.check_signup() is
  'Refuses invalid values with the validation message that the visitor sees, and a free sign-up of a visitor with the order id of another address.';

create trigger signup_3_check before insert or update of name, email, is_paid, amount, order_id on public.early_access_users
  for each row when (nullif(current_setting('request.origins', true), '') is null) execute function private.check_signup();

create function private.sign_up_together(settings jsonb, bodies text[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  stored integer;
begin
  perform set_config(setting.key, setting.value, true) from jsonb_each_text(settings) as setting where setting.key <> 'role';
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
  'Stores the sign-ups of several visitors with the role and settings that they share, all or none. Each body is a JSON array of one object. Only the host calls it.';

create function private.signups_per_source() returns integer
language sql stable
return coalesce(nullif(current_setting('app.limit_signups_per_source', true), '')::integer, 30);
comment on function private.signups_per_source() is
  'Returns how many sign-ups a source may make in 15 minutes, and how many payments it may report: LIMIT_SIGNUPS_PER_SOURCE of the host, or 30.';

create function private.attempts_per_address() returns integer
language sql immutable
return 3;
comment on function private.attempts_per_address() is 'Returns how many sign-up attempts for an address a source may make in 15 minutes.';

create function private.attempts_of_all_per_address() returns integer
language sql immutable
return 100;
comment on function private.attempts_of_all_per_address() is
  'Returns how many sign-up attempts for an address all sources together may make in 15 minutes.';

create function private.count_address_attempt(email text, source text) returns boolean
language sql
set search_path = ''
return private.count_attempts(
  'signup-address:' || email, array[source], private.attempts_per_address(), private.attempts_of_all_per_address()
);
comment on function private.count_address_attempt(text, text) is
  'Counts a sign-up attempt for an address and returns true, or returns false without counting it over the limit of the source or of all sources.';

create function private.is_past_address_limit(of_source bigint, of_middle bigint, of_widest bigint, of_all bigint) returns boolean
language sql immutable
return not private.is_within(
  of_source + 1, of_middle + 1, of_widest + 1,
  private.attempts_per_address(), private.share_of(private.attempts_of_all_per_address(), of_all)
);
comment on function private.is_past_address_limit(bigint, bigint, bigint, bigint) is
  'Returns whether count_address_attempt would refuse another attempt for an address, from the numbers that recent_counts returns.';

create function private.admit_signups(wanted integer, claims integer) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := private.signups_per_source();
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('signups-of:' || private.network_around(source, 48, 24), 0));
  if exists (
    select
    from
      (
        select private.attempt_key(kinds.kind, source, k.inner_key, k.outer_key) as key, kinds.number
        from private.hash_keys as k, (values ('signup-source', wanted), ('claim-source', claims)) as kinds (kind, number)
        offset 0
      ) as asked,
      private.recent_counts(asked.key, false) as earlier
    where asked.number > 0 and not private.is_within(
      earlier.of_source + asked.number, earlier.of_middle + asked.number, earlier.of_widest + asked.number, per_source, null
    )
  ) then
    perform private.refuse_too_many();
  end if;
end
$$;
comment on function private.admit_signups(integer, integer) is
  'Refuses a request whose sign-ups and payments would exceed the limits of its source (PT429). The host calls it in the transaction that stores them.';

create function private.record_signup_attempts(emails text[], claims integer) returns void
language plpgsql
set search_path = ''
as $$
declare
  source constant text := private.network_source();
  per_source constant integer := private.signups_per_source();
begin
  if cardinality(emails) > 0 then
    perform private.count_attempts('signup-source', array_fill(source, array[cardinality(emails)]), per_source);
    perform private.count_address_attempt(private.tidy_email(email), source) from unnest(emails) as email where email is not null;
  end if;
  if claims > 0 then
    perform private.count_attempts('claim-source', array_fill(source, array[claims]), per_source);
  end if;
end
$$;
comment on function private.record_signup_attempts(text[], integer) is
  'Counts refused sign-ups and payments, whose counted attempts were rolled back. A null address counts only for the source. Only the host calls it.';

create function private.refuse_trial() returns void
language plpgsql
set search_path = ''
as $$
begin
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'tx\s*=\s*rollback' then
    raise insufficient_privilege using message = 'A sign-up cannot be tried without being made.';
  end if;
end
$$;
comment on function private.refuse_trial() is 'Refuses a request with the preference tx=rollback.';

create function private.refuse_taken(email text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if not exists (select from public.early_access_users u where u.email = refuse_taken.email) then
    return;
  end if;
  if private.confirms_signups() then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
      schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key',
      hint = 'Call send-notifications to get the confirmation mail again.';
  end if;
  raise unique_violation using
    message = 'duplicate key value violates unique constraint "early_access_users_email_key"',
    schema = 'public', table = 'early_access_users', constraint = 'early_access_users_email_key';
end
$$;
comment on function private.refuse_taken(text) is 'Refuses an address that is already signed up, with the error of the unique constraint.';

create function private.signup_refusal(
  names text[], emails text[], are_paid boolean[], sources text[], user_agents text[]
) returns text
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  per_source constant integer := private.signups_per_source();
  free_sources text[];
  paid_sources text[];
  is_past_limit boolean;
  is_suspicious boolean;
begin
  select
    array_agg(signup.source) filter (where not signup.is_paid),
    array_agg(signup.source) filter (where signup.is_paid),
    bool_or(not signup.is_paid and private.is_past_address_limit(
      earlier.of_source, earlier.of_middle, earlier.of_widest, earlier.of_all
    )),
    bool_or(not signup.is_paid and (
      private.is_suspicious_user_agent(signup.user_agent)
      or private.is_suspicious_email(signup.email)
      or private.is_suspicious_name(signup.name)
    ))
  into free_sources, paid_sources, is_past_limit, is_suspicious
  from (
    select asked.*, private.attempt_key('signup-address:' || asked.email, asked.source, k.inner_key, k.outer_key) as key
    from unnest(names, emails, are_paid, sources, user_agents) as asked (name, email, is_paid, source, user_agent), private.hash_keys as k
    offset 0
  ) as signup
  cross join lateral private.recent_counts(signup.key, true) as earlier;

  if (free_sources is not null and not private.count_attempts('signup-source', free_sources, per_source))
    or (paid_sources is not null and not private.count_attempts('claim-source', paid_sources, per_source))
  then
    return 'source limit';
  end if;
  return case when is_past_limit then 'address limit' when is_suspicious then 'screening' end;
end
$$;
comment on function private.signup_refusal(text[], text[], boolean[], text[], text[]) is
  'Counts sign-ups for their sources and returns why one of them is refused: source limit, address limit or screening; null when all are accepted. The arrays have one element for each sign-up.';

create function private.guard_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  source constant text := private.network_source();
  refusal text;
begin
  perform private.refuse_trial();
  refusal := private.signup_refusal(
    array[new.name], array[new.email], array[false], array[source], array[coalesce(headers ->> 'user-agent', '')]
  );
  if refusal = 'source limit' then
    perform private.refuse_too_many();
  end if;
  perform private.refuse_taken(new.email);
  if refusal = 'screening' then
    raise exception using
      errcode = 'PT403',
      message = 'Security Check Failed: Please contact support if you believe this is an error.';
  end if;
  if refusal = 'address limit' or not private.count_address_attempt(new.email, source) then
    perform private.refuse_taken(new.email);
    perform private.refuse_too_many();
  end if;
  return new;
end
$$;
comment on function private.guard_signup() is
  'Refuses a source over its limit, a taken address, an address over its limit, and a sign-up that the bot screening rejects.';

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
as $$
declare
  origins constant jsonb := current_setting('request.origins')::jsonb;
  stored integer;
  has_used_order boolean;
  names text[];
  emails text[];
  are_paid boolean[];
  sources text[];
  user_agents text[];
begin
  select
    count(*), bool_or(s.order_id is not null and private.is_used_order(s.email, s.order_id)),
    array_agg(s.name), array_agg(s.email), array_agg(s.is_paid)
  into stored, has_used_order, names, emails, are_paid
  from signups as s;
  select array_agg(origin.source), array_agg(origin.user_agent)
  into sources, user_agents
  from jsonb_to_recordset(origins) as origin (source text, user_agent text);

  if stored <> jsonb_array_length(origins) or has_used_order
    or private.signup_refusal(names, emails, are_paid, sources, user_agents) is not null
  then
    raise exception using errcode = 'PT409', message = 'Not all of these may sign up at once.';
  end if;
  return null;
end
$$;
comment on function private.guard_signups() is
  'Refuses a batch of sign-ups when one of them would be refused, or when request.origins does not have one element for each of its rows.';

create trigger signup_guard_together after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.guard_signups();

create table private.payment_events (
  id text primary key check (id ~ '^[\x21-\x7e]{1,255}$'),
  type text not null check (type in ('paid', 'refunded', 'withdrawn', 'reinstated')),
  order_id text check (order_id ~ '^[\x21-\x7e]{1,255}$'),
  payment_id text check (payment_id ~ '^[\x21-\x7e]{1,255}$'),
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_unreported boolean not null default false,
  inserted_id uuid,
  constraint payment_events_order_check check ((type = 'paid') = (order_id is not null)),
  constraint payment_events_payment_check check (type = 'paid' or payment_id is not null)
);
comment on table private.payment_events is
  'Events of the payment provider, each stored once. Only "paid" has the order id; later events have the id of its payment.';
comment on column private.payment_events.is_unreported is
  'Whether the sign-up has its address from this event because no browser has reported the order; false after a report.';
comment on column private.payment_events.inserted_id is 'The id of the sign-up that the event inserted; null when it inserted none.';

create index payment_events_order_id on private.payment_events (order_id);
create index payment_events_payment_id on private.payment_events (payment_id);
create index payment_events_received_at on private.payment_events (received_at);
create index payment_events_inserted_id on private.payment_events (inserted_id);
alter table private.payment_events enable row level security;

create function private.payment_state(order_id text) returns text
language sql stable
as $$
  select case
    when count(*) filter (where e.order_id = payment_state.order_id) = 0 then null
    when count(*) filter (where e.type = 'refunded') > 0 then 'refunded'
    when count(*) filter (where e.type = 'withdrawn') > count(*) filter (where e.type = 'reinstated') then 'withdrawn'
    else 'proved'
  end
  from private.payment_events e
  where e.order_id = payment_state.order_id
    or e.payment_id in (select paid.payment_id from private.payment_events paid where paid.order_id = payment_state.order_id)
$$;
comment on function private.payment_state(text) is
  'Returns proved for the payment of an order that was made, refunded after a full refund, withdrawn during a dispute; null without a paid event of the order.';

create function private.is_unreported_order(order_id text) returns boolean
language sql stable
as $$
  select exists (
    select from private.payment_events e where e.order_id = is_unreported_order.order_id and e.is_unreported
  )
$$;
comment on function private.is_unreported_order(text) is
  'Returns whether the address of an order comes from an event of the payment provider and no browser has reported the order.';

create function private.payment_events_of(known public.early_access_users) returns setof private.payment_events
language sql stable
as $$
  with paid as (
    select e.* from private.payment_events e
    where e.order_id = known.order_id
      or e.order_id in (select claim ->> 'order_id' from jsonb_array_elements(known.further_claims) as claim)
  )
  select paid.* from paid
  union
  select e.* from private.payment_events e where e.payment_id in (select paid.payment_id from paid)
$$;
comment on function private.payment_events_of(public.early_access_users) is
  'Returns the events of the payment provider about the payments of a sign-up.';

create function private.forget_payments() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.payment_events where id in (select e.id from private.payment_events_of(old) as e);
  return null;
end
$$;
comment on function private.forget_payments() is
  'Deletes the events about the payments of a deleted sign-up: at an erasure, and when an operator deletes the row.';

create trigger signup_forget_payments after delete on public.early_access_users
  for each row execute function private.forget_payments();

create function private.sanitise_name(name text) returns text
language plpgsql immutable
as $$
declare
  cleaned text := left(private.one_line(name, 1000), 1000); -- again, because NFC makes some texts longer
  before text := '';
begin
  while before <> cleaned loop
    before := cleaned;
    cleaned := regexp_replace(cleaned, '[<>{}]|javascript:|vbscript:|on[A-Za-z0-9_]+ *=', '', 'gi');
  end loop;
  return btrim(cleaned);
end
$$;
comment on function private.sanitise_name(text) is 'Returns the sanitised name that is stored for a buyer whose name is invalid.';

create function private.sanitise_email(email text) returns text
language sql immutable
return left(lower(private.visible_line(translate(left(email, 4000), '<>{}', '')) collate "C"), 254);
comment on function private.sanitise_email(text) is 'Returns the sanitised address that is stored for a buyer whose address is invalid.';

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
  'Returns why a free sign-up with this normalised name and address would be refused, for an operator to read; null when it would not be refused.';

create function private.is_used_order(address text, order_id text) returns boolean
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
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
comment on function private.is_used_order(text, text) is 'Returns whether an order id was reported for another address.';

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
  'Refuses an order id that was reported for another address, with the error of the unique constraint on order ids.';

create function private.with_flag(flags text, flag text) returns text
language sql immutable
return case when flag = any (string_to_array(flags, '; ')) then flags else concat_ws('; ', flags, flag) end;
comment on function private.with_flag(text, text) is 'Adds a reason to a flag_reason, unless it contains the reason already.';

create function private.claims_of(known public.early_access_users) returns jsonb
language sql stable
as $$
  select jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'order_id', known.order_id, 'amount', known.amount, 'currency', known.currency, 'claimed_at', known.claimed_at
  ))) || known.further_claims
$$;
comment on function private.claims_of(public.early_access_users) is
  'Returns all payments of a paid sign-up as an array: that of the row first, then its further claims.';

create function private.add_claim(known public.early_access_users, claim jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not known.is_paid then
    update public.early_access_users
    set
      is_paid = true, amount = (claim ->> 'amount')::numeric, currency = claim ->> 'currency', order_id = claim ->> 'order_id',
      claimed_at = now()
    where id = known.id
    returning * into known;
    if known.confirm_by is null then
      perform private.queue_welcome_mails(array[known]);
    end if;
  else
    update public.early_access_users
    set
      further_claims = (further_claims - 99) || claim,
      flag_reason = private.with_flag(flag_reason, 'Another payment was reported')
    where id = known.id;
  end if;
end
$$;
comment on function private.add_claim(public.early_access_users, jsonb) is
  'Adds a payment (order_id, amount, claimed_at, and currency when proved) to a sign-up: on a free sign-up as its payment, otherwise as a further claim.';

create function private.claim_payment() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
  claim jsonb := jsonb_build_object('order_id', new.order_id, 'amount', new.amount, 'claimed_at', now());
  is_moved boolean;
begin
  perform private.refuse_trial();
  perform private.count_source('claim-source', private.network_source(), private.signups_per_source());
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || new.email, 0));
  is_moved := private.is_used_order(new.email, new.order_id);
  if is_moved then
    if not private.is_unreported_order(new.order_id) then
      perform private.refuse_used_order(new.email, new.order_id);
    end if;
    new.flag_reason := private.with_flag(new.flag_reason, 'The payment has another address');
    claim := private.move_payment(new);
    if claim is null then
      return null;
    end if;
    new.amount := claim ->> 'amount';
    new.currency := claim ->> 'currency';
  end if;

  select * into known from public.early_access_users u where u.email = new.email for update;
  if private.is_event_row(known) then
    perform private.readdress_signup(known, new);
  end if;
  update private.payment_events e set is_unreported = false where e.order_id = new.order_id and e.is_unreported;
  if known.id is null then
    return new;
  end if;
  if not known.is_paid then
    perform private.add_claim(known, claim);
  elsif known.order_id is distinct from new.order_id
    and not known.further_claims @> jsonb_build_array(jsonb_build_object('order_id', new.order_id))
    and (is_moved or (jsonb_array_length(known.further_claims) < 100
      and private.count_address_attempt(new.email, private.network_source())))
  then
    perform private.add_claim(known, claim);
  end if;
  if is_moved then
    update public.early_access_users u
    set flag_reason = private.with_flag(u.flag_reason, 'The payment has another address')
    where u.id = known.id;
  end if;
  perform private.settle_payments(known.id);
  return null;
end
$$;
comment on function private.claim_payment() is
  'Stores a payment that a buyer''s browser reports: as a new row, or as a claim on the existing row of the address. Idempotent: reporting it again changes nothing.';

create trigger signup_4_claim before insert on public.early_access_users
  for each row
  when (new.is_paid and current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is null)
  execute function private.claim_payment();

create function private.settle_payments(signup_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  known public.early_access_users;
  claims jsonb;
begin
  select * into known from public.early_access_users u where u.id = signup_id for update;
  if known.is_paid is not true then
    return;
  end if;
  select jsonb_agg(
    jsonb_strip_nulls(
      (claim.value - 'reversal') || jsonb_build_object('verified', claim.is_proved, 'reversal', nullif(claim.state, 'proved'))
    )
    order by claim.is_proved desc,
      coalesce(claim.paid_at, case when claim.is_proved then '-infinity' else 'infinity' end::timestamptz),
      claim.place
  )
  into claims
  from (
    select each.value, each.place, state,
      coalesce(state = 'proved', each.place = 1 and known.payment_verified) as is_proved,
      (
        select min(e.happened_at) from private.payment_events e
        where e.order_id = each.value ->> 'order_id' and e.type = 'paid'
      ) as paid_at
    from jsonb_array_elements(private.claims_of(known)) with ordinality as each (value, place),
      private.payment_state(each.value ->> 'order_id') as state
  ) as claim
  having bool_or(claim.paid_at is not null);
  if claims is null then
    return;
  end if;
  update public.early_access_users
  set
    order_id = claims -> 0 ->> 'order_id',
    amount = (claims -> 0 ->> 'amount')::numeric,
    currency = claims -> 0 ->> 'currency',
    claimed_at = (claims -> 0 ->> 'claimed_at')::timestamptz,
    payment_verified = (claims -> 0 ->> 'verified')::boolean,
    payment_reversal = claims -> 0 ->> 'reversal',
    further_claims = claims - 0
  where id = signup_id;
end
$$;
comment on function private.settle_payments(uuid) is
  'Computes payment_verified, payment_reversal and the sequence of the payments of a sign-up from the stored events of the payment provider.';

create function private.settle_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_payments(s.id)
  from signups s
  where s.is_paid and exists (select from private.payment_events e where e.order_id = s.order_id);
  return null;
end
$$;
comment on function private.settle_signups() is 'Verifies the payments of new sign-ups if the event of the payment provider arrived before.';

create trigger signups_settle after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.settle_signups();

create function public.record_payment_event(
  event_id text, event_type text, event_at timestamptz, payment text,
  checkout text default null, buyer_name text default null, buyer_email text default null,
  paid_amount numeric default null, paid_currency text default null
) returns text
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  tidy constant text := private.tidy_email(coalesce(buyer_email, ''));
  address constant text := nullif(
    case when private.email_fault(tidy) is null then tidy else private.sanitise_email(coalesce(buyer_email, '')) end, ''
  );
  the_order text := checkout;
  holder public.early_access_users;
begin
  insert into private.payment_events (id, type, order_id, payment_id, happened_at)
  values (event_id, event_type, checkout, payment, event_at)
  on conflict (id) do nothing;
  if not found then
    return 'repeated';
  end if;

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment:' || payment, 0));
  if event_type = 'paid' then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('payment-for:' || address, 0));
  else
    select e.order_id into the_order from private.payment_events e where e.payment_id = payment and e.type = 'paid' limit 1;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('order:' || the_order, 0));
  select * into holder from public.early_access_users u
  where u.order_id = the_order or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', the_order))
  for update;

  if event_type = 'paid' and holder.id is null then
    if private.is_erased(address, event_at) then
      return 'erased';
    end if;
    update private.payment_events e set is_unreported = true where e.id = event_id;
    insert into public.early_access_users (name, email, is_paid, amount, currency, order_id, consent_wording, consent_form)
    values (
      coalesce(buyer_name, ''), coalesce(buyer_email, ''), true, paid_amount, paid_currency, the_order, 'payment-1', 'payment'
    )
    on conflict (email) do nothing
    returning * into holder;
    if holder.id is not null then
      update private.payment_events e set inserted_id = holder.id where e.id = event_id;
    else
      select * into holder from public.early_access_users u where u.email = address for update;
      perform private.add_claim(
        holder,
        jsonb_build_object('order_id', the_order, 'amount', paid_amount, 'currency', paid_currency, 'claimed_at', now())
      );
    end if;
  elsif event_type = 'paid' then
    perform private.confirm_claim(holder, the_order, paid_amount, paid_currency);
    if address <> holder.email then
      update public.early_access_users u
      set flag_reason = private.with_flag(u.flag_reason, 'The payment has another address')
      where u.id = holder.id;
    end if;
  end if;
  perform private.settle_payments(holder.id);
  return 'stored';
end
$$;
comment on function public.record_payment_event(text, text, timestamptz, text, text, text, text, numeric, text) is
  'Stores a verified event of the payment provider and settles the sign-up with its order. Returns stored; repeated for an event that is stored already; erased when the person was erased after the payment. The parameters from checkout on are null unless the event type is paid.';

create function private.confirm_claim(
  known public.early_access_users, order_id text, paid_amount numeric, paid_currency text
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if known.order_id is distinct from confirm_claim.order_id then
    update public.early_access_users u
    set further_claims = (
      select jsonb_agg(
        case when claim.value ->> 'order_id' = confirm_claim.order_id
          then claim.value || jsonb_build_object('amount', paid_amount, 'currency', paid_currency) else claim.value end
        order by claim.place
      )
      from jsonb_array_elements(u.further_claims) with ordinality as claim (value, place)
    )
    where u.id = known.id;
  elsif known.is_paid then
    update public.early_access_users u set amount = paid_amount, currency = paid_currency where u.id = known.id;
  else
    perform private.add_claim(
      known,
      jsonb_build_object('order_id', confirm_claim.order_id, 'amount', paid_amount, 'currency', paid_currency)
    );
  end if;
end
$$;
comment on function private.confirm_claim(public.early_access_users, text, numeric, text) is
  'Replaces the reported amount of a payment with the amount and currency of the event.';

create function private.is_event_row(known public.early_access_users) returns boolean
language sql stable
as $$
  select exists (select from private.payment_events e where e.inserted_id = known.id)
    and bool_and(private.is_unreported_order(claim ->> 'order_id'))
  from jsonb_array_elements(private.claims_of(known)) as claim
$$;
comment on function private.is_event_row(public.early_access_users) is
  'Returns whether only events of the payment provider created a row and its payments, so that its name and address were typed at the provider.';

create function private.readdress_signup(known public.early_access_users, reported public.early_access_users) returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.early_access_users set name = reported.name, email = reported.email where id = known.id;
  update public.early_access_users
  set flag_reason = nullif(
    concat_ws(
      '; ', reported.flag_reason,
      case when known.flag_reason like '%Another payment was reported%' then 'Another payment was reported' end
    ),
    ''
  )
  where id = known.id;
end
$$;
comment on function private.readdress_signup(public.early_access_users, public.early_access_users) is
  'Replaces the name and address of a row that only events created with those that the buyer typed on the site.';

create function private.move_payment(reported public.early_access_users) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  holder public.early_access_users;
  moved jsonb;
  rest jsonb;
  is_event_row boolean;
begin
  select * into holder from public.early_access_users u
  where u.order_id = reported.order_id
    or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', reported.order_id))
  for update;
  select
    jsonb_agg(claim.value) filter (where claim.value ->> 'order_id' = reported.order_id) -> 0,
    coalesce(jsonb_agg(claim.value order by claim.place) filter (where claim.value ->> 'order_id' <> reported.order_id), '[]')
  into moved, rest
  from jsonb_array_elements(private.claims_of(holder)) with ordinality as claim (value, place);
  is_event_row := private.is_event_row(holder);

  if rest <> '[]' then
    update public.early_access_users
    set
      order_id = rest -> 0 ->> 'order_id', amount = (rest -> 0 ->> 'amount')::numeric, currency = rest -> 0 ->> 'currency',
      claimed_at = (rest -> 0 ->> 'claimed_at')::timestamptz, payment_verified = coalesce((rest -> 0 ->> 'verified')::boolean, false),
      payment_reversal = rest -> 0 ->> 'reversal',
      further_claims = rest - 0,
      flag_reason = case when jsonb_array_length(rest) > 1 then flag_reason
        else private.without_flag(flag_reason, 'Another payment was reported') end
    where id = holder.id;
    perform private.settle_payments(holder.id);
  elsif is_event_row and not exists (select from public.early_access_users u where u.email = reported.email) then
    perform private.readdress_signup(holder, reported);
    update private.payment_events e set is_unreported = false where e.order_id = reported.order_id;
    return null;
  else
    update public.early_access_users
    set
      is_paid = false, payment_verified = false, payment_reversal = null, amount = null, currency = null, order_id = null, claimed_at = null,
      further_claims = '[]'
    where id = holder.id;
    if is_event_row then
      delete from public.early_access_users where id = holder.id;
    end if;
  end if;
  return moved - 'verified' - 'reversal';
end
$$;
comment on function private.move_payment(public.early_access_users) is
  'Removes a payment from the sign-up with the address of its event, to be added to the sign-up with the reported address. Returns the payment, or null when the row itself got the reported name and address.';

create function private.without_flag(flags text, flag text) returns text
language sql immutable
return nullif(array_to_string(array_remove(string_to_array(flags, '; '), flag), '; '), '');
comment on function private.without_flag(text, text) is 'Removes a reason from the reasons of a flag_reason.';

create table private.confirmation_links (
  hash bytea primary key,
  signup_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table private.confirmation_links is
  'The links in confirmation mails. The secret of a link is 64 hexadecimal digits; only the SHA-256 hash of this text is stored, here and in backups.';
create index confirmation_links_signup_id on private.confirmation_links (signup_id);
create index confirmation_links_created_at on private.confirmation_links (created_at);
alter table private.confirmation_links enable row level security;

create function private.confirms_signups() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'confirm_signups' and value = 'true')
$$;
comment on function private.confirms_signups() is 'Returns whether free sign-ups must be confirmed.';

create function public.must_confirm_signup() returns boolean
language sql stable
security definer
set search_path = ''
as $$
  select private.confirms_signups()
$$;
comment on function public.must_confirm_signup() is
  'Returns whether free sign-ups must be confirmed, for the page after a sign-up. Says nothing about any sign-up.';

create function private.confirmation_mail_keys(signup_id uuid) returns text[]
language sql immutable
return array['signup_confirmation:' || signup_id, 'signup_confirmation:' || signup_id || ':2', 'signup_confirmation:' || signup_id || ':3'];
comment on function private.confirmation_mail_keys(uuid) is
  'Returns the keys (column dedupe_key) of the confirmation mails of a sign-up: the first mail, and at most two more.';

create function private.await_confirmation() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  if private.confirms_signups() then
    new.confirm_by := now() + make_interval(hours => coalesce(
      (select s.value::integer from public.app_settings s where s.key = 'confirm_within_hours'), 48
    ));
  end if;
  return new;
end
$$;
comment on function private.await_confirmation() is 'Sets the time until which a sign-up must be confirmed, while confirm_signups is true.';

create trigger signup_5_confirm before insert on public.early_access_users
  for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.await_confirmation();

create function private.queue_confirmation_mails() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select 'signup_confirmation', s.email, private.confirmation_data(s.id, s.name, s.confirm_by, s.order_id is not null), 'signup_confirmation:' || s.id
  from signups s
  where s.confirm_by is not null and private.address_fault(s.email) is null
  on conflict (dedupe_key) do nothing;
  return null;
end
$$;
comment on function private.queue_confirmation_mails() is 'Queues the confirmation mails of new sign-ups that are unconfirmed.';

create function private.confirmation_data(signup_id uuid, name text, confirm_by timestamptz, has_order boolean) returns jsonb
language sql stable
return jsonb_build_object('signup_id', signup_id, 'name', name, 'confirm_by', confirm_by, 'has_order', has_order);
comment on function private.confirmation_data(uuid, text, timestamptz, boolean) is
  'Returns the data that a confirmation mail is rendered from, without the secret of its link.';

create trigger signup_welcome_unconfirmed after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.queue_confirmation_mails();

create function private.make_confirmation_token(signup_id uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  token constant text := encode(
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'
  );
begin
  insert into private.confirmation_links (hash, signup_id) values (sha256(convert_to(token, 'UTF8')), make_confirmation_token.signup_id);
  return token;
end
$$;
comment on function private.make_confirmation_token(uuid) is
  'Generates the secret of a link that confirms a sign-up, stores its hash, and returns it. It cannot be read again.';

create function private.end_wait_of_buyer() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.confirm_by := null;
  return new;
end
$$;
comment on function private.end_wait_of_buyer() is 'Sets confirm_by to null when the payment of an unconfirmed sign-up is verified, which then counts without a confirmation.';

create trigger signup_5_verified before update of payment_verified on public.early_access_users
  for each row when (new.payment_verified and new.confirm_by is not null) execute function private.end_wait_of_buyer();

create function private.count_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.held_spots h where h.signup_id = new.id;
  delete from public.mail_outbox m where m.dedupe_key = any (private.confirmation_mail_keys(new.id)) and m.sent_at is null;
  if private.has_webhook_targets() then
    perform private.queue_event(
      'signup.created', private.person_hash(new.email), jsonb_build_object('signup_id', new.id, 'is_paid', new.is_paid),
      jsonb_build_object('name', new.name, 'email', new.email)
    );
    if new.confirmed_at is not null then
      perform private.queue_event(
        'signup.confirmed', private.person_hash(new.email), jsonb_build_object('signup_id', new.id),
        jsonb_build_object('name', new.name, 'email', new.email)
      );
    end if;
    if new.is_paid and not new.payment_verified then
      perform private.queue_event(
        'payment.reported', private.person_hash(new.email),
        jsonb_build_object('signup_id', new.id, 'amount', claim -> 'amount', 'currency', claim -> 'currency'),
        jsonb_build_object('name', new.name, 'email', new.email, 'order_id', claim -> 'order_id')
      )
      from jsonb_array_elements(private.claims_of(new)) as claim;
    end if;
  end if;
  perform private.queue_welcome_mails(array[new]);
  return null;
end
$$;
comment on function private.count_signup() is
  'Runs when an unconfirmed sign-up starts to count: queues its events for webhooks and its welcome mail, deletes its unsent confirmation mails, and ends the hold on its spot, which is then never given back.';

create trigger signup_counts after update on public.early_access_users
  for each row when (old.confirm_by is not null and new.confirm_by is null) execute function private.count_signup();

create function public.confirm_signup(token text) returns text
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  of_signup uuid;
begin
  perform private.refuse_trial();
  perform private.count_source('confirm-source', private.network_source(), 2 * private.signups_per_source());
  select l.signup_id into of_signup from private.confirmation_links l where l.hash = sha256(convert_to(confirm_signup.token, 'UTF8'));
  update public.early_access_users u set confirmed_at = now(), confirm_by = null
  where u.id = of_signup and u.confirm_by is not null;
  if found then
    return 'confirmed';
  end if;
  return case when exists (select from public.early_access_users u where u.id = of_signup) then 'already_confirmed' else 'unknown' end;
end
$$;
comment on function public.confirm_signup(text) is
  'Confirms the sign-up of a link. Returns confirmed, already_confirmed, or unknown for a link that expired or never existed. Idempotent. Refuses a source over its limit (PT429).';

create function public.request_confirmation_mail(email text) returns uuid
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  known public.early_access_users;
  queued integer;
  is_too_soon boolean;
  mail_id uuid;
begin
  select u.* into known from public.early_access_users u
  where u.email = private.tidy_email(request_confirmation_mail.email) and u.confirm_by is not null
    and private.address_fault(u.email) is null
  for update;
  if not found then
    return null;
  end if;
  select count(*), bool_or(m.sent_at is null and m.gave_up_at is null or m.created_at > now() - interval '15 minutes') into queued, is_too_soon
  from public.mail_outbox m where m.dedupe_key = any (private.confirmation_mail_keys(known.id));
  if queued = 3 or is_too_soon then
    return null;
  end if;
  insert into public.mail_outbox (kind, recipient, data, dedupe_key, is_deferrable)
  values (
    'signup_confirmation', known.email, private.confirmation_data(known.id, known.name, known.confirm_by, known.order_id is not null),
    (private.confirmation_mail_keys(known.id))[queued + 1], true
  )
  on conflict (dedupe_key) do nothing
  returning id into mail_id;
  return mail_id;
end
$$;
comment on function public.request_confirmation_mail(text) is
  'Queues another confirmation mail for an unconfirmed address and returns its id; at most three for a sign-up, 15 minutes apart, and none while one is unsent, also one that was given up. Returns null when it queues none.';

create function private.expire_signups(limit_to integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  expired integer;
begin
  with gone as (
    delete from public.early_access_users where id in (
      select u.id from public.early_access_users u where u.confirm_by < now() and u.order_id is null
      order by u.confirm_by limit limit_to for update skip locked
    ) returning id
  ), mail_of_gone as (
    delete from public.mail_outbox m where m.dedupe_key in (
      select key from gone g, unnest(private.confirmation_mail_keys(g.id)) as key
    )
  )
  select count(*) into expired from gone;
  delete from private.confirmation_links where hash in (
    select l.hash from private.confirmation_links l where l.created_at < now() - interval '60 days'
    order by l.created_at limit limit_to for update skip locked
  );
  return expired;
end
$$;
comment on function private.expire_signups(integer) is
  'Deletes sign-ups without a reported payment that were not confirmed in time, with their mails, and links older than 60 days; at most limit_to of each. Returns the number of sign-ups. A trigger gives the spots back in the same transaction.';

create table private.held_spots (
  signup_id uuid primary key
);
comment on table private.held_spots is
  'The unconfirmed sign-ups that took a spot. All rows are deleted when an operator sets the number of spots, because the new number replaces the one that these sign-ups lowered.';
alter table private.held_spots enable row level security;

create function private.release_held_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(current_setting('app.keeps_held_spots', true), '') <> 'true' then
    delete from private.held_spots h where h.signup_id is not null;
  end if;
  return null;
end
$$;
comment on function private.release_held_spots() is
  'Deletes all rows of held_spots when an operator sets the number of spots, so that no expiry raises the number above what the operator set.';

create trigger app_settings_spots_set after update on public.app_settings
  for each row when (new.key = 'early_access_spots' and pg_trigger_depth() < 1)
  execute function private.release_held_spots();

create function private.give_back_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  given_back integer;
begin
  delete from private.confirmation_links l using gone g where l.signup_id = g.id;
  if not exists (select from private.held_spots h join gone g on g.id = h.signup_id) then
    return null;
  end if;
  perform from public.app_settings s where s.key = 'early_access_spots' for update;
  delete from private.held_spots h using gone g where h.signup_id = g.id;
  get diagnostics given_back = row_count;
  update public.app_settings s set value = least(s.value::integer + given_back, 999999999)::text
  where s.key = 'early_access_spots' and given_back > 0
    and exists (select from public.app_settings c where c.key = 'count_down_spots' and c.value = 'true');
  return null;
end
$$;
comment on function private.give_back_spots() is
  'Deletes the confirmation links of deleted sign-ups, and gives back the spots that these sign-ups held, unless an operator has set the number since, or count_down_spots is false.';

create trigger signup_give_back_spot after delete on public.early_access_users
  referencing old table as gone
  for each statement execute function private.give_back_spots();

create function private.take_spot() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  before integer;
begin
  if exists (select from signups s where s.confirm_by is not null) then
    select value::integer into before from public.app_settings where key = 'early_access_spots' for update;
  end if;
  update public.app_settings
  set value = greatest(value::integer - (select count(*) from signups), 0)::text
  where key = 'early_access_spots'
    and value <> '0'
    and exists (select from signups)
    and exists (select from public.app_settings s where s.key = 'count_down_spots' and s.value = 'true');
  if found and before is not null then
    insert into private.held_spots (signup_id)
    select s.id from signups s where s.confirm_by is not null
    order by s.created_at, s.id
    limit greatest(before - (select count(*) from signups c where c.confirm_by is null), 0);
  end if;
  return null;
end
$$;
comment on function private.take_spot() is
  'Lowers early_access_spots by one for each new sign-up, not below zero, unless count_down_spots is false.';

create trigger signup_take_spot after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.take_spot();

create function private.welcome_data(name text, is_paid boolean, amount numeric) returns jsonb
language sql stable
return jsonb_build_object('name', name, 'is_paid', is_paid, 'amount', amount);
comment on function private.welcome_data(text, boolean, numeric) is 'Returns the data that a welcome mail is rendered from.';

create function private.queue_welcome_mails(signups public.early_access_users[]) returns void
language sql
set search_path = ''
as $$
  insert into public.mail_outbox (kind, recipient, data, dedupe_key)
  select welcome.kind, signup.email, private.welcome_data(signup.name, signup.is_paid, signup.amount), welcome.kind || ':' || signup.id
  from unnest(signups) as signup,
    lateral (select case when signup.is_paid then 'welcome_paid' else 'welcome_free' end) as welcome (kind)
  where signup.flag_reason is null or private.address_fault(signup.email) is null
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_welcome_mails(public.early_access_users[]) is
  'Queues the welcome mails of sign-ups, paid or free, except those that are queued already and those to invalid addresses.';

create function private.welcome_signup() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_welcome_mails(array_agg(s::public.early_access_users)) from signups as s where s.confirm_by is null;
  return null;
end
$$;
comment on function private.welcome_signup() is 'Queues the welcome mails of new sign-ups, except unconfirmed ones.';

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
  welcome_key text;
  waiting uuid;
begin
  if source <> '' then
    perform private.count_source('welcome-source', source, 2 * private.signups_per_source());
  end if;
  select
    case when u.confirm_by is not null then 'signup_confirmation:' when u.is_paid then 'welcome_paid:' else 'welcome_free:' end || u.id
  into welcome_key
  from public.early_access_users u where u.email = private.tidy_email(request_welcome_mail.email);
  select m.id into waiting from public.mail_outbox m
  where m.dedupe_key = coalesce(welcome_key, 'welcome_free:00000000-0000-0000-0000-000000000000')
    and m.sent_at is null and m.gave_up_at is null;
  return jsonb_build_object(
    'mail_id', waiting,
    'is_held', private.is_mail_paused() or private.is_mail_server_failing() or private.mail_allowance('signup') = 0
  )
    || case when private.confirms_signups() then '{"may_confirm": true}'::jsonb else '{}' end;
end
$$;
comment on function public.request_welcome_mail(text, text) is
  'Returns the id of the waiting welcome or confirmation mail for an address, or null, and whether all such mails are held back at the moment (is_held); may_confirm is true while sign-ups must be confirmed. Refuses a source over its limit (PT429).';

create table private.mail_server (
  is_only boolean primary key default true check (is_only),
  refused uuid[] not null default '{}',
  failing_since timestamptz,
  failure text,
  resume_at timestamptz not null default now(),
  reported_at timestamptz
);
comment on table private.mail_server is 'One row: whether the mail server accepts mail.';
comment on column private.mail_server.refused is 'Up to five mails that failed since the last accepted one; five pause the queue.';
comment on column private.mail_server.failing_since is 'The first failure since the last accepted mail; null while mail is accepted.';
comment on column private.mail_server.resume_at is 'When the next mail is tried while the queue is paused.';
comment on column private.mail_server.reported_at is 'When the last outage was announced.';
alter table private.mail_server enable row level security;
insert into private.mail_server default values;

create function private.is_mail_server_failing() returns boolean
language sql stable
as $$
  select cardinality(refused) >= 5 from private.mail_server
$$;
comment on function private.is_mail_server_failing() is
  'Returns whether the queue is paused because the mail server refused five different mails in a row.';

create function private.is_mail_outage() returns boolean
language sql stable
as $$
  select cardinality(refused) >= 5 or (cardinality(refused) >= 2 and failing_since < now() - interval '5 minutes') from private.mail_server
$$;
comment on function private.is_mail_outage() is
  'Returns whether the mail server refused five different mails in a row, or has accepted none of several for five minutes.';

create function private.is_mail_paused() returns boolean
language sql stable
as $$
  select private.is_sending_held() or exists (select from public.app_settings where key = 'mail_paused' and value = 'true')
$$;
comment on function private.is_mail_paused() is 'Returns whether an operator paused all mail, or it is held since a restore.';

create type public.claimed_mail as (id uuid, kind text, recipient text, data jsonb, attempts integer);
comment on type public.claimed_mail is 'What a worker needs to send a mail.';

create function private.digest_data(data jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return data || jsonb_build_object(
    'count',
    (
      select count(*) from public.contact_messages c
      where c.created_at >= (data ->> 'since')::timestamptz and c.created_at < (data ->> 'until')::timestamptz
        and not exists (select from public.mail_outbox m where m.dedupe_key = 'contact_message:' || c.id)
    )
  );
end
$$;
comment on function private.digest_data(jsonb) is
  'Returns the data that a digest of contact messages (15_contact.sql) is rendered from: its beginning and end, and the number of messages without a mail of their own.';

create function private.lease_mail(ids uuid[], lease_seconds integer) returns setof public.claimed_mail
language sql
as $$
  with leased as (
    update public.mail_outbox
    set leased_until = now() + make_interval(secs => lease_seconds), attempts = attempts + 1
    where id = any (ids)
    returning id, kind, recipient, data, attempts
  )
  select
    id, kind, recipient,
    case
      when kind = 'signup_confirmation' and data ? 'signup_id'
        then data || jsonb_build_object('token', private.make_confirmation_token((data ->> 'signup_id')::uuid))
      when kind = 'contact_message' and data ? 'until' then private.digest_data(data)
      else data
    end,
    attempts
  from leased
$$;
comment on function private.lease_mail(uuid[], integer) is
  'Leases mails to a worker for lease_seconds and returns them. Adds a new secret to the data of a confirmation mail, for its link, which the outbox does not store, and to those of a digest the number of messages.';

create function private.mend_mail_times() returns void
language sql
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
  update private.mail_server set resume_at = now() where resume_at > now() + interval '1 hour';
  update public.mail_outbox set gave_up_at = now(), last_error = coalesce(last_error, 'Expired before it could be sent')
  where private.mail_class(kind, is_deferrable) = 'account' and sent_at is null and gave_up_at is null
    and due_at <= now() and try_until < now() and (leased_until is null or leased_until <= now());
  update public.mail_outbox set due_at = now()
  where sent_at is null and gave_up_at is null and due_at > now() + interval '3 hours' and (attempts > 0 or created_at > now());
  update public.mail_outbox set leased_until = null where id = any (array(
    select m.id from public.mail_outbox m
    where m.sent_at is null and m.gave_up_at is null and m.leased_until > now() + interval '1 hour'
    order by m.leased_until
  ))
$$;
comment on function private.mend_mail_times() is
  'Corrects times that were set while the clock was ahead: makes the retries due and ends the leases. Gives up mails about accounts that have expired.';

create function public.claim_mail(limit_to integer, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  is_failing constant boolean := private.is_mail_server_failing();
  remaining integer;
  class text;
  of_class uuid[];
  claimed uuid[] := '{}';
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  if private.is_mail_paused() then
    return;
  end if;
  perform private.mend_mail_times();
  if is_failing then
    if exists (select from private.mail_server s where s.resume_at > now()) then
      return;
    end if;
    limit_to := least(limit_to, 1);
  end if;
  remaining := private.remaining_public_mails();
  foreach class in array array['account', 'team', 'signup', 'later'] loop
    of_class := array(
      select m.id from public.mail_outbox m
      where private.mail_class(m.kind, m.is_deferrable) = class and m.sent_at is null and m.gave_up_at is null
        and m.due_at <= now() and (m.leased_until is null or m.leased_until <= now())
      order by m.due_at
      limit least(limit_to - cardinality(claimed), private.mail_allowance(class, remaining))
      for update skip locked
    );
    claimed := claimed || of_class;
    if class <> 'team' then
      remaining := remaining - cardinality(of_class);
    end if;
  end loop;
  if is_failing and cardinality(claimed) > 0 then
    update private.mail_server set resume_at = now() + make_interval(secs => lease_seconds);
  end if;
  return query select * from private.lease_mail(claimed, lease_seconds);
end
$$;
comment on function public.claim_mail(integer, integer) is
  'Leases due mails to the caller for lease_seconds and returns them; to the public at most as many as the hourly rate limit allows, none while mail is paused, and one after each pause while the mail server fails.';

create function public.claim_mail_by_id(mail_id uuid, lease_seconds integer) returns setof public.claimed_mail
language plpgsql
security definer
set search_path = ''
as $$
declare
  class text;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_mail', 0));
  select private.mail_class(m.kind, m.is_deferrable) into class from public.mail_outbox m
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null and (m.leased_until is null or m.leased_until <= now())
    and (m.attempts = 0 or m.due_at <= now())
  for update skip locked;
  if not found or private.is_mail_paused() or private.is_mail_server_failing() or private.mail_allowance(class) = 0 then
    return;
  end if;
  return query select * from private.lease_mail(array[mail_id], lease_seconds);
end
$$;
comment on function public.claim_mail_by_id(uuid, integer) is
  'Leases one mail to the caller and returns it; nothing when it was sent, is leased, was given up, waits for its retry, or is held back by the rate limit or a pause.';

create function public.mark_mail_sent(mail_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  server private.mail_server;
  was_outage constant boolean := private.is_mail_outage();
begin
  update public.mail_outbox
  set sent_at = now(), gave_up_at = null, leased_until = null, first_due_at = null, last_error = null, fault = null, data = '{}'
  where id = mail_id and sent_at is null;
  select * into server from private.mail_server s where s.failing_since is not null for update;
  if not found then
    return false;
  end if;
  update private.mail_server set refused = '{}', failing_since = null, failure = null, resume_at = now();
  if was_outage then
    update public.mail_outbox m set due_at = now()
    where m.sent_at is null and m.gave_up_at is null and m.fault = 'server' and m.due_at > now();
  end if;
  if server.reported_at >= server.failing_since then
    insert into public.mail_outbox (kind, data)
    values ('auth_outage', jsonb_build_object('began', server.failing_since, 'ended', now(), 'reason', server.failure));
  end if;
  return was_outage;
end
$$;
comment on function public.mark_mail_sent(uuid) is
  'Records that a mail was accepted, and deletes the data that it was rendered from. Returns whether this ended an outage of the mail server; then all mails that it refused are due, and the team gets a mail about it.';

create function public.mark_mail_failed(mail_id uuid, error text, fault text default 'server') returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  was_paused boolean;
  announced private.mail_server;
begin
  update public.mail_outbox m
  set
    leased_until = null,
    last_error = left(error, 500),
    fault = mark_mail_failed.fault,
    first_due_at = coalesce(m.first_due_at, m.due_at),
    due_at = now() + private.back_off(
      m.attempts, case when mark_mail_failed.fault = 'server' then interval '5 minutes' else interval '2 hours' end
    ),
    gave_up_at = case
      when mark_mail_failed.fault in ('address', 'mail') or (now() > m.try_until and m.attempts >= 5) then now()
    end
  where m.id = mail_id and m.sent_at is null and m.gave_up_at is null;
  if not found or fault <> 'server' then
    return 'retried';
  end if;
  select cardinality(s.refused) >= 5 into was_paused from private.mail_server s for update;
  update private.mail_server s
  set
    refused = case when mail_id = any (s.refused) then s.refused else (s.refused || mail_id)[1:5] end,
    failing_since = coalesce(s.failing_since, now()),
    failure = left(error, 500),
    resume_at = now() + least(interval '5 minutes', greatest(interval '30 seconds', (now() - s.failing_since) / 4));
  if private.is_mail_outage() then
    update private.mail_server s set reported_at = now()
    where s.reported_at is null or (s.reported_at < s.failing_since and s.reported_at < now() - interval '1 hour')
    returning s.* into announced;
    if found then
      perform private.queue_event(
        'mail.failing', '', jsonb_build_object('since', announced.failing_since, 'reason', announced.failure)
      );
    end if;
  end if;
  return case when was_paused then 'paused' when private.is_mail_server_failing() then 'pauses' else 'retried' end;
end
$$;
comment on function public.mark_mail_failed(uuid, text, text) is
  'Records why a mail was not accepted, and what the failure was about. It is retried with back-off for three days, or given up at once when the address does not exist or the mail cannot be composed. Returns pauses when this failure paused the queue, paused when it was paused already because of the mail server, and otherwise retried. Announces an outage of the mail server.';

create function public.retry_mail(mail_id uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  update private.mail_server set resume_at = now();
  with again as (
    update public.mail_outbox
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', gave_up_at = null
    where id = mail_id and sent_at is null
    returning 1
  )
  select exists (select from again)
$$;
comment on function public.retry_mail(uuid) is
  'Makes a mail due now, also one that was given up, and returns true; returns false when no unsent mail has this id.';

create function public.retry_given_up_mail() returns integer
language sql
security definer
set search_path = ''
as $$
  update private.mail_server set resume_at = now();
  with again as (
    update public.mail_outbox
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', gave_up_at = null
    where gave_up_at is not null and sent_at is null
    returning 1
  )
  select count(*)::integer from again
$$;
comment on function public.retry_given_up_mail() is 'Makes every mail that was given up due now and returns their number.';

create function private.remaining_public_mails() returns integer
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
        order by m.leased_until
      ) as lease
    ) as on_the_way (leased)
$$;
comment on function private.remaining_public_mails() is
  'Returns how many more mails to the public the hourly rate limit allows. Mail to the team is not counted.';

create function private.mail_allowance(class text, remaining integer default private.remaining_public_mails()) returns integer
language sql stable
set search_path = ''
as $$
  select case when class <> 'team' then greatest(0, remaining - coalesce((
    select s.value::integer / case class when 'signup' then 10 when 'later' then 2 end
    from public.app_settings s where s.key = 'mail_per_hour'
  ), 0)) end
$$;
comment on function private.mail_allowance(text, integer) is
  'Returns how many of the remaining mails to the public a class may use. Mails to sign-ups leave a tenth of the hourly rate limit to mails about accounts; mails that may wait leave half of it to all others. Null for mails to the team, which have no limit.';

create function private.network_mail_allowance() returns integer
language plpgsql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  remaining constant integer := private.remaining_public_mails();
begin
  return greatest(1, (remaining - (
    select count(*)::integer
    from (
      select from public.mail_outbox m
      where private.mail_class(m.kind, m.is_deferrable) = 'signup' and m.sent_at is null and m.gave_up_at is null
      order by m.due_at limit remaining
    ) as waiting
  )) / 16);
end
$$;
comment on function private.network_mail_allowance() is
  'Returns how many mails one source may cause in 15 minutes: a sixteenth of those that the hourly rate limit and the waiting mails leave, so that the /48 or /24 around it, with eight times as many, gets half of what is left; at least one.';

create function private.use_mail_share() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.is_deferrable := case
    when nullif(current_setting('request.origins', true), '') is not null
      then coalesce(nullif(current_setting('app.deferred_mails', true), '')::jsonb ? new.recipient, false)
    else not private.count_attempts('public-mail', array[private.network_source()], private.network_mail_allowance())
  end;
  return new;
end
$$;
comment on function private.use_mail_share() is
  'Counts a mail that a visitor causes for its network, and lets it wait when the network has used its share of the hourly rate limit. In a batch, use_mail_shares has counted it.';

create trigger mail_2_use_share before insert on public.mail_outbox
  for each row
  when (not new.is_deferrable and current_setting('role', true) in ('anon', 'authenticated'))
  execute function private.use_mail_share();

create function private.use_mail_shares() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  allowance constant integer := private.network_mail_allowance();
  emails text[];
  sources text[];
begin
  select array_agg(s.email) into emails from signups as s;
  select array_agg(origin.source) into sources from jsonb_to_recordset(current_setting('request.origins')::jsonb) as origin (source text);
  if not private.count_attempts('public-mail', sources, allowance) then
    perform set_config('app.deferred_mails', jsonb_agg(signup.email)::text, true)
    from unnest(emails, sources) as signup (email, source)
    where not private.count_attempts('public-mail', array[signup.source], allowance);
  end if;
  return null;
end
$$;
comment on function private.use_mail_shares() is
  'Counts the mails of a batch of sign-ups for their networks, before they are queued, and lists those that wait in the setting app.deferred_mails.';

create trigger signup_use_mail_share after insert on public.early_access_users
  referencing new table as signups
  for each statement
  when (current_user in ('anon', 'authenticated') and nullif(current_setting('request.origins', true), '') is not null)
  execute function private.use_mail_shares();

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100 and name !~ '[\x01-\x1f\x7f]'),
  email text not null check (private.address_fault(email) is null),
  message text not null check (char_length(message) between 1 and 5000 and message !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  note text constraint contact_messages_note_check check (char_length(note) between 1 and 5000 and note !~ '[\x01-\x08\x0b-\x1f\x7f]')
);
comment on table public.contact_messages is 'Messages that visitors sent with the contact form.';
comment on column public.contact_messages.note is 'An internal note of the operators about the message.';

create index contact_messages_created_at on public.contact_messages (created_at desc, id);
create index contact_messages_open on public.contact_messages (created_at desc, id) where answered_at is null;

alter table public.contact_messages enable row level security;

create policy service_role_manages on public.contact_messages to service_role using (true) with check (true);
comment on policy service_role_manages on public.contact_messages is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create function private.contact_fault(name text, email text, message text) returns text
language sql immutable
as $$
  select coalesce(
    case
      when coalesce(name, '') = '' then 'Name is required'
      when char_length(name) > 100 then 'Name too long'
    end,
    private.address_fault(coalesce(email, '')),
    case
      when coalesce(message, '') = '' then 'Message is required'
      when char_length(message) > 5000 then 'Message too long'
      when message ~ '[\x01-\x08\x0b-\x1f\x7f]' then 'Message contains invalid characters'
    end
  )
$$;
comment on function private.contact_fault(text, text, text) is
  'Returns the first validation message for a contact message, or null when the message is valid.';

create function public.store_contact_message(name text, email text, message text, source text) returns uuid
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  wanted_name constant text := private.one_line(name, 401);
  wanted_email constant text := private.visible_line(email);
  wanted_message constant text := btrim(message, E' \t\r\n');
  fault constant text := private.contact_fault(wanted_name, wanted_email, wanted_message);
  per_source constant integer := coalesce(nullif(current_setting('app.limit_messages_per_source', true), '')::integer, 10);
  message_id uuid;
  mail_id uuid;
begin
  if fault is not null then
    raise check_violation using message = fault, schema = 'public', table = 'contact_messages';
  end if;

  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(concat_ws(e'\n', wanted_name, wanted_email, wanted_message), 0));
  select m.id into mail_id
  from public.contact_messages c
  left join public.mail_outbox m on m.dedupe_key = 'contact_message:' || c.id
  where c.created_at > now() - interval '15 minutes'
    and c.name = wanted_name and c.email = wanted_email and c.message = wanted_message;
  if found then
    return mail_id;
  end if;

  if source <> '' then
    perform private.count_source('message-source', source, per_source);
  end if;

  insert into public.contact_messages (name, email, message) values (wanted_name, wanted_email, wanted_message)
  returning id into message_id;
  if source <> '' and not private.count_attempts('message-mail', array[source], 10, 10) then
    perform private.queue_message_digest();
    return null;
  end if;
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
  'Stores a message and queues the mail about it in one transaction, and returns the id of the mail; null when the digest reports the message. An identical message within 15 minutes is stored once.';

create function private.queue_message_digest() returns void
language plpgsql
set search_path = ''
as $$
declare
  since constant timestamptz := date_bin('15 minutes', now(), 'epoch');
begin
  insert into public.mail_outbox as m (kind, data, dedupe_key, due_at)
  values (
    'contact_message',
    jsonb_build_object('since', since, 'until', since + interval '15 minutes'),
    'contact_digest:' || to_char(since at time zone 'UTC', 'HH24:MI'),
    since + interval '16 minutes'
  )
  on conflict (dedupe_key) do update
  set
    data = excluded.data, due_at = excluded.due_at, first_due_at = null, created_at = now(), try_until = excluded.try_until, attempts = 0,
    leased_until = null, sent_at = null, gave_up_at = null, last_error = null
  where m.created_at < since;
end
$$;
comment on function private.queue_message_digest() is
  'Queues the mail that tells the team how many messages of this quarter of an hour have no mail of their own, unless it is queued already.';

create table public.contact_answers (
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  answer text not null check (char_length(answer) between 1 and 10000 and answer !~ '[\x01-\x08\x0b-\x1f\x7f]'),
  answered_by text not null check (char_length(answered_by) between 1 and 100),
  mail_id uuid not null,
  created_at timestamptz not null default now()
);
comment on table public.contact_answers is 'Answers that operators sent to messages. Deleted with the message.';
comment on column public.contact_answers.id is 'Chosen by the caller, so that a repeated request is idempotent and sends one mail.';

create index contact_answers_message on public.contact_answers (message_id, created_at);

alter table public.contact_answers enable row level security;

create policy service_role_reads on public.contact_answers for select to service_role using (true);
comment on policy service_role_reads on public.contact_answers is 'Operators can read the answers; answer_message adds them.';

create function public.answer_message(
  message_id uuid, answer_id uuid, answer text, answered_by text, answers_seen integer default null
) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.contact_messages;
  given public.contact_answers;
  wanted_answer constant text := btrim(answer, E' \t\r\n');
  new_mail_id constant uuid := gen_random_uuid();
  minutes integer;
begin
  select * into asked from public.contact_messages m where m.id = answer_message.message_id for update;
  if not found then
    raise no_data_found using message = 'There is no such message.';
  end if;
  select * into given from public.contact_answers a where a.id = answer_id;
  if found then
    return given.mail_id;
  end if;
  if answers_seen < (select count(*) from public.contact_answers a where a.message_id = asked.id) then
    select * into given from public.contact_answers a where a.message_id = asked.id order by a.created_at desc limit 1;
    minutes := greatest(1, round(extract(epoch from clock_timestamp() - given.created_at) / 60));
    raise exception using
      errcode = 'PT409',
      message = format(
        '%s answered this message %s ago: read that answer before you send yours.', given.answered_by,
        case
          when minutes = 1 then 'a minute'
          when minutes < 120 then minutes || ' minutes'
          when minutes < 2880 then minutes / 60 || ' hours'
          else minutes / 1440 || ' days'
        end
      );
  end if;
  insert into public.contact_answers (id, message_id, answer, answered_by, mail_id)
  values (answer_id, asked.id, wanted_answer, answer_message.answered_by, new_mail_id);
  insert into public.mail_outbox (id, kind, recipient, data)
  values (
    new_mail_id, 'message_answer', asked.email,
    jsonb_build_object('name', asked.name, 'answer', wanted_answer, 'message', asked.message)
  );
  update public.contact_messages m set answered_at = coalesce(m.answered_at, now()) where m.id = asked.id;
  return new_mail_id;
end
$$;
comment on function public.answer_message(uuid, uuid, text, text, integer) is
  'Stores an answer to a message, queues the mail with it and marks the message as answered, in one transaction. Returns the id of the mail. Idempotent: an answer_id queues one mail. Fails when the message has more answers than answers_seen, the number of answers that the writer has read. Null, which programs without this parameter send, is not checked.';

create table private.webhook_targets (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  events text[] not null,
  has_personal_data boolean not null,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  resume_at timestamptz not null default now(),
  is_stopped boolean not null default false
);
comment on table private.webhook_targets is 'The configured webhook targets, without URLs and secrets, and the state of their back-off.';
comment on column private.webhook_targets.failures is 'Failed attempts since the last delivery.';
comment on column private.webhook_targets.is_stopped is 'Whether the receiver responded with 410 Gone. Nothing is sent until an operator replays or tests the target.';
alter table private.webhook_targets enable row level security;

create table public.webhook_outbox (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  event_id uuid not null,
  target text not null check (target ~ '^[a-z][a-z0-9-]{0,39}$'),
  kind text not null,
  person bytea not null,
  data jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  first_due_at timestamptz,
  try_until timestamptz not null default now() + interval '3 days',
  leased_until timestamptz,
  delivered_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  unique (event_id, target),
  constraint webhook_outbox_kind_check check (kind ~ '^[a-z]+\.[a-z]+$' and octet_length(kind) <= 63),
  constraint webhook_outbox_data_check check (jsonb_typeof(data) = 'object'),
  constraint webhook_outbox_attempts_check check (attempts >= 0),
  constraint webhook_outbox_check check (delivered_at is null or gave_up_at is null)
);
comment on table public.webhook_outbox is 'Events for webhooks that are waiting, leased, delivered or dead: one row for each target.';
comment on column public.webhook_outbox.seq is 'The order of the events of one person.';
comment on column public.webhook_outbox.event_id is 'Sent as webhook-id, the same for all targets and in every attempt, so that a receiver can ignore duplicates.';
comment on column public.webhook_outbox.first_due_at is
  'When a failed event was first due, because each retry postpones due_at: since then it is late. Null before the first failure.';
comment on column public.webhook_outbox.person is 'The keyed hash of the address (private.person_hash), by which events are ordered and erased; empty for an event that concerns no person.';
comment on column public.webhook_outbox.data is 'The data of the request body. Contains a name, address or message only for a target with personal data.';

create index webhook_outbox_undelivered on public.webhook_outbox (target, due_at, seq) where delivered_at is null and gave_up_at is null;
create index webhook_outbox_of_person on public.webhook_outbox (target, person, seq) where delivered_at is null and gave_up_at is null;
create index webhook_outbox_person on public.webhook_outbox (person);
create index webhook_outbox_ended on public.webhook_outbox (coalesce(delivered_at, gave_up_at))
  where delivered_at is not null or gave_up_at is not null;

alter table public.webhook_outbox enable row level security;

create policy service_role_manages on public.webhook_outbox to service_role using (true) with check (true);
comment on policy service_role_manages on public.webhook_outbox is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create function private.queue_event(
  event_kind text, person_hashed bytea, facts jsonb, personal jsonb default '{}', not_before timestamptz default now()
) returns void
language sql
set search_path = ''
as $$
  insert into public.webhook_outbox (event_id, target, kind, person, data, due_at)
  select
    event.id, t.name, event_kind, person_hashed,
    case when person_hashed = '' then '{}' else jsonb_build_object(
      'person', left(encode(sha256('webhook'::bytea || person_hashed), 'hex'), 32)
    ) end || facts || case when t.has_personal_data then personal else '{}' end,
    not_before
  from private.webhook_targets t, (select gen_random_uuid()) as event (id)
  where event_kind = any (t.events)
  order by t.name
$$;
comment on function private.queue_event(text, bytea, jsonb, jsonb, timestamptz) is
  'Queues an event for each target that is configured for its kind; personal is added for targets with personal data.';

create function private.has_webhook_targets() returns boolean
language sql stable
as $$
  select exists (select from private.webhook_targets)
$$;
comment on function private.has_webhook_targets() is 'Returns whether any webhook target is configured.';

create function private.note_signups() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.has_webhook_targets() then
    return null;
  end if;
  perform
    private.queue_event(
      'signup.created', private.person_hash(s.email), jsonb_build_object('signup_id', s.id, 'is_paid', s.is_paid),
      jsonb_build_object('name', s.name, 'email', s.email)
    )
  from signups s where s.confirm_by is null;
  perform
    private.queue_event(
      case when s.payment_verified then 'payment.verified' else 'payment.reported' end,
      private.person_hash(s.email), jsonb_build_object('signup_id', s.id, 'amount', s.amount, 'currency', s.currency),
      jsonb_build_object('name', s.name, 'email', s.email, 'order_id', s.order_id)
    )
  from signups s where s.is_paid and s.confirm_by is null;
  return null;
end
$$;
comment on function private.note_signups() is
  'Queues the events of new sign-ups, except unconfirmed ones, and of the payments reported with them.';

create trigger signup_webhooks after insert on public.early_access_users
  referencing new table as signups
  for each statement execute function private.note_signups();

create function private.note_payment() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_verified constant boolean := new.payment_verified and not old.payment_verified;
  further constant jsonb := case when old.is_paid and not is_verified then new.further_claims -> -1 end;
begin
  perform private.queue_event(
    case when is_verified then 'payment.verified' else 'payment.reported' end,
    private.person_hash(new.email),
    jsonb_build_object(
      'signup_id', new.id,
      'amount', case when further is null then to_jsonb(new.amount) else further -> 'amount' end,
      'currency', case when further is null then to_jsonb(new.currency) else further -> 'currency' end
    ),
    jsonb_build_object(
      'name', new.name, 'email', new.email,
      'order_id', case when further is null then to_jsonb(new.order_id) else further -> 'order_id' end
    )
  );
  return null;
end
$$;
comment on function private.note_payment() is 'Queues the event of a payment of an existing sign-up: payment.reported, or payment.verified when payment_verified becomes true.';

create trigger signup_payment_webhooks after update of is_paid, payment_verified, further_claims on public.early_access_users
  for each row
  when (
    new.is_paid
    and new.confirm_by is null
    and (
      not old.is_paid or (new.payment_verified and not old.payment_verified)
      or jsonb_array_length(new.further_claims) > jsonb_array_length(old.further_claims)
    )
  )
  execute function private.note_payment();

create function private.note_message() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_event(
    'message.received', private.person_hash(new.email), jsonb_build_object('message_id', new.id),
    jsonb_build_object('name', new.name, 'email', new.email, 'message', new.message)
  );
  return null;
end
$$;
comment on function private.note_message() is 'Queues the event of a contact message.';

create trigger message_webhooks after insert on public.contact_messages
  for each row execute function private.note_message();

create function private.note_confirmed_account() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null and new.email_confirmed_at is not null
    and (tg_op = 'INSERT' or old.email_confirmed_at is null) and private.has_webhook_targets()
  then
    perform private.queue_event(
      'account.confirmed', private.person_hash(new.email), jsonb_build_object('account_id', new.id),
      jsonb_build_object('email', new.email)
    );
  end if;
  return null;
end
$$;
comment on function private.note_confirmed_account() is
  'Queues the event of an account whose address was confirmed. For a trigger on auth.users (docs/webhooks.md).';

create function public.note_release(version text, channel text, replaced text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(version, '') = '' or char_length(version) > 100 or coalesce(channel, '') not in ('stable', 'beta')
    or char_length(replaced) > 100
  then
    raise invalid_parameter_value using message = 'A version of 1 to 100 characters and the channel stable or beta are asked for.';
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('note_release', 0));
  if note_release.version = (
    select o.data ->> 'version' from public.webhook_outbox o
    where o.kind = 'release.published' and o.data ->> 'channel' = note_release.channel
    order by o.seq desc limit 1
  ) then
    return false;
  end if;
  perform private.queue_event(
    'release.published', '', jsonb_build_object('version', version, 'channel', channel, 'replaced', replaced)
  );
  return private.has_webhook_targets();
end
$$;
comment on function public.note_release(text, text, text) is
  'Queues the event of a release that became current, unless the last event of the channel has the same version. Returns false in that case and without targets.';

create function public.set_webhook_targets(targets text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted record;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('webhook_targets', 0));
  delete from private.webhook_targets t
  where t.name not in (select x.name from jsonb_to_recordset(targets::jsonb) as x (name text));
  for wanted in
    select x.name, array(select jsonb_array_elements_text(x.events)) as events, x.personal_data
    from jsonb_to_recordset(targets::jsonb) as x (name text, events jsonb, personal_data boolean)
  loop
    insert into private.webhook_targets as t (name, events, has_personal_data)
    values (wanted.name, wanted.events, wanted.personal_data)
    on conflict (name) do update set events = excluded.events, has_personal_data = excluded.has_personal_data
    where t.events <> excluded.events or t.has_personal_data <> excluded.has_personal_data;
    if found and not wanted.personal_data then
      update public.webhook_outbox o set data = o.data - array['name', 'email', 'message', 'order_id']
      where o.target = wanted.name and o.data ?| array['name', 'email', 'message', 'order_id'];
    end if;
  end loop;
end
$$;
comment on function public.set_webhook_targets(text) is
  'Stores the configured targets: a JSON array of objects with name, events and personal_data. Removes personal data from the events of a target that may no longer get it.';

create type public.claimed_webhook as (id uuid, event_id uuid, kind text, data jsonb, created_at timestamptz, attempts integer);
comment on type public.claimed_webhook is 'The columns of webhook_outbox that a worker needs to send an event.';

create function public.claim_webhook(target_name text, lease_seconds integer) returns setof public.claimed_webhook
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
declare
  wanted uuid;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('claim_webhook:' || target_name, 0));
  update private.webhook_targets t set resume_at = now() where t.name = target_name and t.resume_at > now() + interval '2 hours';
  update public.webhook_outbox o set due_at = now()
  where o.id in (
    select w.id from public.webhook_outbox w
    where w.target = target_name and w.delivered_at is null and w.gave_up_at is null and w.due_at > now() + interval '2 hours'
    order by w.due_at desc
    limit 1000
  );
  if private.is_sending_held() or not exists (
    select from private.webhook_targets t where t.name = target_name and not t.is_stopped and t.resume_at <= now()
  ) then
    return;
  end if;
  select o.id into wanted from public.webhook_outbox o
  where o.target = target_name and o.delivered_at is null and o.gave_up_at is null
    and o.due_at <= now() and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + interval '1 hour')
    and o.seq = (
      select e.seq from public.webhook_outbox e
      where e.target = target_name and e.person = o.person and e.delivered_at is null and e.gave_up_at is null
      order by e.seq
      limit 1
    )
  order by o.due_at, o.seq
  limit 1
  for update skip locked;
  return query
    update public.webhook_outbox o
    set leased_until = now() + make_interval(secs => lease_seconds), attempts = o.attempts + 1
    where o.id = wanted
    returning o.id, o.event_id, o.kind, o.data, o.created_at, o.attempts;
end
$$;
comment on function public.claim_webhook(text, integer) is
  'Leases the next due event of a target to the caller for lease_seconds and returns it; nothing while the target is in back-off after a failure or is stopped, or everything is held since a restore.';

create function public.mark_webhook_delivered(webhook_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  of_target text;
  failed_before integer;
begin
  update public.webhook_outbox o
  set delivered_at = now(), gave_up_at = null, leased_until = null, last_error = null
  where o.id = webhook_id and o.delivered_at is null
  returning o.target into of_target;
  select t.failures into failed_before from private.webhook_targets t where t.name = of_target and t.failures > 0 for update;
  if not found then
    return;
  end if;
  update private.webhook_targets t set failures = 0, failing_since = null, resume_at = now() where t.name = of_target;
  if failed_before >= 3 then
    update public.webhook_outbox o set due_at = now()
    where o.target = of_target and o.delivered_at is null and o.gave_up_at is null and o.due_at > now();
  end if;
end
$$;
comment on function public.mark_webhook_delivered(uuid) is 'Records that the receiver accepted an event, and ends the back-off of its target.';

create function public.mark_webhook_failed(
  webhook_id uuid, error text, retry_after integer default 0, stop boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  failed public.webhook_outbox;
begin
  update public.webhook_outbox o
  set
    leased_until = null,
    last_error = left(error, 500),
    first_due_at = coalesce(o.first_due_at, o.due_at),
    due_at = now() + private.back_off(o.attempts, interval '1 hour'),
    gave_up_at = case when now() > o.try_until and o.attempts >= 5 then now() end
  where o.id = webhook_id and o.delivered_at is null and o.gave_up_at is null
  returning o.* into failed;
  update private.webhook_targets t
  set
    failures = t.failures + 1,
    failing_since = coalesce(t.failing_since, now()),
    resume_at = now() + greatest(
      least(interval '5 minutes', interval '2 seconds' * power(2, least(t.failures, 20))),
      make_interval(secs => least(greatest(retry_after, 0), 3600))
    ),
    is_stopped = t.is_stopped or stop
  where t.name = failed.target;
  return failed.gave_up_at is not null;
end
$$;
comment on function public.mark_webhook_failed(uuid, text, integer, boolean) is
  'Records why an event was not accepted; it is retried with back-off for three days. The target gets a back-off; stop also stops it until an operator resumes it. Returns whether the event was given up.';

create function public.replay_webhooks(webhook_id uuid, target_name text, since timestamptz) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  replayed integer;
begin
  if target_name is not null and not exists (select from private.webhook_targets t where t.name = target_name) then
    raise no_data_found using message = format('There is no webhook target %L.', target_name);
  end if;
  with again as (
    update public.webhook_outbox o
    set due_at = now(), first_due_at = null, try_until = now() + interval '3 days', attempts = 0, delivered_at = null, gave_up_at = null
    where case
      when webhook_id is not null then o.id = webhook_id
      when since is not null then
        o.created_at >= since and (o.delivered_at is not null or o.gave_up_at is not null)
        and (target_name is null or o.target = target_name)
      else o.gave_up_at is not null and (target_name is null or o.target = target_name)
    end
    returning o.target
  ), revived as (
    update private.webhook_targets t set failures = 0, failing_since = null, resume_at = now(), is_stopped = false
    where t.name = target_name or t.name in (select a.target from again a)
  )
  select count(*) into replayed from again;
  return replayed;
end
$$;
comment on function public.replay_webhooks(uuid, text, timestamptz) is
  'Makes events due again: the one with webhook_id, or all ended ones since a time, or without both all dead ones, of one target or of all. Resumes their targets. Returns the number of events.';

create function public.queue_webhook_test(target_name text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  queued uuid;
begin
  if not exists (select from private.webhook_targets t where t.name = target_name) then
    raise no_data_found using message = format('There is no webhook target %L.', target_name);
  end if;
  insert into public.webhook_outbox (event_id, target, kind, person, data, due_at)
  select gen_random_uuid(), target_name, 'webhook.test', uuid_send(gen_random_uuid()), '{}', least(now(), min(o.due_at) - interval '1 second')
  from public.webhook_outbox o where o.target = target_name and o.delivered_at is null and o.gave_up_at is null
  returning id into queued;
  update private.webhook_targets t set resume_at = now(), is_stopped = false where t.name = target_name;
  return queued;
end
$$;
comment on function public.queue_webhook_test(text) is 'Queues a test event for a target, resumes the target if it is in back-off or stopped, and returns the id of the row.';

create function public.count_webhooks() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'target', coalesce(t.name, o.target),
    'is_configured', t.name is not null,
    'has_personal_data', coalesce(t.has_personal_data, false),
    'is_stopped', coalesce(t.is_stopped, false),
    'failing_since', t.failing_since,
    'waiting', coalesce(o.waiting, 0),
    'dead', coalesce(o.dead, 0),
    'delivered', coalesce(o.delivered, 0),
    'overdue_seconds', coalesce(o.overdue, 0)
  ) order by coalesce(t.name, o.target)), '[]')
  from private.webhook_targets t
  full join (
    select
      w.target,
      count(*) filter (where w.delivered_at is null and w.gave_up_at is null) as waiting,
      count(*) filter (where w.gave_up_at is not null) as dead,
      count(*) filter (where w.delivered_at is not null) as delivered,
      greatest(0, extract(epoch from now() - min(coalesce(w.first_due_at, w.due_at)) filter (
        where w.delivered_at is null and w.gave_up_at is null
      ))::integer) as overdue
    from public.webhook_outbox w group by w.target
  ) as o on o.target = t.name
$$;
comment on function public.count_webhooks() is
  'Returns for each target, also one that is no longer configured, the number of its events by state, how long the oldest due one is overdue since it was first due, and since when its attempts fail.';

create table private.erased_people (
  hash bytea primary key,
  erased_at timestamptz not null
);
comment on table private.erased_people is
  'Keyed hashes of erased addresses. Rows of an address that were created after erased_at are not erased.';
alter table private.erased_people enable row level security;

create function private.person_hash(address text) returns bytea
language sql stable
as $$
  select private.keyed_hash('erased:' || private.tidy_email(address))
$$;
comment on function private.person_hash(text) is 'Returns the keyed hash that is stored for an erased address.';

create function private.is_erased(address text, since timestamptz) returns boolean
language sql stable
as $$
  select exists (
    select from private.erased_people e where e.hash = private.person_hash(address) and e.erased_at >= since
  )
$$;
comment on function private.is_erased(text, timestamptz) is 'Returns whether an address was erased at or after a time.';

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
    'payments', coalesce((
      select jsonb_agg(to_jsonb(e) - 'is_unreported' - 'inserted_id' order by e.received_at, e.id)
      from public.early_access_users u, person p, private.payment_events_of(u) e where u.email = p.address
    ), '[]'),
    'messages', coalesce((
      select jsonb_agg(
        to_jsonb(m) || jsonb_build_object('answers', coalesce((
          select jsonb_agg(to_jsonb(a) - 'message_id' order by a.created_at) from public.contact_answers a where a.message_id = m.id
        ), '[]'))
        order by m.created_at
      )
      from messages m
    ), '[]'),
    'mails', coalesce((
      select jsonb_agg(to_jsonb(o) - 'dedupe_key' order by o.created_at) from public.mail_outbox o, person p
      where lower(o.recipient collate "C") = p.address or o.dedupe_key in (select 'contact_message:' || m.id from messages m)
    ), '[]'),
    'events', coalesce((
      select jsonb_agg(to_jsonb(w) - 'person' - 'seq' order by w.seq) from public.webhook_outbox w, person p
      where w.person = private.person_hash(p.address)
    ), '[]')
  )
$$;
comment on function public.find_person(text) is
  'Returns everything that is stored under an address, except the account: sign-up, events of its payments, messages, mails, webhook events. For a copy of the data, and as a preview of an erasure.';

create function public.find_address_changes(email text) returns setof uuid
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  address constant text := private.tidy_email(email);
begin
  return query select u.id from auth.users u where lower(u.email_change collate "C") = address;
end
$$;
comment on function public.find_address_changes(text) is
  'Returns the ids of the accounts with a pending change of their address to this one. An erasure cancels these changes, because the address belongs to the erased person.';

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
  erased_events integer;
  sending_until timestamptz;
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
  delete from public.early_access_users u where u.email = address;
  get diagnostics erased_signups = row_count;
  delete from public.mail_outbox o
  where lower(o.recipient collate "C") = address
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  update private.mail_server m set failure = 'The reply named a person who was erased.'
  where strpos(lower(m.failure collate "C"), address) > 0;
  with gone as (
    delete from public.webhook_outbox w where w.person = private.person_hash(address) returning w.leased_until
  )
  select count(*), max(leased_until) into erased_events, sending_until from gone;
  perform private.queue_event('person.erased', private.person_hash(address), '{}', '{}', greatest(now(), sending_until));
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails, 'events', erased_events
  );
end
$$;
comment on function public.erase_person(text) is
  'Erases everything that is stored under an address, except the account, in one transaction, and stores a keyed hash of the address. The number of spots does not change, except that an unconfirmed sign-up gives its spot back.';

create function public.list_erased_people() returns table (hash text, erased_at timestamptz)
language sql stable
security definer
set search_path = ''
as $$
  select encode(e.hash, 'hex'), e.erased_at from private.erased_people e order by e.erased_at, e.hash
$$;
comment on function public.list_erased_people() is
  'Returns the keyed hashes of erased addresses with the times, to be stored beside the backups.';

create function public.erase_again(people jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  message_ids uuid[];
  erased_signups integer;
  erased_mails integer;
  erased_events integer;
  newly_erased bytea[];
begin
  with newly as (
    insert into private.erased_people as e (hash, erased_at)
    select decode(p.hash, 'hex'), max(p.erased_at)
    from jsonb_to_recordset(people) as p (hash text, erased_at timestamptz)
    group by p.hash
    on conflict (hash) do update set erased_at = excluded.erased_at where e.erased_at < excluded.erased_at
    returning e.hash
  )
  select array_agg(hash) into newly_erased from newly;

  with gone as (
    delete from public.contact_messages m where private.is_erased(m.email, m.created_at) returning m.id
  )
  select coalesce(array_agg(id), '{}') into message_ids from gone;
  delete from public.early_access_users u where private.is_erased(u.email, u.created_at);
  get diagnostics erased_signups = row_count;
  delete from public.mail_outbox o
  where (o.recipient is not null and private.is_erased(o.recipient, o.created_at))
    or o.dedupe_key = any (select 'contact_message:' || id from unnest(message_ids) as id);
  get diagnostics erased_mails = row_count;
  delete from public.webhook_outbox w using private.erased_people e
  where w.person = e.hash and w.created_at <= e.erased_at and w.kind <> 'person.erased';
  get diagnostics erased_events = row_count;
  perform private.queue_event('person.erased', hash, '{}') from unnest(newly_erased) as hash;
  perform pg_notify('person_erased', '');
  return jsonb_build_object(
    'signups', erased_signups, 'messages', cardinality(message_ids), 'mails', erased_mails, 'events', erased_events
  );
end
$$;
comment on function public.erase_again(jsonb) is
  'Imports a list of erased addresses (hash, erased_at) and deletes the rows that an older backup restored.';

create function public.erased_among(people jsonb) returns setof text
language sql stable
security definer
set search_path = ''
as $$
  select p.email from jsonb_to_recordset(people) as p (email text, created_at timestamptz)
  where private.is_erased(p.email, p.created_at)
$$;
comment on function public.erased_among(jsonb) is
  'Returns which of these addresses (email, created_at) were erased at or after created_at: for accounts and files, which the caller deletes.';

create function public.apply_retention(limit_to integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  messages integer;
  mails integer;
  claims integer;
  ended_payments integer;
  events integer;
  unconfirmed integer;
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
    update public.mail_outbox set recipient = null where id in (select o.id from old o where o.is_kept)
  ), deleted as (
    delete from public.mail_outbox where id in (select o.id from old o where not o.is_kept)
  )
  select count(*) into mails from old;

  with ended as (
    update public.early_access_users
    set is_paid = false, amount = null, currency = null, order_id = null, claimed_at = null, further_claims = '[]'
    where id in (
      select u.id from public.early_access_users u
      where not u.payment_verified and u.claimed_at < now() - interval '365 days'
      order by u.claimed_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into claims from ended;

  with gone as (
    delete from private.payment_events where id in (
      select e.id from private.payment_events e
      where e.received_at < now() - interval '90 days' and not exists (
        select from private.payment_events paid join public.early_access_users u
          on u.order_id = paid.order_id
          or u.further_claims @> jsonb_build_array(jsonb_build_object('order_id', paid.order_id))
        where paid.type = 'paid' and (paid.id = e.id or paid.payment_id = e.payment_id)
      )
      order by e.received_at limit limit_to for update skip locked
    ) returning id
  )
  select count(*) into ended_payments from gone;

  with gone as (
    delete from public.webhook_outbox where id in (
      select w.id from public.webhook_outbox w
      where (w.delivered_at is not null or w.gave_up_at is not null)
        and coalesce(w.delivered_at, w.gave_up_at) < now() - interval '30 days'
      order by coalesce(w.delivered_at, w.gave_up_at) limit limit_to for update skip locked
    ) returning id
  ), left_over as (
    delete from public.webhook_outbox where id in (
      select w.id from public.webhook_outbox w
      where w.delivered_at is null and w.gave_up_at is null and w.created_at < now() - interval '30 days'
        and w.target not in (select t.name from private.webhook_targets t)
      limit limit_to for update skip locked
    ) returning id
  )
  select greatest((select count(*) from gone), (select count(*) from left_over)) into events;

  unconfirmed := private.expire_signups(limit_to);

  return jsonb_build_object(
    'messages', messages, 'mails', mails, 'payment_claims', claims, 'payment_events', ended_payments, 'events', events
  ) || case when unconfirmed > 0 then jsonb_build_object('unconfirmed', unconfirmed) else '{}' end;
end
$$;
comment on function public.apply_retention(integer) is
  'Deletes or empties data past its retention period, at most limit_to rows of each kind, and returns the numbers. Call it again while a number equals limit_to.';

create table public.operator_acts (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  who text not null check (char_length(who) between 1 and 100 and who !~ '[\x01-\x1f\x7f]'),
  via text not null check (via in ('command line', 'console', 'assistant')),
  act text not null check (act ~ '^[a-z][a-z -]*$' and char_length(act) <= 63),
  detail text not null check (char_length(detail) <= 1000),
  reason text check (char_length(reason) between 1 and 500),
  outcome text check (outcome in ('done', 'failed')),
  constraint operator_acts_ended_check check ((outcome is null) = (ended_at is null))
);
comment on table public.operator_acts is 'Audit log of the operations of operators. Only begin_act and end_act write to it; no API role can change or delete a row.';
comment on column public.operator_acts.who is 'The name that the operator gave, or the name of their account on the computer.';
comment on column public.operator_acts.outcome is 'Null while the operation runs, and permanently when its process was killed.';

alter table public.operator_acts enable row level security;

create policy service_role_reads on public.operator_acts for select to service_role using (true);
comment on policy service_role_reads on public.operator_acts is 'Operators can read the audit log.';

create function public.begin_act(who text, via text, act text, detail text, reason text default null) returns bigint
language sql
security definer
set search_path = ''
as $$
  insert into public.operator_acts (who, via, act, detail, reason)
  values (begin_act.who, begin_act.via, begin_act.act, begin_act.detail, begin_act.reason)
  returning id
$$;
comment on function public.begin_act(text, text, text, text, text) is 'Adds an operation to the audit log and returns its id.';

create function public.end_act(act_id bigint, outcome text) returns void
language sql
security definer
set search_path = ''
as $$
  update public.operator_acts a set outcome = end_act.outcome, ended_at = now() where a.id = act_id and a.outcome is null
$$;
comment on function public.end_act(bigint, text) is 'Stores the outcome of an operation, done or failed. Does not change an operation that has an outcome.';

create function public.page_signups(wanted jsonb) returns setof public.early_access_users
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  status constant text := coalesce(wanted ->> 'status', 'any');
  sorting constant text := coalesce(wanted ->> 'sorting', 'newest');
  search constant text := btrim(coalesce(wanted ->> 'search', ''));
  is_after constant boolean := wanted ? 'after_id';
  condition text;
begin
  if status not in ('any', 'free', 'paid', 'verified', 'unconfirmed') or sorting not in ('newest', 'oldest', 'address', 'address_desc') then
    raise invalid_parameter_value using message = 'Unknown status or sorting.';
  end if;
  condition := concat_ws(
    ' and ', 'true',
    case status when 'free' then 'u.order_id is null and u.confirm_by is null' when 'unconfirmed' then 'u.confirm_by is not null' end,
    case status when 'paid' then 'u.order_id is not null' when 'verified' then 'u.is_paid and u.payment_verified' end,
    case when (wanted ->> 'flagged')::boolean then 'u.flag_reason is not null' end,
    case when wanted ? 'source' then 'u.consent_form = $1' end,
    case when wanted ? 'since' then 'u.created_at >= $2' end,
    case when wanted ? 'until' then 'u.created_at < $3' end,
    case when wanted ? 'wave' then 'u.wave = $11' end,
    case when search <> '' then '(strpos(lower(u.email collate "C"), $4) > 0 or strpos(lower(u.name), $5) > 0 or u.order_id = $6)' end,
    case when is_after then
      case sorting
        when 'newest' then 'u.created_at <= $7 and (u.created_at < $7 or u.id > $8)'
        when 'oldest' then 'u.created_at >= $7 and (u.created_at > $7 or u.id < $8)'
        when 'address' then 'u.email > $9'
        else 'u.email < $9'
      end
    end
  );
  return query execute format(
    'select u.* from public.early_access_users u where %s order by %s limit $10',
    condition,
    case sorting
      when 'newest' then 'u.created_at desc, u.id'
      when 'oldest' then 'u.created_at, u.id desc'
      when 'address' then 'u.email'
      else 'u.email desc'
    end
  ) using
    wanted ->> 'source', (wanted ->> 'since')::timestamptz, (wanted ->> 'until')::timestamptz,
    lower(search collate "C"), lower(private.tidy_name(search)), search,
    (wanted ->> 'after_created_at')::timestamptz, (wanted ->> 'after_id')::uuid, wanted ->> 'after_email',
    least(greatest(coalesce((wanted ->> 'most')::integer, 50), 1), 1000), wanted ->> 'wave';
end
$$;
comment on function public.page_signups(jsonb) is
  'Returns a page of the sign-ups that match status, flagged, source, since, until, wave and search, after the row with after_id, after_created_at and after_email: `most` rows, 50 by default, from 1 to 1000.';

create function public.count_signups_by_period(period text, periods integer, zone text)
returns table (at timestamptz, free bigint, paid bigint, refused jsonb)
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  step constant interval := case period when 'hour' then interval '1 hour' when 'day' then interval '1 day' when 'week' then interval '1 week' end;
  calendar constant text := case period when 'hour' then 'UTC' else zone end;
  since timestamptz;
begin
  if step is null or periods not between 1 and 400 then
    raise invalid_parameter_value using message = 'The period is hour, day or week, and there are 1 to 400 of them.';
  end if;
  since := date_trunc(period, now() at time zone calendar - (periods - 1) * step) at time zone calendar;
  return query
    with moments as (
      select (since at time zone calendar + n * step) at time zone calendar as moment
      from generate_series(0, periods - 1) as n
    ), signups as (
      select
        date_trunc(period, u.created_at, calendar) as moment,
        count(*) filter (where not u.is_paid) as free, count(*) filter (where u.is_paid) as paid
      from public.early_access_users u where u.created_at >= since and u.confirm_by is null
      group by 1
    ), refusals as (
      select r.moment, jsonb_object_agg(r.label, r.amount) as refused
      from (
        select date_trunc(period, c.hour, calendar) as moment, c.label, sum(c.amount) as amount
        from public.hourly_counts c where c.what = 'signup_refused' and c.hour >= since
        group by 1, 2
      ) as r
      group by r.moment
    )
    select m.moment, coalesce(s.free, 0), coalesce(s.paid, 0), coalesce(r.refused, '{}')
    from moments m left join signups s using (moment) left join refusals r using (moment)
    order by m.moment;
end
$$;
comment on function public.count_signups_by_period(text, integer, text) is
  'Returns the number of free and paid sign-ups, except unconfirmed ones, and of refused ones by reason, for each of the last hours (of UTC), or of the last days or weeks of a time zone. A refusal counts in the day in which its hour of UTC began.';

create function public.count_signups() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*) filter (where confirm_by is null),
    'paid_claims', count(*) filter (where order_id is not null),
    'paid_verified', count(*) filter (where payment_verified),
    'flagged', count(*) filter (where flag_reason is not null),
    'unconfirmed', count(*) filter (where confirm_by is not null),
    'last_day', count(*) filter (where created_at > now() - interval '1 day' and confirm_by is null),
    'last_week', count(*) filter (where created_at > now() - interval '7 days' and confirm_by is null)
  )
  from public.early_access_users
$$;
comment on function public.count_signups() is 'Returns the number of sign-ups that count: in total, paid, flagged, and of the last day and week; and of unconfirmed ones.';

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
    'slowest_seconds', coalesce(
      extract(epoch from max(sent_at - created_at) filter (where sent_at > now() - interval '1 day'))::integer, 0
    ),
    'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(coalesce(first_due_at, due_at)) filter (
      where not is_deferrable and sent_at is null and gave_up_at is null
    ))::integer, 0)),
    'is_limited', coalesce(bool_or(
      kind <> 'contact_message' and not is_deferrable and sent_at is null and gave_up_at is null and due_at <= now()
    ), false) and private.mail_allowance('signup') = 0
  ) || (
    select jsonb_build_object(
      'failing_since', s.failing_since,
      'failure', s.failure,
      'is_failing', cardinality(s.refused) >= 5 or coalesce(s.failing_since < now() - interval '5 minutes', false),
      'resumes_at', case when private.is_mail_server_failing() then s.resume_at end
    )
    from private.mail_server s
  )
  from public.mail_outbox
$$;
comment on function public.count_mail() is
  'Returns statistics of the outbox: the number of mails by state, how long the oldest due mail is overdue since it was first due, whether due mails wait for the hourly rate limit, and how long the slowest mail of the last day took; and since when the mail server has accepted none, its last refusal, whether this lasts (five mails refused or five minutes), and until when the queue is paused because of it.';

create function private.signup_mail_keys(signup_id uuid) returns text[]
language sql immutable
return array['welcome_free:' || signup_id, 'welcome_paid:' || signup_id, 'wave_invitation:' || signup_id]
  || private.confirmation_mail_keys(signup_id);
comment on function private.signup_mail_keys(uuid) is 'Returns the keys (column dedupe_key) of all mails about a sign-up.';

create function public.correct_signup(
  signup_id uuid, name text default null, email text default null, clears_flag boolean default false
) returns public.early_access_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.early_access_users;
  corrected public.early_access_users;
begin
  select * into before from public.early_access_users u where u.id = signup_id for update;
  update public.early_access_users u
  set name = coalesce(correct_signup.name, u.name), email = coalesce(correct_signup.email, u.email)
  where u.id = signup_id and (correct_signup.name is not null or correct_signup.email is not null);
  update public.early_access_users u
  set flag_reason = case when not clears_flag then (
    select nullif(concat_ws('; ', u.flag_reason, string_agg(kept, '; ' order by kept)), '')
    from unnest(array['Another payment was reported', 'The payment has another address']) as kept
    where kept = any (string_to_array(before.flag_reason, '; '))
      and kept <> all (coalesce(string_to_array(u.flag_reason, '; '), '{}'))
  ) end
  where u.id = signup_id
  returning u.* into corrected;
  if corrected.id is null then
    raise no_data_found using message = 'There is no such sign-up.';
  end if;
  update public.mail_outbox o set recipient = corrected.email
  where o.dedupe_key = any (private.signup_mail_keys(signup_id)) and o.sent_at is null
    and o.recipient = before.email and private.is_address(corrected.email);
  return corrected;
end
$$;
comment on function public.correct_signup(uuid, text, text, boolean) is
  'Corrects the name and address of a sign-up; null keeps a value. Unsent mails about the sign-up go to the new address. A flag about payments stays, unless clears_flag is true.';

create function public.import_signups(people jsonb, sends_mail boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  added uuid[];
begin
  with inserted as (
    insert into public.early_access_users (
      name, email, is_paid, amount, currency, order_id, payment_verified, further_claims, flag_reason, claimed_at,
      consent_wording, consent_at, consent_form, created_at, invited_at, wave, confirm_by, confirmed_at
    )
    select
      p.name, p.email, coalesce(p.is_paid, false), p.amount, p.currency, p.order_id, coalesce(p.payment_verified, false),
      coalesce(p.further_claims, '[]'), p.flag_reason, p.claimed_at,
      coalesce(p.consent_wording, 'imported'), coalesce(p.consent_at, p.created_at, now()), coalesce(p.consent_form, 'import'),
      coalesce(p.created_at, now()),
      case when w.name is not null then p.invited_at end, case when p.invited_at is not null then w.name end,
      p.confirm_by, p.confirmed_at
    from jsonb_populate_recordset(null::public.early_access_users, people) p
    left join public.waves w on w.name = p.wave
    where not private.is_erased(private.tidy_email(p.email), coalesce(p.created_at, now()))
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into added from inserted;
  if not sends_mail then
    delete from public.mail_outbox o
    where o.dedupe_key in (select key from unnest(added) as signup (id), unnest(private.signup_mail_keys(signup.id)) as key);
  end if;
  return cardinality(added);
end
$$;
comment on function public.import_signups(jsonb, boolean) is
  'Adds sign-ups from a list of rows of early_access_users, with new ids, and returns how many. Leaves out addresses and orders that are stored already, and people who were erased after they signed up. Without sends_mail, they get no welcome or confirmation mail.';

insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;


create table public.download_counts (
  day date not null,
  platform text not null check (platform ~ '^[a-z0-9-]{1,40}$'),
  version text not null check (char_length(version) between 1 and 100),
  downloads bigint not null check (downloads > 0),
  primary key (day, platform, version)
);
comment on table public.download_counts is
  'Number of downloads of installers that began, by day (UTC), platform and version. Holds no personal data, and is kept.';

alter table public.download_counts enable row level security;

create policy service_role_reads on public.download_counts for select to service_role using (true);
comment on policy service_role_reads on public.download_counts is 'Operators can read the counts; no API role can change them.';

create function private.add_download_counts(counts jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.download_counts as c (day, platform, version, downloads)
  select x.day, x.platform, x.version, sum(x.downloads)
  from jsonb_to_recordset(counts) as x (day date, platform text, version text, downloads bigint)
  group by x.day, x.platform, x.version
  order by x.day, x.platform, x.version
  on conflict (day, platform, version) do update set downloads = c.downloads + excluded.downloads
$$;
comment on function private.add_download_counts(jsonb) is
  'Adds a batch of download counts: an array of objects with day, platform, version and downloads. Called by the self-contained server.';

create table public.hourly_counts (
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  what text not null check (what in ('signup_refused', 'server_error')),
  label text not null check (label ~ '^[a-z0-9_-]{1,40}$'),
  amount bigint not null check (amount > 0),
  primary key (hour, what, label)
);
comment on table public.hourly_counts is 'Number of refused sign-ups and of failed responses by hour (UTC). Contains no personal data, so rows are never deleted.';
comment on column public.hourly_counts.label is 'The reason of a refused sign-up, or the service of a failed response.';

alter table public.hourly_counts enable row level security;

create policy service_role_reads on public.hourly_counts for select to service_role using (true);
comment on policy service_role_reads on public.hourly_counts is 'Operators can read the counts; no API role can change them.';

create function private.add_hourly_counts(counts jsonb) returns void
language sql
set search_path = ''
as $$
  insert into public.hourly_counts as c (hour, what, label, amount)
  select x.hour, x.what, x.label, sum(x.amount)
  from jsonb_to_recordset(counts) as x (hour timestamptz, what text, label text, amount bigint)
  group by x.hour, x.what, x.label
  order by x.hour, x.what, x.label
  on conflict (hour, what, label) do update set amount = c.amount + excluded.amount
$$;
comment on function private.add_hourly_counts(jsonb) is
  'Adds a batch of counts: an array of objects with hour, what, label and amount. Called by the self-contained server.';

create table public.waves (
  name text primary key,
  selection jsonb not null,
  size integer not null,
  invited integer not null default 0,
  created_at timestamptz not null default now(),
  constraint waves_name_check check (name ~ '^[a-z0-9][a-z0-9-]*$' and octet_length(name) <= 40),
  constraint waves_selection_check check (jsonb_typeof(selection) = 'object'),
  constraint waves_invited_check check (invited between 0 and size)
);
comment on table public.waves is 'Waves of invitations. Holds no personal data: a list of addresses is stored as a keyed hash.';
comment on column public.waves.selection is
  'Whom the wave invites: next, status, since and until, or list. Sending the wave again with another selection is refused.';
comment on column public.waves.size is 'How many people the wave may invite; of a list, the number of its addresses.';
comment on column public.waves.invited is
  'How many people the wave invited, including those erased since, so that an erasure does not allow another invitation.';

alter table public.waves enable row level security;

create policy service_role_reads on public.waves for select to service_role using (true);
comment on policy service_role_reads on public.waves is 'Operators can read the waves; only send_wave writes them.';

alter table public.early_access_users
  add constraint early_access_users_wave_fkey foreign key (wave) references public.waves (name);

create index early_access_users_wave on public.early_access_users (wave) where wave is not null;

create function private.check_wave_selection(selection jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  field text;
  moment text;
  fault text;
begin
  if jsonb_typeof(selection) is distinct from 'object' then
    raise invalid_parameter_value using message = 'The selection must be an object.';
  end if;
  select key into field from jsonb_object_keys(selection) as key
  where key not in ('next', 'status', 'since', 'until', 'emails') limit 1;
  fault := case
    when field is not null then format('%s is not a field of the selection.', left(field, 40))
    when (selection ? 'next') = (selection ? 'emails') then 'The selection needs either next or emails.'
    when selection ? 'emails' and selection ?| array['status', 'since', 'until'] then
      'emails cannot be combined with status, since or until.'
    when selection ? 'next' and not coalesce((selection ->> 'next') ~ '^[1-9][0-9]{0,4}$', false) then
      'next must be a whole number from 1 to 10000.'
    when (selection ->> 'next')::integer > 10000 then 'next must be a whole number from 1 to 10000.'
    when selection ? 'status' and coalesce(selection ->> 'status', '') not in ('free', 'paid', 'verified', 'flagged') then
      'status must be free, paid, verified or flagged.'
    when not selection ? 'emails' then null
    when jsonb_typeof(selection -> 'emails') <> 'array' then 'emails must be a list of 1 to 4000 addresses.'
    when jsonb_array_length(selection -> 'emails') not between 1 and 4000 then 'emails must be a list of 1 to 4000 addresses.'
    when jsonb_path_exists(selection, '$.emails[*] ? (@.type() != "string")') then 'emails must be a list of 1 to 4000 addresses.'
  end;
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  foreach field in array array['since', 'until'] loop
    continue when not selection ? field;
    moment := selection ->> field;
    begin
      if moment is null or not isfinite(moment::timestamptz) then
        raise invalid_datetime_format;
      end if;
    exception
      when invalid_datetime_format or datetime_field_overflow then
        raise invalid_parameter_value using message = format('%s must be a time such as 2026-03-05T00:00:00Z.', field);
    end;
  end loop;
  if (selection ->> 'since')::timestamptz >= (selection ->> 'until')::timestamptz then
    raise invalid_parameter_value using message = 'since must be before until.';
  end if;
end
$$;
comment on function private.check_wave_selection(jsonb) is 'Refuses a selection that is not valid, with a message that names the field.';

create function private.stored_wave_selection(selection jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select case
    when selection ? 'emails' then jsonb_build_object('list', (
      select encode(private.keyed_hash('wave-list:' || string_agg(address, e'\n' order by address collate "C")), 'hex')
      from (
        select distinct private.tidy_email(email) as address from jsonb_array_elements_text(selection -> 'emails') as email
      ) as listed
    ))
    else selection
  end
$$;
comment on function private.stored_wave_selection(jsonb) is
  'Returns the selection as it is stored with a wave: without addresses, which are replaced by a keyed hash of them all.';

create function private.wave_size(selection jsonb) returns integer
language sql stable
set search_path = ''
as $$
  select case
    when selection ? 'emails' then (
      select count(distinct private.tidy_email(email))::integer from jsonb_array_elements_text(selection -> 'emails') as email
    )
    else (selection ->> 'next')::integer
  end
$$;
comment on function private.wave_size(jsonb) is 'Returns how many people a wave with this selection may invite.';

create function private.find_wave(wave text, selection jsonb) returns public.waves
language plpgsql stable
set search_path = ''
as $$
declare
  found_wave public.waves;
begin
  if wave !~ '^[a-z0-9][a-z0-9-]{0,39}$' then
    raise invalid_parameter_value using message = 'wave must be 1 to 40 lower-case letters, digits and hyphens.';
  end if;
  perform private.check_wave_selection(selection);
  select w.* into found_wave from public.waves w where w.name = find_wave.wave;
  if found_wave.name is null then
    return row(wave, private.stored_wave_selection(selection), private.wave_size(selection), 0, null)::public.waves;
  end if;
  if found_wave.selection <> private.stored_wave_selection(selection) then
    raise invalid_parameter_value using message = format(
      'The wave %s was started with another selection. Use the same one again, or another name.', wave
    );
  end if;
  return found_wave;
end
$$;
comment on function private.find_wave(text, jsonb) is
  'Returns the wave with this name, or a new one that is not stored yet (created_at is null). Refuses an invalid selection, and one that differs from that of the wave.';

create function private.wave_status(is_paid boolean, payment_verified boolean, flag_reason text) returns text
language sql immutable
return case when flag_reason is not null then 'flagged' when payment_verified then 'verified' when is_paid then 'paid' else 'free' end;
comment on function private.wave_status(boolean, boolean, text) is
  'Returns the status by which waves select a sign-up: flagged, verified, paid or free.';

create index early_access_users_for_wave
  on public.early_access_users (private.wave_status(is_paid, payment_verified, flag_reason), created_at, id)
  where invited_at is null and confirm_by is null;

create function private.wave_people(selection jsonb) returns table (id uuid, created_at timestamptz, fault text)
language sql stable
as $$
  select
    u.id,
    u.created_at,
    case
      when u.invited_at is not null then 'invited'
      when u.confirm_by is not null then 'unconfirmed'
      when u.flag_reason is not null and not selection ?| array['emails', 'status'] then 'flagged'
      when u.payment_verified and not selection ?| array['emails', 'status'] then 'verified'
      when u.flag_reason is not null and private.address_fault(u.email) is not null then 'unreachable'
      when exists (
        select from public.mail_outbox m
        where m.gave_up_at is not null and m.fault = 'address' and lower(m.recipient collate "C") = u.email
      ) then 'unreachable'
      when u.created_at <= (select max(e.erased_at) from private.erased_people e) and exists (
        select from private.erased_people e
        where e.hash = private.keyed_hash('erased:' || u.email, k.inner_key, k.outer_key) and e.erased_at >= u.created_at
      ) then 'erased'
    end
  from public.early_access_users u cross join private.hash_keys k
  where case
    when selection ? 'emails' then
      u.email in (select private.tidy_email(e.address) from jsonb_array_elements_text(selection -> 'emails') as e (address))
    else
      (select tstzrange((selection ->> 'since')::timestamptz, (selection ->> 'until')::timestamptz)) @> u.created_at
      and (not selection ? 'status' or private.wave_status(u.is_paid, u.payment_verified, u.flag_reason) = selection ->> 'status')
  end
$$;
comment on function private.wave_people(jsonb) is
  'Returns the sign-ups of a selection; fault is why a sign-up is left out, or null when it may be invited.';

create function private.listed_signups(selection jsonb) returns uuid[]
language sql stable
set search_path = ''
as $$
  select case when selection ? 'emails' then array(
    select u.id from public.early_access_users u
    where u.email = any (array(select private.tidy_email(e.address) from jsonb_array_elements_text(selection -> 'emails') as e (address)))
  ) end
$$;
comment on function private.listed_signups(jsonb) is
  'Returns the ids of the sign-ups with the listed addresses; null when the selection has no list.';

create function private.next_wave_people(selection jsonb, after uuid, most integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  chunk_size constant integer := 200;
  listed constant uuid[] := private.listed_signups(selection);
  statuses constant text[] := case when selection ? 'status' then array[selection ->> 'status'] else array['free', 'paid'] end;
  since constant timestamptz := coalesce((selection ->> 'since')::timestamptz, '-infinity');
  until constant timestamptz := coalesce((selection ->> 'until')::timestamptz, 'infinity');
  reached_at timestamptz := '-infinity';
  reached_id uuid := '00000000-0000-0000-0000-000000000000';
  chunk uuid[];
  next_people uuid[] := '{}';
begin
  if listed is not null then
    return array(
      select p.id from private.wave_people(selection) p where p.id = any (listed) and p.fault is null
      order by p.created_at, p.id limit most
    );
  end if;
  if after is not null then
    select coalesce(max(u.created_at), reached_at), coalesce(after, reached_id) into reached_at, reached_id
    from public.early_access_users u where u.id = after;
  end if;
  while cardinality(next_people) < most loop
    select array_agg(walked.id order by walked.created_at, walked.id) into chunk
    from (
      select u.created_at, u.id
      from unnest(statuses) as wanted (status) cross join lateral (
        select s.created_at, s.id from public.early_access_users s
        where private.wave_status(s.is_paid, s.payment_verified, s.flag_reason) = wanted.status
          and s.invited_at is null and s.confirm_by is null
          and s.created_at >= since and s.created_at < until and (s.created_at, s.id) > (reached_at, reached_id)
        order by s.created_at, s.id limit chunk_size
      ) as u
      order by u.created_at, u.id limit chunk_size
    ) as walked;
    exit when chunk is null;
    next_people := next_people || array(
      select p.id from private.wave_people(selection) p where p.id = any (chunk) and p.fault is null
      order by p.created_at, p.id limit most - cardinality(next_people)
    );
    exit when cardinality(chunk) < chunk_size;
    select u.created_at, u.id into reached_at, reached_id from public.early_access_users u where u.id = chunk[chunk_size];
  end loop;
  if next_people = '{}' and after is not null then
    return private.next_wave_people(selection, null, most);
  end if;
  return next_people;
end
$$;
comment on function private.next_wave_people(jsonb, uuid, integer) is
  'Returns the next `most` people of a selection who may be invited, in the order of sign-up, after the person `after`, or from the beginning when no person follows. Reads the sign-ups in chunks, and only as many as it needs.';

create function public.plan_wave(wave text, selection jsonb) returns jsonb
language plpgsql stable
security definer
set search_path = ''
as $$
declare
  planned constant public.waves := private.find_wave(coalesce(plan_wave.wave, 'plan'), selection);
  spots constant integer := coalesce((select s.value::integer from public.app_settings s where s.key = 'early_access_spots'), 0);
  listed constant uuid[] := private.listed_signups(selection);
  eligible integer;
  would_invite integer;
  left_out jsonb;
  first_people jsonb;
  unknown jsonb;
begin
  select
    coalesce(sum(many) filter (where faults.fault is null), 0),
    coalesce(jsonb_object_agg(faults.fault, many) filter (where faults.fault is not null), '{}')
  into eligible, left_out
  from (
    select p.fault, count(*) as many
    from private.wave_people(selection) p
    where listed is null or p.id = any (listed)
    group by p.fault
  ) as faults;
  would_invite := least(planned.size - planned.invited, eligible, spots);
  select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'email', f.email, 'created_at', f.created_at) order by f.created_at, f.id), '[]')
  into first_people
  from public.early_access_users f
  where f.id = any (private.next_wave_people(selection, null, least(would_invite, 10)));
  select coalesce(jsonb_agg(distinct listed.address), '[]') into unknown
  from (
    select private.tidy_email(e.address) as address from jsonb_array_elements_text(selection -> 'emails') as e (address)
  ) as listed
  where not exists (select from public.early_access_users u where u.email = listed.address);
  return jsonb_build_object(
    'size', planned.size, 'invited', planned.invited, 'is_started', planned.created_at is not null,
    'eligible', eligible, 'spots', spots, 'would_invite', would_invite,
    'first', first_people, 'left_out', left_out, 'unknown', unknown
  );
end
$$;
comment on function public.plan_wave(text, jsonb) is
  'Returns whom send_wave would invite, without inviting anybody: the number, the first ten people, how many are left out and why, and the listed addresses without a sign-up. The name of the wave may be null.';

create function public.send_wave(wave text, selection jsonb, most integer, after uuid default null) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent public.waves;
  spots integer;
  candidates uuid[];
  remaining integer;
  ids uuid[];
begin
  if most is null or most not between 1 and 500 then
    raise invalid_parameter_value using message = 'most must be a whole number from 1 to 500.';
  end if;
  if send_wave.wave is null then
    raise invalid_parameter_value using message = 'wave is missing.';
  end if;
  sent := private.find_wave(send_wave.wave, selection);
  candidates := private.next_wave_people(selection, after, least(most, sent.size - sent.invited));
  select s.value::integer into spots from public.app_settings s where s.key = 'early_access_spots' for update;
  spots := coalesce(spots, 0);
  sent := private.find_wave(send_wave.wave, selection);
  remaining := least(most, sent.size - sent.invited, spots);
  loop
    select coalesce(array_agg(locked.id), '{}') into ids
    from (
      select u.id
      from private.wave_people(selection) p join public.early_access_users u on u.id = p.id
      where p.id = any (candidates) and p.fault is null and u.invited_at is null
      order by u.created_at, u.id limit remaining
      for update of u
    ) as locked;
    exit when ids <> '{}' or candidates = '{}' or remaining = 0;
    candidates := private.next_wave_people(selection, after, remaining);
  end loop;
  if ids <> '{}' then
    insert into public.waves as w (name, selection, size, invited)
    values (sent.name, sent.selection, sent.size, cardinality(ids))
    on conflict (name) do update set invited = w.invited + excluded.invited;
    with invited as (
      update public.early_access_users u set invited_at = now(), wave = send_wave.wave where u.id = any (ids)
      returning u.id, u.name, u.email
    )
    insert into public.mail_outbox (kind, recipient, data, dedupe_key, is_deferrable)
    select 'wave_invitation', i.email, jsonb_build_object('name', i.name), 'wave_invitation:' || i.id, true from invited i;
    spots := spots - cardinality(ids);
    perform set_config('app.change_reason', format('Wave %s', send_wave.wave), true);
    perform set_config('app.keeps_held_spots', 'true', true);
    update public.app_settings s set value = spots::text where s.key = 'early_access_spots';
    perform set_config('app.change_reason', '', true);
    perform set_config('app.keeps_held_spots', '', true);
  end if;
  return jsonb_build_object(
    'invited', cardinality(ids), 'total', sent.invited + cardinality(ids), 'size', sent.size, 'spots', spots,
    'after', ids[cardinality(ids)]
  );
end
$$;
comment on function public.send_wave(text, jsonb, integer, uuid) is
  'Invites the next people of a wave, at most `most` and at most as many as there are spots: records the invitations, queues the mails and takes the spots, in one transaction. Call it again until it invites nobody, each time with `after` of the previous response, so that it does not read the people up to that one again.';

create function public.list_waves() returns jsonb
language sql stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.wave), '[]')
  from (
    select
      w.name as wave, w.created_at, w.selection, w.size, w.invited,
      count(m.id) filter (where m.sent_at is not null) as sent,
      count(m.id) filter (where m.sent_at is null and m.gave_up_at is null) as waiting,
      count(m.id) filter (where m.gave_up_at is not null) as given_up,
      w.invited - count(u.id) as erased
    from public.waves w
    left join public.early_access_users u on u.wave = w.name
    left join public.mail_outbox m on m.dedupe_key = 'wave_invitation:' || u.id
    group by w.name
  ) as listed
$$;
comment on function public.list_waves() is
  'Returns the waves, newest first, each with the number of its invitations by state: sent, waiting, given up, and erased since.';

revoke all on
  public.app_settings, public.contact_answers, public.contact_messages, public.download_counts, public.early_access_users,
  public.hourly_counts, public.mail_outbox, public.operator_acts, public.setting_changes, public.waves, public.webhook_outbox
  from public, anon, authenticated, service_role;
grant select on public.app_settings to anon, authenticated;
grant insert (name, email, is_paid, amount, order_id) on public.early_access_users to anon, authenticated;
grant select, insert, update, delete on
  public.app_settings, public.contact_messages, public.early_access_users, public.mail_outbox, public.webhook_outbox
  to service_role;
grant select on
  public.contact_answers, public.download_counts, public.hourly_counts, public.operator_acts, public.setting_changes, public.waves
  to service_role;

revoke all on all sequences in schema public from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

do $$
declare
  name text;
begin
  foreach name in array array[
    'public.answer_message(uuid, uuid, text, text, integer)',
    'public.apply_retention(integer)',
    'public.begin_act(text, text, text, text, text)',
    'public.claim_mail(integer, integer)',
    'public.claim_mail_by_id(uuid, integer)',
    'public.claim_webhook(text, integer)',
    'public.correct_signup(uuid, text, text, boolean)',
    'public.count_mail()',
    'public.count_signups()',
    'public.count_signups_by_period(text, integer, text)',
    'public.count_webhooks()',
    'public.end_act(bigint, text)',
    'public.erase_again(jsonb)',
    'public.erase_person(text)',
    'public.erased_among(jsonb)',
    'public.find_address_changes(text)',
    'public.find_person(text)',
    'public.import_signups(jsonb, boolean)',
    'public.list_erased_people()',
    'public.list_waves()',
    'public.mark_mail_failed(uuid, text, text)',
    'public.mark_mail_sent(uuid)',
    'public.mark_webhook_delivered(uuid)',
    'public.mark_webhook_failed(uuid, text, integer, boolean)',
    'public.note_release(text, text, text)',
    'public.page_signups(jsonb)',
    'public.plan_wave(text, jsonb)',
    'public.queue_webhook_test(text)',
    'public.record_payment_event(text, text, timestamptz, text, text, text, text, numeric, text)',
    'public.replay_webhooks(uuid, text, timestamptz)',
    'public.request_confirmation_mail(text)',
    'public.request_welcome_mail(text, text)',
    'public.retry_given_up_mail()',
    'public.retry_mail(uuid)',
    'public.send_wave(text, jsonb, integer, uuid)',
    'public.set_setting(text, text, text)',
    'public.set_webhook_targets(text)',
    'public.store_contact_message(text, text, text, text)'
  ] loop
    execute format('revoke all on function %s from public, anon, authenticated', name);
    execute format('grant execute on function %s to service_role', name);
  end loop;
end
$$;

revoke all on function public.confirm_signup(text) from public, anon, authenticated, service_role;
grant execute on function public.confirm_signup(text) to anon, authenticated;
revoke all on function public.must_confirm_signup() from public, anon, authenticated, service_role;
grant execute on function public.must_confirm_signup() to anon, authenticated;

revoke execute on function private.sign_up_together(jsonb, text[]) from public;

revoke execute on function private.add_download_counts(jsonb) from public;
revoke execute on function private.add_hourly_counts(jsonb) from public;
