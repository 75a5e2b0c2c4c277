-- Hourly counts for the operators: refused sign-ups by reason, and 5xx responses of the server by service. They contain no identifiers. The
-- self-contained server adds them in batches; on Supabase, nothing adds them.

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
  -- Locks the rows in a fixed order, so that the processes of a site do not deadlock.
  order by x.hour, x.what, x.label
  on conflict (hour, what, label) do update set amount = c.amount + excluded.amount
$$;
comment on function private.add_hourly_counts(jsonb) is
  'Adds a batch of counts: an array of objects with hour, what, label and amount. Called by the self-contained server.';
