import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ServerConfig } from '@site/backend/config'
import { migrateInSession } from '@site/backend/database/migrations/migrate'
import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import type { MoveReport, MoveRequest } from '@site/contract/move'
import type { StorageClient } from '@supabase/storage-js'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { hasTable, type MoveCatalogue, readMoveCatalogue } from './catalogue.ts'
import { copySequences, copyTables, findTriggeredTables } from './copy-tables.ts'
import { freezeDatabase, unfreezeDatabase } from './freeze.ts'
import type { MoveProgress } from './progress.ts'
import { MoveRefusedError } from './refused.ts'
import { hasMovedAway, isFinished, readMoveState, recordFinishedMove, takeMoveLock, writeMoveState } from './state.ts'
import { countStoredFiles, readStoredFiles, type StoredFile, useIntact } from './stored-files.ts'
import { countExcludedRows, selectProjectData } from './supabase/excluded-data.ts'
import { openProjectStorage, refuseUnusableProject } from './supabase/project.ts'
import { copyBuckets, uploadFiles } from './supabase/upload-files.ts'
import { describeDatabase, type MoveTarget, openMoveTarget, refuseUsedTarget } from './target.ts'

const START_PROJECT =
  'Stop this server, and bring the website, the functions and the schedule to the project as docs/deploy.md tells (3. On Supabase).'

/** The parameters of a move from the database of the running server to another database. `to` and `access` are those of the request. */
export type SiteMoveParameters = {
  source: Database
  config: ServerConfig
  to: string
  access: MoveRequest['supabase']
  /** Copies and compares all rows, then rolls back. */
  dryRun: boolean
  progress: MoveProgress
}

/** What the steps of a move need. */
type Attempt = SiteMoveParameters & {
  id: string
  /** The name of the source. */
  name: string
  target: MoveTarget
  /** The storage service of the Supabase project whose database is the target; null for any other target. */
  storage: StorageClient | null
}

/**
 * Copies the site to another database in one transaction of the target, while the site rejects writes. Afterwards the source rejects writes
 * for good, and a server starts on the target only. Throws MoveRefusedError for problems that an operator can fix, and a ConfigError when the
 * target cannot be opened. After any error the site accepts writes again, and the target has none of the rows.
 */
export async function moveSite(move: SiteMoveParameters): Promise<MoveReport> {
  const { source, config } = move
  const id = randomUUID()
  const target = await openMoveTarget(move)
  try {
    const isProject = await target.database.scriptTransaction((into) => hasTable(into, 'auth.schema_migrations'))
    const storage = isProject ? openProjectStorage(target.name, move.access, move.progress.signal) : null
    const attempt = { ...move, id, name: describeDatabase(config), target, storage }
    return await source.scriptTransaction((from) => run(from, attempt))
  } catch (error) {
    if (!move.dryRun && !isFinished({ id }, config.dataDir)) await unfreezeDatabase(source, id)
    throw error
  } finally {
    await target.close()
  }
}

/** Runs the steps of a move. `from` is the transaction on the source that takes the lock against other moves and reads the rows. */
async function run(from: SqlScriptSession, attempt: Attempt): Promise<MoveReport> {
  const { source, config, dryRun, id, name, target, storage } = attempt
  // A dry run reads one snapshot, because clients can write to the source meanwhile.
  if (dryRun) await from.script('set transaction isolation level repeatable read')
  await takeMoveLock(from, id)
  const earlier = await readMoveState(from)
  if (earlier !== null && hasMovedAway(earlier, config)) {
    throw new MoveRefusedError(`This site was already moved to ${earlier.other}.`)
  }
  const catalogue = await readMoveCatalogue(from)
  const copied = storage ? selectProjectData(catalogue) : catalogue
  const stored = await readStoredFiles(source)
  // Files are uploaded before the transaction that copies the rows: that transaction locks tables which the project's storage service writes.
  if (storage) {
    await target.database.scriptTransaction(async (into) => {
      await prepareTarget(into, copied, attempt)
      if (!dryRun) await copyBuckets(from, into)
    })
  }
  const files = await handleFiles(stored, attempt)
  const tables = await target.database.scriptTransaction(async (into) => {
    await prepareTarget(into, copied, attempt)
    if (!dryRun) {
      await freezeDatabase(source, { id, other: target.name }, catalogue.tables)
      const isSame = isDeepStrictEqual(await readStoredFiles(source), stored)
      if (!isSame) throw new MoveRefusedError('The stored files changed meanwhile. Run the move again.')
    }
    const rows = await copyTables({ from, into }, copied.tables, attempt.progress)
    if (dryRun) await into.script('rollback')
    else await copySequences({ from, into }, copied.sequences)
    return rows
  })
  const leftBehind = storage ? await countExcludedRows(from, catalogue.tables) : []
  if (!dryRun) await finish(attempt)
  return {
    source: name,
    target: target.name,
    tables,
    files,
    filesGo: storage !== null,
    leftBehind,
    nextStep: storage ? START_PROJECT : `Stop the server, ${target.change}, and start it with the same DATA_DIR.`,
  }
}

async function prepareTarget(into: SqlScriptSession, { tables }: MoveCatalogue, attempt: Attempt): Promise<void> {
  const { id, name, target, storage, dryRun } = attempt
  await takeMoveLock(into, id)
  await refuseUsedTarget(into, target.name, name)
  if (storage) await refuseUnusableProject(into, target, storage)
  else await migrateInSession(into, SITE_MIGRATIONS)
  await findTriggeredTables(into, tables)
  if (!dryRun) await writeMoveState(into, { id, side: 'arriving', other: name })
}

/** Uploads the stored files to a Supabase project, or checks those that stay in DATA_DIR. A dry run only counts them. */
function handleFiles(stored: readonly StoredFile[], { config, dryRun, progress, target, storage }: Attempt) {
  const { dataDir } = config
  const uploads = storage !== null && !dryRun
  progress.step(uploads ? 'Sending the files' : 'Checking the files', 0)
  return uploads
    ? uploadFiles(stored, { target: target.database, storage, dataDir, progress })
    : countStoredFiles(stored, progress, async (file) => dryRun || useIntact(dataDir, file))
}

/**
 * Ends a move after its rows were committed: writes `DATA_DIR/moved`, marks the source database as moved, and removes the mark of an
 * unfinished move from the target. Ignores errors after the file was written: with it, no server starts on the source, and the next start
 * on the target removes the mark.
 */
async function finish({ source, config, target, id }: Attempt): Promise<void> {
  await recordFinishedMove(config.dataDir, id)
  await source
    .scriptTransaction((session) => writeMoveState(session, { id, side: 'left', other: target.name }))
    .catch(() => {})
  await unfreezeDatabase(target.database, id).catch(() => {})
}
