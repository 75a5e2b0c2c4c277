import { type CommandContext, type CommandProgress, defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { ADD_YES_HINT, PREVIEW_ONLY_EXIT_CODE, YES_OPTION } from '../options.ts'
import { formatTable } from '../view/table.ts'
import { formatSize, pluralise } from '../view/text.ts'
import { requestSiteMove, type SiteMoveEvent, type SiteMovePlan } from './move-events.ts'

type Done = Extract<SiteMoveEvent, { event: 'done' }>

export const moveCommand = defineCommand({
  kind: 'writes',
  recording: 'none',
  summary: 'move everything to a PostgreSQL database or a Supabase project, or back to the embedded one',
  options: {
    to: {
      type: 'string',
      value: 'TARGET',
      help: 'postgres://user:password@host/database, or embedded (or set TARGET_DATABASE_URL, which `ps` does not show)',
    },
    ...YES_OPTION,
  },
  examples: ['move --to postgres://user:password@db.your.domain/site', 'move --yes', 'move --to embedded --yes'],
  async run({ options }, tools) {
    const to = options.to ?? tools.env['TARGET_DATABASE_URL']?.trim() ?? ''
    if (to === '') throw new CommandFailure('usage', 'move needs --to, or TARGET_DATABASE_URL in the environment.')
    const order = { to, supabase: projectOf(tools.env), dry_run: !options.yes }
    const { plan, done } = await follow(requestSiteMove(await tools.site(), order), tools)
    if (done === null) {
      const isFree = plan.problems.length === 0
      return {
        data: { done: false, ...plan },
        text: isFree ? `${planText(plan)}\n\n${ADD_YES_HINT}` : planText(plan),
        exitCode: isFree ? PREVIEW_ONLY_EXIT_CODE : 1,
      }
    }
    const { target, tables, rows, files, filesGo, nextStep } = done
    const text = [
      `Moved to ${target}: ${pluralise(rows, 'row')} in ${pluralise(tables, 'table')}, every table compared equal.`,
      filesGo
        ? `${filesText(files)} were sent and downloaded again, every one compared equal.`
        : `${filesText(files)} stay in DATA_DIR with the keys, every one checked.`,
      ...files.faulty.map((name) =>
        filesGo
          ? `The file ${name} is missing or damaged here, and was not sent.`
          : `The file ${name} was missing or damaged before the move, and still is.`,
      ),
      'This server no longer takes changes, and will not start on the old rows again.',
      nextStep,
    ]
    return { data: { ...done, done: true }, text: text.join('\n') }
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
  const isSafe = /^https:\/\/[^/?#]+\/?$/.test(url) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/.test(url)
  if (!isSafe) throw new CommandFailure('usage', 'TARGET_SUPABASE_URL must be the address of the project, https://….')
  if (!/^[\x21-\x7e]+$/.test(secret_key)) {
    throw new CommandFailure('usage', 'TARGET_SUPABASE_SECRET_KEY must be the secret key of the project.')
  }
  return { url, secret_key }
}

async function follow(
  events: AsyncIterable<SiteMoveEvent>,
  tools: CommandContext,
): Promise<{ plan: SiteMovePlan; done: Done | null }> {
  let plan: SiteMovePlan | null = null
  let done: Done | null = null
  let progress: CommandProgress | null = null
  for await (const line of events) {
    if (line.event === 'plan') plan = line.plan
    if (line.event === 'done') done = line
    if (line.event === 'step') {
      progress?.done()
      progress = tools.progress(line.step, line.total)
    }
    if (line.event === 'advance') progress?.advance(line.by)
  }
  progress?.done()
  if (plan === null) throw new CommandFailure('refused', 'The server sent no plan of the move.')
  return { plan, done }
}

function planText({
  source,
  target,
  targetVersion,
  resumes,
  tables,
  files,
  filesGo,
  leftBehind,
  problems,
}: SiteMovePlan): string {
  const rows = tables.filter((table) => table.rows > 0).map((table) => [table.name, String(table.rows)])
  return [
    `From ${source} to ${target} (PostgreSQL ${targetVersion}):`,
    '',
    formatTable([{ title: 'Table' }, { title: 'Rows', align: 'right' }], rows),
    '',
    `${pluralise(tables.length - rows.length, 'table')} more without rows. ${filesText(files)} ${filesGo ? 'go to the storage of the project.' : 'stay in DATA_DIR, and so do the keys.'}`,
    ...leftBehind.map((sentence) => `Not moved: ${sentence}`),
    ...(resumes ? ['The target holds part of an earlier try, which will be continued.'] : []),
    ...problems.map((problem) => `In the way: ${problem}`),
  ].join('\n')
}

function filesText({ files, bytes }: SiteMovePlan['files']): string {
  return `${pluralise(files, 'file')} (${formatSize(bytes)})`
}
