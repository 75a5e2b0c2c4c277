-- Who reads later why there were twelve spots on Tuesday finds it here: every change of a setting by hand, with the reason
-- where one was given. What a sign-up takes by itself is in the sign-ups.
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
revoke all on public.setting_changes from public, anon, authenticated, service_role;
grant select on public.setting_changes to service_role;

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

-- A sign-up lowers the spots from inside of its own trigger: depth 1 there, 0 for everybody who writes the table.
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
revoke all on function public.set_setting(text, text, text) from public, anon, authenticated;
grant execute on function public.set_setting(text, text, text) to service_role;
