import { randomUUID } from 'node:crypto'
import { type CatalogueColumn, type CatalogueTable, qualifiedName } from './read-tables.ts'

/** Input of `candidatesFor`: a label that differs between calls, the number of the row, and values that must exist on this site. */
export type RowSeed = { label: string; row: number; meanings: Readonly<Record<string, string>> }

/** Returns the e-mail address of a row: all columns with an address get the same one. */
function addressOfRow({ label, row }: Pick<RowSeed, 'label' | 'row'>): string {
  return `${label}-${row}@guests.example.com`
}

/** Texts that fulfil check constraints whose pattern contains no usable literal, such as those of names and of event kinds. */
const SHAPES = ['Mara Kalomi', 'welcome_free', 'signup.created', 'settings set', 'EUR', '10']

const DAY_MS = 86_400_000
const LITERAL = /'((?:[^']|'')*)'/g

/**
 * Returns texts that PostgreSQL converts to the column's type, the preferred one first: values that an inexact copy changes (quotes, tabs,
 * composed letters, microseconds, integers above 2^53), then plainer ones and the literals of the column's constraints. Throws for a type
 * without candidates.
 */
export function candidatesFor(table: CatalogueTable, column: CatalogueColumn, seed: RowSeed): string[] {
  const { label, row, meanings } = seed
  const address = addressOfRow(seed)
  const odd = `${qualifiedName(table)}.${column.name} of ${address}: "quoted" 'twice', \\back, {brace}, e\u0301 \u{1f600}`
  const meaning = meanings[column.name]
  if (meaning !== undefined) return [meaning]
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + row * 1_000).toISOString()
  const next = `${inDays(1).slice(0, 13)}:00:00Z`
  switch (column.type.replace(/\(.*\)$/, '')) {
    case 'text':
    case 'character varying': {
      const checks = table.checks.filter(({ columns }) => columns.includes(column.name))
      const literals = checks.flatMap(({ expression }) =>
        [...expression.matchAll(LITERAL)].map(([, text = '']) => text.replaceAll("''", "'")),
      )
      const own = [`${odd}\t\n`, odd, `filled-${label}-${row}`, `filled_${label}_${row}`]
      const isAddress = /email|recipient/.test(column.name)
      return [...(isAddress ? [address, ...own] : [...own, address]), ...rotate(literals, row), ...SHAPES]
    }
    case 'jsonb':
    case 'json': {
      const facts = { email: address, text: `${odd}\t\n`, nothing: null, list: [null, 1.5, true] }
      const claim = { order_id: `${label}-${row}`, amount: 49.9, claimed_at: next }
      return [JSON.stringify(facts), JSON.stringify([{ ...claim, ...facts }])]
    }
    case 'uuid':
      return [randomUUID()]
    case 'uuid[]':
      return [`{${randomUUID()}}`]
    case 'text[]':
      return ['{signup.created,"a \\"b\\" c",",",NULL}']
    case 'bytea':
      // As long as a SHA-256 hash, which is what most of these columns hold.
      return [`\\x${`00ff5c${Buffer.from(`${label}-${row}`).toString('hex')}`.padEnd(64, '0')}`]
    case 'boolean':
      return rotate(['true', 'false'], row)
    case 'smallint':
    case 'integer':
      return [String(2 + row), '1', '0']
    case 'bigint':
      return [String(9_007_199_254_740_993n + BigInt(row)), '1']
    case 'numeric':
      return ['49.90', '0.01']
    case 'real':
    case 'double precision':
      return ['0.1', '1']
    case 'date':
      return [inDays(1 + row).slice(0, 10)]
    case 'timestamp with time zone':
      // In the future, so that retention keeps the rows; with microseconds, which a JavaScript Date would lose.
      return [inDays(1).replace('Z', '457Z'), inDays(2).replace('Z', '457Z'), next]
    default:
      if (column.labels.length > 0) return rotate(column.labels, row)
      throw new Error(`No value is known for ${qualifiedName(table)}.${column.name} of type ${column.type}.`)
  }
}

/** Returns the values, beginning with another one for each row. */
export function rotate<T>(values: readonly T[], row: number): T[] {
  const start = values.length === 0 ? 0 : row % values.length
  return [...values.slice(start), ...values.slice(0, start)]
}
