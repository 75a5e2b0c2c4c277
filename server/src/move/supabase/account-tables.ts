import type { MovedColumn, MovedTable, SourceAndTargetTable } from '../catalogue.ts'

/**
 * Schemas that belong to services of a Supabase project. A move into a project maps tables of the schema auth to those of Supabase Auth,
 * and copies no table of the schemas storage and realtime.
 */
export const SUPABASE_SERVICE_SCHEMAS: readonly string[] = ['auth', 'storage', 'realtime']

/** How one of our auth tables is mapped to the table of the same name in a Supabase project. */
type TableMapping = {
  /** Columns of our table that are not copied. The plan of the move lists the data that is lost (excluded-data.ts). */
  left?: readonly string[]
  /** Columns whose null is copied as an empty string, because GoTrue (Supabase Auth) reads them into a Go string, which cannot be null. */
  neverNull?: readonly string[]
  /**
   * The values that copied rows get in columns that only the Supabase project has: those that GoTrue (Supabase Auth) itself would write.
   */
  constants?: Readonly<Record<string, string>>
}

const NO_INSTANCE = '00000000-0000-0000-0000-000000000000'

const TABLE_MAPPINGS = new Map<string, TableMapping>([
  [
    'users',
    {
      // A pending change of the e-mail address or phone number is not copied, because its verification code is not copied either.
      left: [
        'email_change',
        'email_change_sent_at',
        'email_change_confirm_status',
        'phone_change',
        'phone_change_sent_at',
      ],
      constants: {
        instance_id: NO_INSTANCE,
        confirmation_token: '',
        recovery_token: '',
        email_change: '',
        email_change_token_new: '',
        email_change_token_current: '',
        phone_change: '',
        phone_change_token: '',
        reauthentication_token: '',
      },
    },
  ],
  ['identities', {}],
  ['mfa_factors', { left: ['web_authn_credential', 'last_used_step'], neverNull: ['secret'] }],
  ['audit_log_entries', { constants: { instance_id: NO_INSTANCE, ip_address: '' } }],
])

/** Auth tables that are not copied into a Supabase project, because their rows depend on this server's keys, or expire soon. */
const LEFT_TABLES = new Set([
  'sessions',
  'refresh_tokens',
  'mfa_amr_claims',
  'one_time_tokens',
  'flow_state',
  'address_claims',
  'mfa_challenges',
  'webauthn_credentials',
  'webauthn_challenges',
  'rate_buckets',
  'known_devices',
])

/**
 * The tables that a move into a Supabase project copies, in pairs of source and target, and the names of tables and columns that the
 * project lacks.
 */
export type TablePairing = { pairs: SourceAndTargetTable[]; missing: string[] }

/**
 * Pairs the tables of the source with those of a Supabase project. Auth tables are mapped to GoTrue's tables. Storage tables are left out,
 * because files are uploaded through the storage service (upload-files.ts).
 */
export function pairAccountTables(source: readonly MovedTable[], target: readonly MovedTable[]): TablePairing {
  const there = new Map(target.map((table) => [`${table.schema}.${table.name}`, table]))
  const sorted: TablePairing = { pairs: [], missing: [] }
  for (const table of source) {
    if (!SUPABASE_SERVICE_SCHEMAS.includes(table.schema)) sorted.pairs.push({ from: table, into: table })
    if (table.schema !== 'auth' || LEFT_TABLES.has(table.name)) continue
    const way = TABLE_MAPPINGS.get(table.name)
    const theirs = there.get(`auth.${table.name}`)
    if (way === undefined) sorted.missing.push(`a way for the table auth.${table.name}`)
    else if (theirs === undefined) sorted.missing.push(`the table auth.${table.name}`)
    else fit(sorted, table, theirs, way)
  }
  return sorted
}

function fit(
  sorted: TablePairing,
  ours: MovedTable,
  theirs: MovedTable,
  { left = [], neverNull = [], constants = {} }: TableMapping,
): void {
  const known = new Map(theirs.columns.map((column) => [column.name, column]))
  const from: MovedColumn[] = []
  const into: MovedColumn[] = []
  for (const column of ours.columns) {
    if (left.includes(column.name)) continue
    const counterpart = known.get(column.name)
    if (counterpart === undefined) sorted.missing.push(`the column ${column.name} of auth.${ours.name}`)
    else {
      from.push(neverNull.includes(column.name) ? { ...column, isEmptyForNull: true } : column)
      into.push(counterpart)
    }
  }
  sorted.pairs.push({
    from: { ...ours, columns: from },
    into: {
      ...theirs,
      columns: into,
      isForeign: true,
      constants: Object.fromEntries(Object.entries(constants).filter(([name]) => known.has(name))),
    },
  })
}
