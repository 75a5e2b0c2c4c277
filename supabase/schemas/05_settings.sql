-- Settings that operators change while the site runs, and the history of those changes.
--
-- When a row of app_settings changes: the constraint checks the value, app_settings_note_update sets updated_at, and app_settings_changed or
-- app_settings_added writes the change to setting_changes, with the reason that set_setting was given. A sign-up that takes a spot changes
-- a setting, too, but from within a trigger (12_spots.sql), and leaves no history. The publication sends the change to open pages.

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
  ('count_down_spots', 'true'),
  -- while true, no mail is claimed
  ('mail_paused', 'false'),
  -- mails to the public per hour; mail to the team is not counted
  ('mail_per_hour', '1000');

alter table public.app_settings enable row level security;

create policy visitors_read_spots on public.app_settings for select to anon, authenticated
  using (key = 'early_access_spots');
comment on policy visitors_read_spots on public.app_settings is 'Visitors see how many spots remain and no other setting.';

create policy service_role_manages on public.app_settings to service_role using (true) with check (true);
comment on policy service_role_manages on public.app_settings is
  'For a host where service_role could not be given the right to pass row-level security.';

-- Pages subscribe to the number of spots. The primary key is all that their filter needs, so the replica identity stays the default.
alter publication supabase_realtime add table public.app_settings;

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

create table public.setting_changes (
  id bigint generated always as identity primary key,
  key text not null,
  old_value text,
  new_value text,
  reason text check (char_length(reason) between 1 and 500),
  changed_at timestamptz not null default now()
);
comment on table public.setting_changes is 'Every change of a setting that an operator made, newest last. Written by a trigger.';
comment on column public.setting_changes.reason is 'Null: the setting was changed by a plain update, which gives none.';

create index setting_changes_key on public.setting_changes (key, id desc);

alter table public.setting_changes enable row level security;

create policy service_role_reads on public.setting_changes for select to service_role using (true);
comment on policy service_role_reads on public.setting_changes is 'Operators read the history; nobody rewrites it.';

create function private.note_setting_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.setting_changes (key, old_value, new_value, reason)
  values (
    coalesce(new.key, old.key), old.value, new.value,
    nullif(current_setting('app.change_reason', true), '')
  );
  return null;
end
$$;
comment on function private.note_setting_change() is 'Writes a change of a setting into its history.';

-- The trigger depth is 0 for an update by an operator and 1 within the trigger of a sign-up.
create trigger app_settings_changed after update on public.app_settings
  for each row when (old.value is distinct from new.value and pg_trigger_depth() < 1)
  execute function private.note_setting_change();

create trigger app_settings_added after insert or delete on public.app_settings
  for each row execute function private.note_setting_change();

create function public.set_setting(key text, value text, reason text) returns public.app_settings
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed public.app_settings;
begin
  if coalesce(btrim(reason), '') = '' or char_length(reason) > 500 then
    raise invalid_parameter_value using message = 'A reason of 1 to 500 characters is asked for.';
  end if;
  perform set_config('app.change_reason', btrim(reason), true);
  update public.app_settings s set value = set_setting.value where s.key = set_setting.key returning s.* into changed;
  -- Whatever else happens in this transaction has not this reason.
  perform set_config('app.change_reason', '', true);
  if changed.key is null then
    raise no_data_found using message = format('There is no setting %L.', key);
  end if;
  return changed;
end
$$;
comment on function public.set_setting(text, text, text) is
  'Changes a setting and keeps the reason beside it, both or neither. Refuses an unknown setting and an empty reason.';
