import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from '../command.ts'
import { createFileFailure, failWithFile, isMissingFile } from '../failures.ts'
import { BACKUP_FOLDER_OPTION } from '../privacy/erase.ts'
import { resolveBackupFolder } from '../settings.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, formatSize } from '../view/text.ts'
import { isArchiveName } from './delete-old-files.ts'

export const listBackupsCommand = defineCommand({
  kind: 'reads',
  summary: 'list the backups in the folder, newest first',
  options: BACKUP_FOLDER_OPTION,
  examples: ['backup list', 'backup list --backups /mnt/backups'],
  async run({ options }) {
    const folder = resolveBackupFolder(options.backups)
    const names = (await readNames(folder)).filter(isArchiveName).toSorted().toReversed()
    const backups = await Promise.all(
      names.map(async (name) => {
        const { size } = await stat(join(folder, name)).catch(failWithFile(join(folder, name)))
        return { name, size, taken_at: toTime(name) }
      }),
    )
    if (backups.length === 0) return { data: { folder, backups }, text: `There is no backup in ${folder}.` }
    const table = formatTable(
      [
        { title: 'Backup', cell: ({ name }) => name },
        { title: 'Taken', cell: ({ taken_at }) => formatLocalDateTime(taken_at) },
        { title: 'Size', cell: ({ size }) => formatSize(size), align: 'right' },
      ],
      backups,
    )
    return { data: { folder, backups }, text: `${table}\nIn ${folder}.` }
  },
})

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: unknown) => {
    if (isMissingFile(cause)) return []
    throw createFileFailure(folder, cause)
  })
}

/** Returns the time in an archive's name as an ISO time: `site-2026-03-05T04-00-00Z.tar.gz` is 2026-03-05T04:00:00Z. */
function toTime(name: string): string {
  return name.slice(5, 25).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')
}
