import { sql } from 'kysely'
import type { Database } from '../../database/port/database.ts'
import { type DatabaseFunction, EXPOSED_SCHEMA, type ExposedSchema, type ExposedTable } from '../schema.ts'

/**
 * Reads the tables and functions of the exposed schema as the database's owner. The database checks the caller's privileges at each
 * request.
 */
export async function readExposedSchema(db: Database): Promise<ExposedSchema> {
  const tables = await sql<{ description: ExposedTable[] }>`${tablesQuery}`.execute(db.kysely)
  const functions = await sql<{ description: DatabaseFunction[] }>`${functionsQuery}`.execute(db.kysely)
  return {
    tables: new Map((tables.rows[0]?.description ?? []).map((table) => [table.name, table])),
    functions: Map.groupBy(functions.rows[0]?.description ?? [], (described) => described.name),
  }
}

const tablesQuery = sql`
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', c.relname,
    'columns', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, null),
        'default', case
          when a.attidentity <> '' then (
            select format('nextval(%L)', format('%I.%I', held.nspname, sequence.relname))
            from pg_depend owned
            join pg_class sequence on sequence.oid = owned.objid and sequence.relkind = 'S'
            join pg_namespace held on held.oid = sequence.relnamespace
            where owned.classid = 'pg_class'::regclass and owned.refclassid = 'pg_class'::regclass
              and owned.refobjid = c.oid and owned.refobjsubid = a.attnum and owned.deptype = 'i'
          )
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end,
        'generated', a.attgenerated <> ''
      ) order by a.attnum), '[]')
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ),
    'primaryKey', (
      select coalesce(jsonb_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    )
  )), '[]') as description
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${sql.lit(EXPOSED_SCHEMA)} and c.relkind in ('r', 'p', 'v', 'm', 'f')`

// Functions with unnamed parameters are omitted, because the data API passes arguments by name. Trigger functions are omitted, because they
// cannot be called.
const functionsQuery = sql`
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.proname,
    'parameters', given.parameters,
    'result', case
      when p.prorettype = 'void'::regtype then 'void'
      when returned.columns is not null or t.typtype = 'c' or p.prorettype = 'record'::regtype then 'rows'
      else 'value'
    end,
    'isSet', p.proretset,
    'columns', coalesce(returned.columns, composite.columns, '[]')
  )), '[]') as description
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', coalesce(p.proargnames[a.place], ''),
      'type', format_type(a.type, null),
      'optional', a.rank > p.pronargs - p.pronargdefaults,
      'variadic', a.mode = 'v'
    ) order by a.place), '[]') as parameters
    from (
      select place, type, mode, row_number() over (order by place) as rank
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as x (type, place)
      cross join lateral (select coalesce(p.proargmodes[place], 'i') as mode) m
      where mode in ('i', 'b', 'v')
    ) a
  ) given
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'name', coalesce(nullif(p.proargnames[place], ''), 'column' || place),
      'type', format_type(type, null), 'default', null, 'generated', false
    ) order by place) as columns
    from unnest(p.proallargtypes) with ordinality as x (type, place)
    where p.proargmodes[place] in ('t', 'o', 'b')
  ) returned
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, null), 'default', null, 'generated', false
    ) order by a.attnum) as columns
    from pg_attribute a
    where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) composite
  where n.nspname = ${sql.lit(EXPOSED_SCHEMA)}
    and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    and not exists (
      select from jsonb_array_elements(given.parameters) as parameter where parameter ->> 'name' = ''
    )`
