import { sql } from 'kysely'
import * as v from 'valibot'
import type { Caller, Database } from './database.ts'
import { isDatabaseError } from './errors.ts'

/** A column: its name and PostgreSQL's name of its type (`text`, `int4`). */
export type ReadableColumn = { name: string; type: string }

/** The privileges of one role to read one table. */
export type TableAccess = {
  /** The columns of the table that the role may select, in the table's order. */
  columns: ReadableColumn[]
  primaryKey: string[]
  /** Whether row-level security applies to this role. */
  isRowSecured: boolean
  /** The combined condition of the role's policies, as SQL over the table's columns; null when no row passes. */
  rule: string | null
  /**
   * Whether the condition of the policies may depend on more than the row and the role: on the claims of the caller, settings or other
   * tables.
   */
  readsClaims: boolean
}

const tableFacts = v.object({
  row_security: v.boolean(),
  bypasses: v.boolean(),
  published: v.boolean(),
  announced: v.boolean(),
  columns: v.array(v.object({ name: v.string(), type: v.string(), key: v.boolean(), selectable: v.boolean() })),
  policies: v.nullable(v.array(v.object({ permissive: v.boolean(), rule: v.string() }))),
})

/**
 * Reads from PostgreSQL's catalogue what a role may read of a table. Returns null when the table does not exist, is not published to
 * realtime, or its changes cannot be announced.
 */
export async function readTableAccess(
  database: Database,
  role: Caller['role'],
  schema: string,
  table: string,
): Promise<TableAccess | null> {
  const { rows } = await sql`
    select c.relrowsecurity as row_security,
      coalesce((select r.rolbypassrls or r.rolsuper from pg_roles r where r.rolname = ${role}::text), false) as bypasses,
      exists (
        select from pg_publication_tables p
        where p.pubname = 'supabase_realtime' and p.schemaname = n.nspname and p.tablename = c.relname
      ) as published,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'realtime_announce') as announced,
      (
        select json_agg(json_build_object(
          'name', a.attname,
          'type', t.typname,
          'key', coalesce(a.attnum = any (i.indkey::int2[]), false),
          'selectable', has_schema_privilege(${role}::text, n.oid, 'usage')
            and has_column_privilege(${role}::text, c.oid, a.attnum, 'select')
        ) order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      (
        select json_agg(json_build_object('permissive', p.polpermissive, 'rule', pg_get_expr(p.polqual, p.polrelid)))
        from pg_policy p
        where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polqual is not null and exists (
          select from unnest(p.polroles) as r(id) where r.id = 0 or pg_has_role(${role}::text, r.id, 'usage')
        )
      ) as policies
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema}::text and c.relname = ${table}::text and c.relkind in ('r', 'p')
  `.execute(database.kysely)
  const [row] = rows
  if (row === undefined) return null
  const facts = v.parse(tableFacts, row)
  if (!facts.published || !(facts.announced || (await createRowChangeTriggers(database)))) return null
  return {
    columns: facts.columns.filter((column) => column.selectable).map(({ name, type }) => ({ name, type })),
    primaryKey: facts.columns.filter((column) => column.key).map((column) => column.name),
    isRowSecured: facts.row_security && !facts.bypasses,
    rule: combineRowSecurityPolicies(facts.policies ?? []),
    readsClaims: (facts.policies ?? []).some(({ rule }) => canPolicyReadClaims(rule)),
  }
}

/**
 * Creates the triggers that announce row changes on all published tables that lack them: a table may be added to the publication while the
 * server runs. Returns false when that is not possible, for example because the server does not own a table.
 */
export async function createRowChangeTriggers(database: Pick<Database, 'transaction'>): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await sql`select realtime.sync_publication()`.execute(tx)
    })
    return true
  } catch (error) {
    if (isDatabaseError(error)) return false
    throw error
  }
}

/** Combines the conditions of row-level security policies as PostgreSQL does: a row needs one permissive policy and every restrictive one. */
export function combineRowSecurityPolicies(policies: readonly { permissive: boolean; rule: string }[]): string | null {
  const rules = Map.groupBy(policies, ({ permissive }) => permissive)
  const joined = (permissive: boolean, word: string) =>
    rules
      .get(permissive)
      ?.map(({ rule }) => `(${rule})`)
      .join(` ${word} `)
  const open = joined(true, 'or')
  if (open === undefined) return null
  const narrowed = joined(false, 'and')
  return narrowed === undefined ? `(${open})` : `(${open}) and ${narrowed}`
}

/**
 * Returns whether a row-level security policy may read the caller's claims. A policy without function calls and subqueries depends only on
 * the row, so one query serves all callers of the role. When in doubt the result is true: the server then runs a separate query for each
 * signed-in user, which is slower but correct.
 */
export function canPolicyReadClaims(policy: string): boolean {
  const withoutTexts = policy.replace(/'(?:[^']|'')*'/g, "''")
  return /[\w"]\s*\(|\b(select|current_\w+|session_user|user)\b/i.test(withoutTexts)
}
