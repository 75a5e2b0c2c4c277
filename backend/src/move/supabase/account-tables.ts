import type { Column, MovedTable, TablePair } from '../catalogue.ts'

/** Schemas that belong to services of a Supabase project. Ours under these names are not copied as they are. */
export const SERVICE_SCHEMAS: readonly string[] = ['auth', 'storage', 'realtime']

/** How a table of accounts goes to the auth service of a project. */
type Way = {
  /** Columns of ours that do not go (left-behind.ts says it to the operator). */
  left?: readonly string[]
  /** Columns that are empty there where ours have null: GoTrue reads them into a text that cannot be null. */
  neverNull?: readonly string[]
  /** What their further columns hold in a row that GoTrue itself makes. */
  constants?: Readonly<Record<string, string>>
}

const NO_INSTANCE = '00000000-0000-0000-0000-000000000000'

const WAYS = new Map<string, Way>([
  [
    'users',
    {
      // A change that waits for its confirmation: the code for it does not go.
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

/** Tables of accounts that no row of goes: what they hold means something to this server and its keys only, or is about to end anyway. */
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

/** The tables of a source by how they go into a project, and what the project lacks for it, in words. */
export type Sorted = { pairs: TablePair[]; missing: string[] }

/** Pairs the tables of a source with those of a project. Tables of accounts are fitted to GoTrue's; files go another way (send-files.ts). */
export function pairTables(source: readonly MovedTable[], target: readonly MovedTable[]): Sorted {
  const there = new Map(target.map((table) => [`${table.schema}.${table.name}`, table]))
  const sorted: Sorted = { pairs: [], missing: [] }
  for (const table of source) {
    if (!SERVICE_SCHEMAS.includes(table.schema)) sorted.pairs.push({ from: table, into: table })
    if (table.schema !== 'auth' || LEFT_TABLES.has(table.name)) continue
    const way = WAYS.get(table.name)
    const theirs = there.get(`auth.${table.name}`)
    if (way === undefined) sorted.missing.push(`a way for the table auth.${table.name}`)
    else if (theirs === undefined) sorted.missing.push(`the table auth.${table.name}`)
    else fit(sorted, table, theirs, way)
  }
  return sorted
}

function fit(
  sorted: Sorted,
  ours: MovedTable,
  theirs: MovedTable,
  { left = [], neverNull = [], constants = {} }: Way,
): void {
  const known = new Map(theirs.columns.map((column) => [column.name, column]))
  const from: Column[] = []
  const into: Column[] = []
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
