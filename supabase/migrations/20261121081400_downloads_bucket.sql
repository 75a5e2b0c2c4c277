-- Where the app's files lie. A public bucket is read by its public address without any policy; listing and writing are
-- for the secret key, so there is none for anybody else.
insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;
