import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { type Catalogue, type MovedTable, readCatalogue } from './catalogue.ts'
import { copySequences } from './copy-sequences.ts'
import { copyTable } from './copy-table.ts'
import { writeMovedMark } from './data-folder.ts'
import { isSame, wholeFingerprint } from './fingerprint.ts'
import { freeze, thaw } from './freeze.ts'
import { inspect, missingIn } from './inspect.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { MoveRefused } from './refused.ts'
import { lineageOf, writeState } from './state.ts'
import { countFiles, type FileCount } from './stored-files.ts'
import { nameOfAddress, openTarget, type Target } from './target.ts'

/** What is told while a site is moved, line by line. */
export type MoveNews =
  | { event: 'plan'; plan: MovePlan }
  | { event: 'step'; step: string; total: number }
  | { event: 'advance'; by: number }
  | { event: 'done'; target: string; tables: number; rows: number; files: FileCount; nextStep: string }

/** What would be moved, where to, and what is in the way. */
export type MovePlan = {
  source: string
  target: string
  targetVersion: string
  resumes: boolean
  tables: { name: string; rows: number }[]
  files: FileCount
  problems: string[]
}

/** A move: from the database that a server runs on. */
export type Move = {
  source: Database
  config: Config
  to: string
  dryRun: boolean
  tell(news: MoveNews): void
  signal: AbortSignal
}

/** What was copied, and how the files are that stay where they were. */
type Moved = { rows: number; files: FileCount }

/**
 * Moves everything that the database holds to another one, and marks this one as moved: from then on it takes no changes, and no server
 * starts on it. Refuses with a sentence, after which the site goes on as before, and the target keeps what it has for the next try.
 */
export async function moveSite(move: Move): Promise<void> {
  const target = await openTarget(move.to, move.config)
  let isReleased = false
  try {
    await oneAtATime(move.source, async () => {
      const plan = await makePlan(move, target)
      move.tell({ event: 'plan', plan })
      if (move.dryRun) return
      const [problem] = plan.problems
      if (problem !== undefined) throw new MoveRefused(problem)
      const catalogue = await prepare(move, target)
      const { rows, files } = await freezeAndCopy(move, target, catalogue)
      isReleased = true
      await release(target)
      move.tell({
        event: 'done',
        target: target.name,
        tables: catalogue.tables.length,
        rows,
        files,
        nextStep: target.nextStep,
      })
    })
  } finally {
    if (!isReleased) await target.close()
  }
}

async function makePlan({ source, config }: Move, target: Target): Promise<MovePlan> {
  const { version, resumes, problems } = await inspect(source, target, await lineageOf(source))
  const { tables } = await readCatalogue(source)
  const counted = []
  for (const table of tables) counted.push({ name: nameOf(table), rows: (await wholeFingerprint(source, table)).rows })
  const files = await countFiles(source, config.dataDir, { hashes: false })
  return {
    source: nameOfSource(config),
    target: target.name,
    targetVersion: version,
    resumes,
    tables: counted,
    files,
    problems,
  }
}

/** Makes our tables there, empty, while the site still takes changes. */
async function prepare({ source, config }: Move, target: Target): Promise<Catalogue> {
  const lineage = await lineageOf(source)
  await target.database.scriptTransaction((session) =>
    writeState(session, { side: 'arriving', lineage, other: nameOfSource(config) }),
  )
  await migrate(target.database)
  const catalogue = await readCatalogue(source)
  const missing = missingIn(catalogue, await readCatalogue(target.database))
  if (missing.length > 0) throw new MoveRefused(`${target.name} lacks ${missing.join(', ')}.`)
  return catalogue
}

async function freezeAndCopy(move: Move, target: Target, catalogue: Catalogue): Promise<Moved> {
  const { source, config } = move
  const lineage = await lineageOf(source)
  try {
    const before = await checkFiles(move, 'Checking the files')
    await freeze(source, { lineage, other: target.name })
    const rows = await copyAll(move, target, catalogue)
    const after = await checkFiles(move, 'Checking the files again')
    if (JSON.stringify(before) !== JSON.stringify(after)) throw new MoveRefused('The stored files changed meanwhile.')
    await source.scriptTransaction((session) => writeState(session, { side: 'left', lineage, other: target.name }))
    if (config.databaseUrl === null) writeMovedMark(config.dataDir, target.name)
    return { rows, files: after }
  } catch (error) {
    await thaw(source)
    throw error
  }
}

/** The source is marked as moved already: were it to take changes again now, two databases could. */
async function release(target: Target): Promise<void> {
  await target.release().catch((cause: unknown) => {
    throw new MoveRefused(
      `Everything is in ${target.name} and this database is marked as moved, but the target could not be released: run "drop schema site_move cascade" there.`,
      { cause },
    )
  })
}

async function copyAll(move: Move, target: Target, { tables, sequences }: Catalogue): Promise<number> {
  const { source, tell, signal } = move
  const wanted = []
  for (const table of tables) wanted.push({ table, print: await wholeFingerprint(source, table) })
  const rows = wanted.reduce((sum, { print }) => sum + print.rows, 0)
  tell({ event: 'step', step: 'Copying the rows', total: rows })
  const advance = (by: number) => tell({ event: 'advance', by })
  for (const table of tables) await copyTable({ source, target: target.database, advance, signal }, table)
  await copySequences(source, target.database, sequences)
  tell({ event: 'step', step: 'Comparing every table', total: tables.length })
  for (const { table, print } of wanted) {
    signal.throwIfAborted()
    if (!isSame(print, await wholeFingerprint(target.database, table))) {
      throw new MoveRefused(`The rows of ${nameOf(table)} are not the same on both sides. Run the move again.`)
    }
    advance(1)
  }
  return rows
}

function checkFiles({ source, config, tell, signal }: Move, step: string) {
  tell({ event: 'step', step, total: 0 })
  return countFiles(source, config.dataDir, {
    hashes: true,
    advance: (by) => {
      signal.throwIfAborted()
      tell({ event: 'advance', by })
    },
  })
}

function nameOf({ schema, name }: MovedTable): string {
  return `${schema}.${name}`
}

function nameOfSource({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === null ? `the embedded database in ${dataDir}` : nameOfAddress(databaseUrl)
}
