-- Settings that operators change while the site runs. Visitors may read one of them: how many spots remain.
create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value text not null,
  updated_at timestamptz not null default now(),
  constraint app_settings_value_check check (
    case
      when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'
      when key in ('count_down_spots', 'mail_paused') then value in ('true', 'false')
      else char_length(value) <= 1000
    end
  )
);
comment on table public.app_settings is 'Settings that operators change while the site runs.';
comment on constraint app_settings_value_check on public.app_settings is
  'Numbers are whole and not negative, switches are true or false.';

insert into public.app_settings (key, value) values
  ('early_access_spots', '10'),
  -- whether a sign-up lowers the spots by one
  ('count_down_spots', 'true');

create function private.note_update() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.note_update() is 'Keeps updated_at true.';

create trigger app_settings_note_update before update on public.app_settings
  for each row execute function private.note_update();

alter table public.app_settings enable row level security;
revoke all on public.app_settings from public, anon, authenticated, service_role;
grant select on public.app_settings to anon, authenticated;
grant select, insert, update, delete on public.app_settings to service_role;

create policy visitors_read_spots on public.app_settings for select to anon, authenticated
  using (key = 'early_access_spots');
comment on policy visitors_read_spots on public.app_settings is 'Visitors see how many spots remain and no other setting.';

create policy service_role_manages on public.app_settings to service_role using (true) with check (true);
comment on policy service_role_manages on public.app_settings is
  'For a host where service_role could not be given the right to pass row-level security.';

-- The number falls on every open page. The primary key is all that a filter needs: no wider replica identity.
alter publication supabase_realtime add table public.app_settings;
