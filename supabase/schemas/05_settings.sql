-- Settings that operators change while the site runs, and the history of those changes.
--
-- When a row of app_settings changes, the constraint checks the value, app_settings_note_update sets updated_at, and app_settings_changed
-- or app_settings_added inserts the change into setting_changes, with the reason that was passed to set_setting. A sign-up that takes a
-- spot also changes a setting, but within a trigger (12_spots.sql), and adds no history row. The publication supabase_realtime sends the
-- change to subscribed pages.

create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value text not null,
  updated_at timestamptz not null default now(),
  constraint app_settings_value_check check (
    case
      when key in ('early_access_spots', 'mail_per_hour') then value ~ '^(0|[1-9][0-9]{0,8})$'
      when key in ('count_down_spots', 'mail_paused', 'sending_held') then value in ('true', 'false')
      else char_length(value) <= 1000
    end
  ),
  constraint app_settings_confirmation_check check (
    case key
      when 'confirm_signups' then value in ('true', 'false')
      -- 720 hours are 30 days: unconfirmedSignups in contract/retention.ts
      when 'confirm_within_hours' then value ~ '^[1-9][0-9]{0,2}$' and value::integer <= 720
      else true
    end
  )
);
comment on table public.app_settings is 'Settings that operators change while the site runs.';
comment on constraint app_settings_value_check on public.app_settings is 'Numbers are non-negative integers; switches are true or false.';
comment on constraint app_settings_confirmation_check on public.app_settings is 'confirm_signups is true or false; confirm_within_hours is a whole number from 1 to 720.';

insert into public.app_settings (key, value) values
  ('early_access_spots', '10'),
  -- count_down_spots: whether each sign-up lowers the number of spots by one
  ('count_down_spots', 'true'),
  -- mail_paused: while true, no worker can claim a mail for sending
  ('mail_paused', 'false'),
  -- sending_held: while true, no mail and no webhook event is sent. The server sets it when it starts on restored or copied data, because
  -- the site that the data came from may have sent the same mails and events, or still send them
  ('sending_held', 'false'),
  -- mail_per_hour, a rate limit: mails to the public per hour; contact messages to the team are not counted
  ('mail_per_hour', '1000'),
  -- confirm_signups: whether a free sign-up counts only after the visitor confirmed it (12_confirmation.sql)
  ('confirm_signups', 'false'),
  -- confirm_within_hours: after how many hours an unconfirmed sign-up is deleted
  ('confirm_within_hours', '48');

alter table public.app_settings enable row level security;

create policy visitors_read_spots on public.app_settings for select to anon, authenticated
  using (key = 'early_access_spots');
comment on policy visitors_read_spots on public.app_settings is 'Visitors can read the number of remaining spots and no other setting.';

create policy service_role_manages on public.app_settings to service_role using (true) with check (true);
comment on policy service_role_manages on public.app_settings is
  'Gives service_role all rows on a host where the role cannot have BYPASSRLS.';

-- Pages subscribe to changes of the number of spots (Realtime). Their filter uses only the primary key, so the default replica identity is
-- sufficient.
alter publication supabase_realtime add table public.app_settings;

create function private.is_sending_held() returns boolean
language sql stable
as $$
  select exists (select from public.app_settings where key = 'sending_held' and value = 'true')
$$;
comment on function private.is_sending_held() is 'Returns whether mails and webhook events wait because the data was restored.';

create function private.note_update() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.note_update() is 'Sets updated_at to the time of the update.';

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
comment on table public.setting_changes is
  'History of settings: one row for each change by an operator, in the order of id. Inserted by triggers.';
comment on column public.setting_changes.reason is 'Null when the setting was changed by a plain UPDATE, which has no reason.';

create index setting_changes_key on public.setting_changes (key, id desc);

alter table public.setting_changes enable row level security;

create policy service_role_reads on public.setting_changes for select to service_role using (true);
comment on policy service_role_reads on public.setting_changes is 'Operators can read the history; no API role can change it.';

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
comment on function private.note_setting_change() is 'Inserts a change of a setting into setting_changes.';

-- Records only changes by operators: pg_trigger_depth() is 0 for an update by an operator, and 1 for an update within the trigger of a
-- sign-up.
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
  -- Other changes in the same transaction must not get this reason.
  perform set_config('app.change_reason', '', true);
  if changed.key is null then
    raise no_data_found using message = format('There is no setting %L.', key);
  end if;
  return changed;
end
$$;
comment on function public.set_setting(text, text, text) is
  'Changes a setting and stores the reason in its history, in one transaction. Refuses an unknown setting and an empty reason.';
