import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import { CLUSTER_PATH } from '@site/contract/backup-manifest'
import { nameSegment, parseLogPosition, parseSegmentName, SEGMENT_BYTES } from '@site/contract/shipping/log-position'
import type { ArchiveWriter } from './archive.ts'

/**
 * A base backup of the own PostgreSQL. Recovery restores its state at the time `at`: it replays the write-ahead log of the timeline `timeline`
 * from the position `from`, which is the start of a segment, to the position `end`. `version` is the version of that PostgreSQL.
 */
export type BaseBackup = { timeline: number; from: bigint; end: bigint; at: Date; version: string }

/** `withLog`: adds the write-ahead log from `from` to `end` to the archive. `atEnd` is called immediately before and after `pg_backup_stop`. */
export type BaseBackupOptions = { withLog?: boolean; atEnd?: () => Promise<void> }

const CONTROL_FILE = 'global/pg_control'
/** Folders whose files a base backup must not contain or does not need (PostgreSQL's documentation, "Making a Base Backup Using the Low Level API"). */
const EMPTIED = /^pg_(wal|dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\//
const OMITTED =
  /(^|\/)(pgsql_tmp|pg_internal\.init)|^(postmaster\.(pid|opts)|backup_label|tablespace_map|recovery\.signal)/

/**
 * Adds a base backup of the server's own PostgreSQL to an archive, while PostgreSQL runs (`pg_backup_start`). PostgreSQL may change a file
 * during its copy. The first start on the restored files replays the write-ahead log, which makes them consistent.
 */
export async function addBaseBackup(
  archive: ArchiveWriter,
  database: Database,
  { withLog = false, atEnd = () => Promise.resolve() }: BaseBackupOptions = {},
): Promise<BaseBackup> {
  const folder = database.own?.folder
  if (folder === undefined) throw new Error('Another PostgreSQL server has the database.')
  return database.scriptTransaction(async (session) => {
    // When this session ends, also after an error, PostgreSQL ends the backup and drops the temporary replication slot, which retains the
    // write-ahead log until then.
    await session.script('set local idle_in_transaction_session_timeout = 0')
    if (withLog)
      await query(
        session,
        `pg_create_physical_replication_slot('backup_${randomBytes(8).toString('hex')}', true, true)`,
      )
    const begun = await query(
      session,
      `pg_walfile_name(pg_backup_start('site', fast => true)) as segment, current_setting('server_version') as version`,
    )
    const { timeline, start: from } = parseSegmentName(begun('segment'))
    await archive.addTree(CLUSTER_PATH, folder, isCopied)
    await archive.addBytes(`${CLUSTER_PATH}/${CONTROL_FILE}`, await readControlFile(join(folder, CONTROL_FILE)))
    await atEnd()
    const ended = await query(
      session,
      `lsn::text as lsn, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)`,
    )
    const [at, end] = [new Date(), parseLogPosition(ended('lsn'))]
    await atEnd()
    if (ended('spcmapfile') !== '') throw new Error('A database with tablespaces cannot be backed up.')
    await archive.addBytes(`${CLUSTER_PATH}/backup_label`, Buffer.from(ended('labelfile')))
    for (let position = from; withLog && position < end; position += SEGMENT_BYTES) {
      const segment = `pg_wal/${nameSegment(position, timeline)}`
      await archive.addFile(`${CLUSTER_PATH}/${segment}`, join(folder, segment))
    }
    return { timeline, from, end, at, version: begun('version') }
  })
}

/** Runs a SELECT that has one row, and returns a function that returns the text of a column. */
async function query(session: SqlScriptSession, list: string): Promise<(column: string) => string> {
  const [row = {}] = await session.query(`select ${list}`)
  return (column) => String(row[column])
}

function isCopied(path: string): boolean {
  return path !== CONTROL_FILE && !EMPTIED.test(path) && !OMITTED.test(path)
}

/** Reads the file until two reads agree, because PostgreSQL may write it during a read. */
async function readControlFile(file: string): Promise<Buffer> {
  for (let bytes = await readFile(file); ; ) {
    const again = await readFile(file)
    if (again.equals(bytes)) return bytes
    bytes = again
  }
}
