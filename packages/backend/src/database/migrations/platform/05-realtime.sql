-- Announces row changes to the realtime service: a trigger on every published table notifies the channel realtime_changes. row-change.ts
-- describes the JSON of the notification.

create or replace function realtime.picked(record jsonb, names text[]) returns jsonb
language sql immutable strict
as $$
  select coalesce(jsonb_object_agg(key, value) filter (where key = any (names)), '{}') from jsonb_each(record)
$$;
comment on function realtime.picked(jsonb, text[]) is 'Returns a record with only the named fields, or null for a null record.';

create or replace function realtime.announce() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- The payload of a notification must be shorter than 8000 bytes.
  longest constant integer := 7500;
  columns jsonb;
  key_names text[];
  record jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_record jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  payload jsonb;
begin
  select
    jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum),
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attnum = any (i.indkey::int2[])), '{}')
  into columns, key_names
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary
  where a.attrelid = tg_relid and a.attnum > 0 and not a.attisdropped;

  if (select relreplident from pg_catalog.pg_class where oid = tg_relid) <> 'f' then
    old_record := realtime.picked(old_record, key_names);
  end if;
  payload := jsonb_build_object(
    'schema', tg_table_schema,
    'table', tg_table_name,
    'type', tg_op,
    -- Not now(): PostgreSQL sends equal notifications of one transaction only once.
    'commit_timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'columns', columns,
    'primary_key', to_jsonb(key_names),
    'record', record,
    'old_record', old_record,
    'truncated', false
  );
  if octet_length(payload::text) > longest then
    payload := payload || jsonb_build_object(
      'columns', '[]'::jsonb,
      'record', realtime.picked(record, key_names),
      'old_record', realtime.picked(old_record, key_names),
      'truncated', true
    );
  end if;
  perform pg_catalog.pg_notify('realtime_changes', payload::text);
  return null;
end
$$;
comment on function realtime.announce() is 'Notifies channel realtime_changes of a row change of a published table. PostgreSQL sends the notification at the commit.';
revoke all on function realtime.announce() from public;

-- Compares oids and names and never casts a name to regclass: PostgreSQL may evaluate such a cast for every row of pg_class before
-- it drops the other rows, and for a role that is no superuser the cast fails for tables such as those of pg_toast.
create or replace function realtime.sync_publication() returns void
language plpgsql
as $$
declare
  found record;
begin
  for found in
    select n.nspname, c.relname
    from pg_catalog.pg_publication_tables p
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where p.pubname = 'supabase_realtime'
      and not exists (
        select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_announce'
      )
  loop
    execute format(
      'create trigger realtime_announce after insert or update or delete on %I.%I '
      'for each row execute function realtime.announce()', found.nspname, found.relname
    );
  end loop;

  for found in
    select n.nspname, c.relname
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'realtime_announce'
      and not exists (
        select from pg_catalog.pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
      )
  loop
    execute format('drop trigger realtime_announce on %I.%I', found.nspname, found.relname);
  end loop;
end
$$;
comment on function realtime.sync_publication() is
  'Creates the trigger realtime_announce on every table of the publication and drops it from all other tables. Run after migrations.';
revoke all on function realtime.sync_publication() from public;
