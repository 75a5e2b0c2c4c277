-- The storage bucket for the app's files. Reading a file of a public bucket needs no policy, and only the secret key may list and write, so
-- no other role has a policy.

insert into storage.buckets (id, name, public) values ('downloads', 'downloads', true)
on conflict (id) do nothing;

-- Counts of downloads, without any identifier. The server adds them in batches; one that is on Supabase adds none, because Supabase Storage
-- calls nothing when it sends a file.

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
  -- Locks the rows in one order, so that the processes of a site do not deadlock.
  order by x.day, x.platform, x.version
  on conflict (day, platform, version) do update set downloads = c.downloads + excluded.downloads
$$;
comment on function private.add_download_counts(jsonb) is
  'Adds a batch of download counts: an array of objects with day, platform, version and downloads. Called by the self-contained server.';
