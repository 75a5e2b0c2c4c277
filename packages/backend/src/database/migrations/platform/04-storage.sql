-- The tables of Supabase's storage service, with the columns that storage-js and its policies use.
create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
-- This index serves listing by prefix, whatever the database's collation is.
create index if not exists objects_by_prefix on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- As on Supabase, the grants are wide and policies restrict them; without a policy only service_role gets rows.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

drop policy if exists service_role_manages_buckets on storage.buckets;
create policy service_role_manages_buckets on storage.buckets to service_role using (true) with check (true);
comment on policy service_role_manages_buckets on storage.buckets is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

drop policy if exists service_role_manages_objects on storage.objects;
create policy service_role_manages_objects on storage.objects to service_role using (true) with check (true);
comment on policy service_role_manages_objects on storage.objects is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

create or replace function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select (string_to_array(name, '/'))[: cardinality(string_to_array(name, '/')) - 1]
$$;

create or replace function storage.filename(name text) returns text
language sql immutable
as $$
  select split_part(name, '/', -1)
$$;

create or replace function storage.extension(name text) returns text
language sql immutable
as $$
  select split_part(storage.filename(name), '.', -1)
$$;
