import type { ServerConfig } from '@site/backend/config'
import { migrateDatabase } from '@site/backend/database/migrations/migrate'
import type { Database } from '@site/backend/database/port/database'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { type MovedTable, readMoveCatalogue, type SourceAndTargetTable } from './catalogue.ts'
import { copySequences } from './copy-sequences.ts'
import { copyTable } from './copy-table.ts'
import { writeDatabaseMovedFile } from './data-folder.ts'
import { areFingerprintsEqual, fingerprintWholeTable } from './fingerprint.ts'
import { freezeDatabase, rejectWritesExceptMove, unfreezeDatabase } from './freeze.ts'
import { findMissingSchemaObjects, inspectMoveTarget } from './inspect-move-target.ts'
import { withMoveLock } from './move-lock.ts'
import { readDatabaseLineage, writeMoveState } from './move-state.ts'
import { MoveRefusedError } from './refused.ts'
import { countStoredFiles, type StoredFileCount } from './stored-files.ts'
import { pairAccountTables, SUPABASE_SERVICE_SCHEMAS } from './supabase/account-tables.ts'
import { describeExcludedData } from './supabase/excluded-data.ts'
import type { SupabaseProjectAccess, SupabaseStorageApi } from './supabase/storage-api.ts'
import { compareUploadedFiles, uploadFiles } from './supabase/upload-files.ts'
import { describeDatabaseUrl, type MoveTarget, openMoveTarget } from './target.ts'

/** The events that report the progress of a move to another database. */
export type MoveProgressEvent =
  | { event: 'plan'; plan: MovePlan }
  | { event: 'step'; step: string; total: number }
  | { event: 'advance'; by: number }
  | {
      event: 'done'
      target: string
      tables: number
      rows: number
      files: StoredFileCount
      filesGo: boolean
      nextStep: string
    }

/** The plan of a move to another database: the source, the target, the tables and files to copy, and the problems that prevent the move. */
export type MovePlan = {
  source: string
  target: string
  targetVersion: string
  resumes: boolean
  tables: { name: string; rows: number }[]
  files: StoredFileCount
  /** Whether stored files are uploaded to the target, which is a Supabase project. Otherwise they stay in DATA_DIR. */
  filesGo: boolean
  /** One sentence for each kind of data that the move leaves out. */
  leftBehind: string[]
  problems: string[]
}

/** The parameters of a move from the database of the running server to another database. */
export type SiteMoveParameters = {
  source: Database
  config: ServerConfig
  to: string
  /** API address and secret key of the Supabase project whose database is `to`; null for any other target. */
  access: SupabaseProjectAccess | null
  dryRun: boolean
  report(news: MoveProgressEvent): void
  signal: AbortSignal
}

/** The tables (in pairs of source and target) and sequences to copy. */
type Copied = { pairs: readonly SourceAndTargetTable[]; sequences: readonly string[] }

/** The result of a move to another database: the number of copied rows, and the count of the stored files. */
type Moved = { rows: number; files: StoredFileCount }

/** The two steps that handle stored files during a move: `ahead` runs while the site still accepts writes, `last` once it rejects them. */
type FileTask = { ahead(): Promise<void>; last(): Promise<StoredFileCount> }

/**
 * Copies the whole database to another one and marks the source as moved: the source then rejects writes, and no server starts on it.
 * Throws MoveRefusedError for problems that an operator can fix. After an error during the copy, the site accepts writes again, and the
 * target keeps the copied rows for the next attempt.
 */
export async function moveSiteToDatabase(move: SiteMoveParameters): Promise<void> {
  const target = await openMoveTarget(move, move.config, move.signal)
  let isReleased = false
  try {
    await withMoveLock(move.source, async () => {
      const plan = await makePlan(move, target)
      move.report({ event: 'plan', plan })
      if (move.dryRun) return
      const [problem] = plan.problems
      if (problem !== undefined) throw new MoveRefusedError(problem)
      const copied = await prepare(move, target)
      const { rows, files } = await freezeAndCopy(move, target, copied)
      isReleased = true
      await release(target)
      move.report({
        event: 'done',
        target: target.name,
        tables: copied.pairs.length,
        rows,
        files,
        filesGo: target.project !== null,
        nextStep: target.nextStep,
      })
    })
  } finally {
    if (!isReleased) await target.close()
  }
}

async function makePlan({ source, config }: SiteMoveParameters, target: MoveTarget): Promise<MovePlan> {
  const { version, resumes, problems } = await inspectMoveTarget(source, target, await readDatabaseLineage(source))
  const { tables } = await readMoveCatalogue(source)
  const goes = ({ from }: SourceAndTargetTable) => from
  const going =
    target.project === null
      ? tables
      : pairAccountTables(tables, (await readMoveCatalogue(target.database)).tables).pairs.map(goes)
  const counted = []
  for (const table of going)
    counted.push({ name: nameOf(table), rows: (await fingerprintWholeTable(source, table)).rows })
  const files = await countStoredFiles(source, config.dataDir, { hashes: false })
  return {
    source: nameOfSource(config),
    target: target.name,
    targetVersion: version,
    resumes,
    tables: counted,
    files,
    filesGo: target.project !== null,
    leftBehind: target.project === null ? [] : await describeExcludedData(source),
    problems,
  }
}

/** Creates the tables of this site, without rows, in the target database while the site still accepts writes. */
async function prepare(move: SiteMoveParameters, target: MoveTarget): Promise<Copied> {
  if (target.project !== null) return prepareProject(move, target)
  const { source, config } = move
  const lineage = await readDatabaseLineage(source)
  await target.database.scriptTransaction((session) =>
    writeMoveState(session, { side: 'arriving', lineage, other: nameOfSource(config) }),
  )
  await migrateDatabase(target.database, SITE_MIGRATIONS)
  const { tables, sequences } = await readMoveCatalogue(source)
  await refuseMissing(target, tables)
  return { pairs: tables.map((table) => ({ from: table, into: table })), sequences }
}

/**
 * Checks this site's tables in the target, a Supabase project, and installs triggers on them that reject all writes except those of the
 * move: scheduled jobs of the project must not change the tables while rows are copied.
 */
async function prepareProject({ source, config }: SiteMoveParameters, target: MoveTarget): Promise<Copied> {
  const { tables, sequences } = await readMoveCatalogue(source)
  const { pairs } = pairAccountTables(tables, (await readMoveCatalogue(target.database)).tables)
  const own = pairs.filter(({ into }) => into.isForeign !== true).map(({ into }) => into)
  await refuseMissing(target, own)
  await rejectWritesExceptMove(target.database, own, {
    lineage: await readDatabaseLineage(source),
    other: nameOfSource(config),
  })
  return {
    pairs,
    sequences: sequences.filter((name) => !SUPABASE_SERVICE_SCHEMAS.some((schema) => name.startsWith(`${schema}.`))),
  }
}

async function refuseMissing(target: MoveTarget, tables: readonly MovedTable[]): Promise<void> {
  const missing = findMissingSchemaObjects(tables, (await readMoveCatalogue(target.database)).tables)
  if (missing.length > 0) throw new MoveRefusedError(`${target.name} lacks ${missing.join(', ')}.`)
}

async function freezeAndCopy(move: SiteMoveParameters, target: MoveTarget, copied: Copied): Promise<Moved> {
  const { source, config } = move
  const lineage = await readDatabaseLineage(source)
  const storage = target.project?.storage ?? null
  const fileWork = storage === null ? checkLocalFiles(move) : uploadStoredFiles(move, target, storage)
  try {
    await fileWork.ahead()
    await freezeDatabase(source, { lineage, other: target.name })
    const rows = await copyAll(move, target, copied)
    const files = await fileWork.last()
    await source.scriptTransaction((session) => writeMoveState(session, { side: 'left', lineage, other: target.name }))
    if (config.databaseUrl === null) writeDatabaseMovedFile(config.dataDir, target.name, target.project !== null)
    return { rows, files }
  } catch (error) {
    await unfreezeDatabase(source)
    throw error
  }
}

/** Returns the task for stored files that stay in DATA_DIR during a move. It verifies the hashes of the files before and after the copy. */
function checkLocalFiles(move: SiteMoveParameters): FileTask {
  let before: StoredFileCount | null = null
  return {
    async ahead() {
      before = await checkFiles(move, 'Checking the files')
    },
    async last() {
      const after = await checkFiles(move, 'Checking the files again')
      if (JSON.stringify(before) === JSON.stringify(after)) return after
      throw new MoveRefusedError('The stored files changed meanwhile.')
    },
  }
}

/**
 * Returns the task that uploads stored files to a Supabase project. It uploads all files while the site accepts writes, then the changed
 * ones while the site rejects writes.
 */
function uploadStoredFiles(
  { source, config, report, signal }: SiteMoveParameters,
  target: MoveTarget,
  storage: SupabaseStorageApi,
): FileTask {
  const advance = (by: number) => report({ event: 'advance', by })
  const sending = { source, target: target.database, storage, dataDir: config.dataDir, advance, signal }
  let before: Awaited<ReturnType<typeof uploadFiles>> | null = null
  return {
    async ahead() {
      report({ event: 'step', step: 'Sending the files', total: 0 })
      before = await uploadFiles(sending)
    },
    async last() {
      report({ event: 'step', step: 'Sending the files that changed since', total: 0 })
      const { sent, count } = await uploadFiles(sending, before?.sent)
      await compareUploadedFiles(sending, sent)
      return count
    },
  }
}

/**
 * Makes the target of a finished move accept writes, so that servers can start on it. If that fails, the source stays marked as moved,
 * because otherwise both databases would accept writes.
 */
async function release(target: MoveTarget): Promise<void> {
  await target.release().catch((cause: unknown) => {
    throw new MoveRefusedError(
      `Everything is in ${target.name} and this database is marked as moved, but the target could not be released: run "drop schema site_move cascade" there.`,
      { cause },
    )
  })
}

async function copyAll(move: SiteMoveParameters, target: MoveTarget, { pairs, sequences }: Copied): Promise<number> {
  const { source, report, signal } = move
  const wanted = []
  for (const pair of pairs) wanted.push({ pair, print: await fingerprintWholeTable(source, pair.from) })
  const rows = wanted.reduce((sum, { print }) => sum + print.rows, 0)
  report({ event: 'step', step: 'Copying the rows', total: rows })
  const advance = (by: number) => report({ event: 'advance', by })
  for (const pair of pairs) await copyTable({ source, target: target.database, advance, signal }, pair)
  await copySequences(source, target.database, sequences)
  report({ event: 'step', step: 'Comparing every table', total: pairs.length })
  for (const { pair, print } of wanted) {
    signal.throwIfAborted()
    if (!areFingerprintsEqual(print, await fingerprintWholeTable(target.database, pair.into))) {
      throw new MoveRefusedError(`The rows of ${nameOf(pair.from)} are not the same on both sides. Run the move again.`)
    }
    advance(1)
  }
  return rows
}

function checkFiles({ source, config, report, signal }: SiteMoveParameters, step: string) {
  report({ event: 'step', step, total: 0 })
  return countStoredFiles(source, config.dataDir, {
    hashes: true,
    advance: (by) => {
      signal.throwIfAborted()
      report({ event: 'advance', by })
    },
  })
}

function nameOf({ schema, name }: MovedTable): string {
  return `${schema}.${name}`
}

function nameOfSource({ databaseUrl, dataDir }: ServerConfig): string {
  return databaseUrl === null ? `the embedded database in ${dataDir}` : describeDatabaseUrl(databaseUrl)
}
