import type { SqlScriptSession } from '@site/backend/database/port/database'
import type { MoveCatalogue, MovedTable } from '../catalogue.ts'

/*
 * What the move into a Supabase project leaves out. Our tables in the schemas auth and storage have the names and columns of Supabase's own,
 * so all other tables are copied as to any PostgreSQL.
 */

/** Tables whose rows depend on this server's keys or expire soon. */
const EXCLUDED_TABLES = new Set(
  `auth.sessions auth.refresh_tokens auth.mfa_amr_claims auth.one_time_tokens auth.flow_state auth.address_claims auth.mfa_challenges
   auth.webauthn_credentials auth.webauthn_challenges auth.rate_buckets auth.known_devices`.split(/\s+/),
)

/** Tables of the storage service. `copyBuckets` copies the buckets, and the project's storage service inserts a row for each uploaded file. */
const OF_STORAGE = /^storage\./
const OF_SERVICE = /^(auth|storage|realtime)\./

// GoTrue (Supabase Auth) reads these columns into Go types that cannot be null. In its other such columns the project's default is enough.
const NO_INSTANCE = `'00000000-0000-0000-0000-000000000000'`

/** The columns that are not copied as they are, by table: null for one that is left out, otherwise the SQL expression of its value. */
const COLUMNS = new Map<string, Readonly<Record<string, string | null>>>([
  [
    'auth.users',
    {
      // A pending change of the address or number is not copied, because its verification code is not copied either.
      email_change_sent_at: null,
      email_change_confirm_status: null,
      phone_change: null,
      phone_change_sent_at: null,
      instance_id: NO_INSTANCE,
      confirmation_token: `''`,
      recovery_token: `''`,
      email_change: `''`,
      email_change_token_new: `''`,
    },
  ],
  ['auth.mfa_factors', { web_authn_credential: null, last_used_step: null, secret: `coalesce(secret, '')` }],
  ['auth.audit_log_entries', { instance_id: NO_INSTANCE }],
])

/** Selects what is copied into a Supabase project: tables with their columns, and the sequences of the site. */
export function selectProjectData({ tables, sequences }: MoveCatalogue): MoveCatalogue {
  return {
    tables: tables.filter(({ name }) => !EXCLUDED_TABLES.has(name) && !OF_STORAGE.test(name)).map(selectColumns),
    sequences: sequences.filter((name) => !OF_SERVICE.test(name)),
  }
}

function selectColumns({ name, columns }: MovedTable): MovedTable {
  const rules = COLUMNS.get(name) ?? {}
  const copied = [
    ...columns.filter((column) => !Object.hasOwn(rules, column)),
    ...Object.keys(rules).filter((column) => rules[column] !== null),
  ]
  return { name, columns: copied, values: copied.map((column) => rules[column] ?? column) }
}

/** Counts the rows of the tables that a move into a Supabase project leaves out; tables without rows are omitted. */
export function countExcludedRows(
  session: SqlScriptSession,
  tables: readonly MovedTable[],
): Promise<{ name: string; rows: number }[]> {
  const counts = tables
    .filter(({ name }) => EXCLUDED_TABLES.has(name))
    .map(({ name }) => `select '${name}' as name, count(*)::float8 as rows from ${name}`)
  return session.query(`select name, rows from (${counts.join(' union all ')}) counted where rows > 0`)
}
