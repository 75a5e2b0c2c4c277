-- The constraints of 090400 and 090500 hold for what was there before. Whoever reads or writes meanwhile does not wait for this.
alter table public.early_access_users
  validate constraint early_access_users_name_check,
  validate constraint early_access_users_email_check;

alter table public.mail_outbox validate constraint mail_outbox_recipient_check;
