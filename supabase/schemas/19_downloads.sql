-- The storage bucket for the app's files. Reading a file of a public bucket needs no policy, and only the secret key may list and write, so
-- no other role has a policy.

insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;
