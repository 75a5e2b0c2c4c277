import type { SqlSession } from './sql-session.ts'

/** The database schemas whose objects the site's own SQL creates. */
const SCHEMAS = `('public', 'private')`

/**
 * Returns SQL for the access privileges of an object, sorted. For an object without explicit privileges, these are PostgreSQL's
 * defaults.
 */
const acl = (column: string, kind: string, owner: string) =>
  `(select string_agg(item::text, ' ' order by item::text) from unnest(coalesce(${column}, acldefault('${kind}', ${owner}))) as item)`

const PARTS = [
  `select format('schema %I', n.nspname), concat_ws(e'\\n', 'owner ' || n.nspowner::regrole, ${acl('n.nspacl', 'n', 'n.nspowner')},
     obj_description(n.oid, 'pg_namespace'))
   from pg_namespace n where n.nspname in ${SCHEMAS}`,
  `select format('default privileges of %s in %s for %s', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype),
     (select string_agg(item::text, ' ' order by item::text) from unnest(d.defaclacl) as item)
   from pg_default_acl d where d.defaclnamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('type %s', t.oid::regtype), concat_ws(e'\\n', t.typtype, 'owner ' || t.typowner::regrole,
     ${acl('t.typacl', 'T', 't.typowner')}, obj_description(t.oid, 'pg_type'), obj_description(t.typrelid, 'pg_class'))
   from pg_type t where t.typnamespace::regnamespace::text in ${SCHEMAS} and t.typelem = 0`,
  `select format('relation %s', c.oid::regclass), concat_ws(e'\\n', c.relkind, c.relpersistence, c.relreplident,
     'row security ' || c.relrowsecurity || ' forced ' || c.relforcerowsecurity, 'owner ' || c.relowner::regrole,
     case c.relkind when 'S' then ${acl('c.relacl', 's', 'c.relowner')} when 'r' then ${acl('c.relacl', 'r', 'c.relowner')} end, c.reloptions::text,
     obj_description(c.oid, 'pg_class'))
   from pg_class c where c.relnamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('column %s.%I', a.attrelid::regclass, a.attname), concat_ws(e'\\n', 'number ' || a.attnum,
     format_type(a.atttypid, a.atttypmod), 'not null ' || a.attnotnull, concat_ws(' ', a.attidentity, a.attgenerated),
     nullif(a.attcollation, 0)::regcollation::text, pg_get_expr(d.adbin, d.adrelid), (select string_agg(item::text, ' ' order by item::text) from unnest(a.attacl) as item), a.attoptions::text,
     col_description(a.attrelid, a.attnum))
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace::regnamespace::text in ${SCHEMAS} and c.relkind in ('r', 'v', 'c') and a.attnum > 0`,
  `select format('sequence %s', s.seqrelid::regclass), concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
     s.seqcache, s.seqcycle)
   from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('constraint %I on %s', o.conname, o.conrelid::regclass), concat_ws(e'\\n', pg_get_constraintdef(o.oid),
     'validated ' || o.convalidated, obj_description(o.oid, 'pg_constraint'))
   from pg_constraint o where o.connamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('index %s', i.indexrelid::regclass), concat_ws(e'\\n', pg_get_indexdef(i.indexrelid), 'valid ' || i.indisvalid,
     obj_description(i.indexrelid, 'pg_class'))
   from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('trigger %I on %s', t.tgname, t.tgrelid::regclass), concat_ws(e'\\n', pg_get_triggerdef(t.oid), 'enabled ' || t.tgenabled::text,
     obj_description(t.oid, 'pg_trigger'))
   from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace::regnamespace::text in ${SCHEMAS} and not t.tgisinternal`,
  `select format('policy %I on %s', p.polname, p.polrelid::regclass), concat_ws(e'\\n', p.polcmd, 'permissive ' || p.polpermissive,
     array(select role::regrole::text from unnest(p.polroles) as role order by 1)::text,
     'using ' || pg_get_expr(p.polqual, p.polrelid), 'with check ' || pg_get_expr(p.polwithcheck, p.polrelid),
     obj_description(p.oid, 'pg_policy'))
   from pg_policy p join pg_class c on c.oid = p.polrelid
   where c.relnamespace::regnamespace::text in ('public', 'private', 'storage')`,
  `select format('function %s', f.oid::regprocedure), concat_ws(e'\\n', pg_get_functiondef(f.oid), 'owner ' || f.proowner::regrole,
     ${acl('f.proacl', 'f', 'f.proowner')}, obj_description(f.oid, 'pg_proc'))
   from pg_proc f where f.pronamespace::regnamespace::text in ${SCHEMAS}`,
  `select format('publication %I of %s', p.pubname, r.prrelid::regclass), concat_ws(e'\\n', r.prattrs::text, pg_get_expr(r.prqual, r.prrelid))
   from pg_publication_rel r join pg_publication p on p.oid = r.prpubid`,
  `select 'setting ' || key, value from public.app_settings`,
  `select 'bucket ' || id, concat_ws(' ', name, public) from storage.buckets`,
  `select 'keys of hashes', concat_ws(' ', count(*), min(length(inner_key)), min(length(outer_key))) from private.hash_keys`,
]

/**
 * Returns the catalogue of a database: each object of the schemas public and private with its definition, owner, privileges and
 * comment, and the rows that the migrations insert. Two databases with the same catalogue behave the same.
 */
export async function readDatabaseCatalogue(db: SqlSession): Promise<Record<string, string>> {
  const { rows } = await db.query(
    `select name, definition from (${PARTS.join('\nunion all ')}) as found (name, definition) order by name collate "C"`,
  )
  return Object.fromEntries(rows.map(({ name, definition }) => [String(name), String(definition)]))
}
