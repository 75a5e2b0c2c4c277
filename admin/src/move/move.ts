import { isEncryptedOrLoopback } from '@site/contract/fetch-with-secret'
import type { MoveReport } from '@site/contract/move'
import { type CommandContext, defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { createPreview, YES_OPTION } from '../options.ts'
import { formatTable } from '../view/table.ts'
import { formatSize, pluralise } from '../view/text.ts'
import { requestMove } from './request-move.ts'

export const moveCommand = defineCommand({
  kind: 'writes',
  recording: 'none',
  summary: 'move everything to a PostgreSQL database or a Supabase project, or back to the own PostgreSQL',
  options: {
    to: {
      type: 'string',
      value: 'TARGET',
      help: 'postgres://user:password@host/database, or own (or set TARGET_DATABASE_URL, which `ps` does not show)',
    },
    ...YES_OPTION,
  },
  page: { reason: 'It takes long and needs the keys of two databases.' },
  examples: ['move --to postgres://user:password@db.your.domain/site', 'move --yes', 'move --to own --yes'],
  async run({ options }, tools) {
    const to = options.to ?? tools.env['TARGET_DATABASE_URL']?.trim() ?? ''
    if (to === '') throw new CommandFailure('usage', 'move needs --to, or TARGET_DATABASE_URL in the environment.')
    const isDone = options.yes === true
    const request = { to, supabase: projectOf(tools.env), dry_run: !isDone }
    const report = await requestMove(await tools.site(), request, tools.progress)
    if (!isDone) return createPreview(report, `${previewText(report)}\n`)
    return { data: { done: true, ...report }, text: doneText(report) }
  },
})

/**
 * Reads the Supabase project that the site's data is moved to, from environment variables only: a key on the command line would appear in
 * `ps` and in the shell's history.
 */
function projectOf(env: CommandContext['env']) {
  const url = env['TARGET_SUPABASE_URL']?.trim() ?? ''
  const secret_key = env['TARGET_SUPABASE_SECRET_KEY']?.trim() ?? ''
  if (url === '' && secret_key === '') return null
  const parsed = URL.parse(url)
  if (parsed === null || `${parsed.origin}/` !== parsed.href || !isEncryptedOrLoopback(parsed))
    throw new CommandFailure('usage', 'TARGET_SUPABASE_URL must be the address of the project, https://….')
  if (!/^[\x21-\x7e]+$/.test(secret_key)) {
    throw new CommandFailure('usage', 'TARGET_SUPABASE_SECRET_KEY must be the secret key of the project.')
  }
  return { url, secret_key }
}

function doneText({ target, tables, files, filesGo, nextStep }: MoveReport): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Moved to ${target}: ${pluralise(rows, 'row')} in ${pluralise(tables.length, 'table')}, every table compared equal.`,
    filesGo
      ? `${filesText(files)} were sent and downloaded again, every one compared equal.`
      : `${filesText(files)} stay in DATA_DIR with the keys, every one checked.`,
    ...files.faulty.map((name) => `The file ${name} is missing or damaged here${filesGo ? ', and was not sent' : ''}.`),
    'This server no longer takes changes, and will not start on the old rows again.',
    nextStep,
  ].join('\n')
}

function previewText({ source, target, tables, files, filesGo, leftBehind }: MoveReport): string {
  const rows = tables.filter((table) => table.rows > 0)
  const excluded = leftBehind.map((table) => `${table.name} (${table.rows})`).join(', ')
  return [
    `From ${source} to ${target}:`,
    '',
    formatTable(
      [
        { title: 'Table', cell: ({ name }) => name },
        { title: 'Rows', cell: ({ rows }) => String(rows), align: 'right' },
      ],
      rows,
    ),
    '',
    `${pluralise(tables.length - rows.length, 'table')} more without rows. ${filesText(files)} ${filesGo ? 'go to the storage of the project.' : 'stay in DATA_DIR, and so do the keys.'}`,
    'All rows were copied for a try, compared, and rolled back.',
    ...(excluded === '' ? [] : [`Not moved: ${excluded} (docs/operations.md, Into a Supabase project).`]),
  ].join('\n')
}

function filesText({ files, bytes }: MoveReport['files']): string {
  return `${pluralise(files, 'file')} (${formatSize(bytes)})`
}
