-- The operator's list of mails that were given up, and their number for the metrics, without reading every mail ever sent.
create index mail_outbox_given_up on public.mail_outbox (gave_up_at) where gave_up_at is not null;
