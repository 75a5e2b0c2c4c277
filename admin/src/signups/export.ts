import { defineCommand } from '../command.ts'
import type { Signup } from '../rows.ts'
import { readSettingValues } from '../site-settings/read.ts'
import { pluralise } from '../view/text.ts'
import { writeAtomically } from '../write-atomically.ts'
import { formatCsvHeader, formatCsvLine } from './csv.ts'
import { parseSignupFilter, SIGNUP_FILTER_OPTIONS } from './filter.ts'
import { iterateSignups } from './pages.ts'

const COLUMNS = [
  'created_at',
  'name',
  'email',
  'is_paid',
  'amount',
  'currency',
  'order_id',
  'payment_verified',
  'payment_reversal',
  'flag_reason',
  'claimed_at',
  'consent_wording',
  'consent_at',
  'consent_form',
  'invited_at',
  'wave',
  'id',
] as const satisfies readonly (keyof Signup)[]

/** Columns that the CSV has only while the setting `confirm_signups` is true. JSON has all columns. */
const CONFIRMATION_COLUMNS = ['confirm_by', 'confirmed_at'] as const satisfies readonly (keyof Signup)[]

export const exportSignupsCommand = defineCommand({
  kind: 'writes',
  summary: 'export all sign-ups as CSV (or JSON lines with --json), oldest first',
  options: {
    ...SIGNUP_FILTER_OPTIONS,
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['csv', 'json'],
      help: 'csv (the default), or json: one object on each line, as --json',
    },
    to: { type: 'string', value: 'FILE', help: 'write here; - or without it: to the terminal' },
    bom: { type: 'boolean', help: 'begin with a byte order mark, for Excel' },
  },
  page: { exports: true },
  examples: ['signups export --to signups.csv --bom', 'signups export --since 2026-03-01 --to march.csv'],
  async run({ options }, tools) {
    const file = options.to === '-' ? undefined : options.to
    const site = await tools.site()
    const filter = parseSignupFilter(options)
    const isJson = (options.format ?? (options.json ? 'json' : 'csv')) === 'json'
    const { confirm_signups } = await readSettingValues(site, ['confirm_signups'])
    const columns = [...COLUMNS, ...(confirm_signups === 'true' ? CONFIRMATION_COLUMNS : [])]
    const progress = tools.progress('Exporting', null)
    let count = 0
    async function* lines() {
      if (!isJson) yield formatCsvHeader(columns, options.bom)
      const all = { sorting: 'oldest', after: null, most: Number.POSITIVE_INFINITY } as const
      for await (const signup of iterateSignups(site, filter, all)) {
        count++
        const line = isJson
          ? `${JSON.stringify(signup)}\n`
          : formatCsvLine(columns.map((column) => signup[column] ?? null))
        progress.advance(Buffer.byteLength(line))
        yield line
      }
    }
    const chunks = joinLinesIntoChunks(lines())
    if (file !== undefined) await writeAtomically(file, chunks)
    else for await (const chunk of chunks) await tools.write(chunk)
    progress.done()
    tools.note(`${pluralise(count, 'sign-up')} written${file === undefined ? '' : ` to ${file}`}.`)
    return null
  },
})

/** The minimum length of an output chunk, in characters. Each chunk costs a system call, however short it is. */
const CHUNK = 65_536

/**
 * Joins lines into chunks of at least `CHUNK` characters; the last one may be shorter. An export takes half as long as with one write for
 * each line (docs/records/performance.md).
 */
export async function* joinLinesIntoChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
