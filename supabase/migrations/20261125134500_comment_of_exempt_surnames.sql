-- The comment names the constant in contract/ by its new name.

comment on function private.passing_surnames() is
  'Returns surnames of real people that contain a word of the bot screening and are exempt from it: SCREENING_EXEMPT_SURNAMES of contract/screening.ts.';
