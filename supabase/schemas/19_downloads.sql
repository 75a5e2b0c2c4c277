-- The bucket for the app's files. Files of a public bucket are read without a policy; only the secret key lists and writes, so there is no
-- policy for another role.

insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;
