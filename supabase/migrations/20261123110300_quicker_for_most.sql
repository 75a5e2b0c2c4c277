-- What nearly every name, address and mail is, takes a shorter way to the same outcome.

create or replace function private.tidy_name(name text) returns text
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

-- Counting to 62 is dear for a pattern. Not valid: what is there has passed the same rule.
alter table public.mail_outbox
  drop constraint mail_outbox_kind_check,
  add constraint mail_outbox_kind_check check (kind ~ '^[a-z][a-z_]*$' and octet_length(kind) <= 63) not valid;
alter table public.mail_outbox validate constraint mail_outbox_kind_check;
