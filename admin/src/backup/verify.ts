import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { failWithFile } from '../failures.ts'
import { BACKUP_FOLDER_OPTION } from '../privacy/erase.ts'
import { resolveBackupFolder } from '../settings.ts'
import { formatLocalDateTime, formatSize, pluralise } from '../view/text.ts'
import { isArchiveName } from './delete-old-files.ts'
import { readArchive } from './read-archive.ts'

export const verifyBackupCommand = defineCommand({
  kind: 'reads',
  summary: 'check every file of a backup against its checksum; restores nothing',
  args: ['archive'],
  options: BACKUP_FOLDER_OPTION,
  page: { streams: true },
  examples: ['backup verify site-2026-03-05T04-00-00Z.tar.gz', 'backup verify /mnt/backups/site.tar.gz'],
  async run({ args, options }, tools) {
    const { archive } = args
    const file =
      isArchiveName(archive) && !isAbsolute(archive)
        ? join(resolveBackupFolder(options.backups), archive)
        : resolve(archive)
    const { size } = await stat(file).catch(failWithFile(file))
    const checking = tools.progress('Checking', size)
    const { files, takenAt } = await readArchive(file, null, checking.advance)
    checking.done()
    return {
      data: { file, size, taken_at: takenAt, files: files.length },
      text: `${file}, made ${formatLocalDateTime(takenAt)}: ${pluralise(files.length, 'file')}, ${formatSize(size)}, every one intact.`,
    }
  },
})
