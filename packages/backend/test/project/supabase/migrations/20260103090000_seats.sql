-- Settings of which every visitor may read one: the number of open seats. A guest takes a seat.
create table public.settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);
insert into public.settings (key, value) values ('number_of_open_seats', '10'), ('private_note', 'nobody reads this');
alter table public.settings enable row level security;
grant select on public.settings to anon, authenticated;
grant all on public.settings to service_role;
create policy visitors_read_seats on public.settings for select to anon, authenticated using (key = 'number_of_open_seats');
alter publication supabase_realtime add table public.settings;

create table public.guests (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  is_paid boolean not null default false
);
alter table public.guests enable row level security;
grant insert on public.guests to anon;
grant all on public.guests to service_role;
create policy "Visitors become guests" on public.guests for insert to anon with check (true);

create function public.take_seat() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.settings set value = (value::int - 1)::text where key = 'number_of_open_seats';
  return new;
end $$;
create trigger take_seat after insert on public.guests for each row execute function public.take_seat();
