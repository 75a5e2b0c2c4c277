import { mkdir, readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend } from './admin-run.ts'

const test = createSharedBackendTest({ ownDatabase: true })

/** Every command that writes files with personal data. (For the one that writes a key: admin-release-key.test.ts.) */
const WRITING_COMMANDS: readonly (readonly string[])[] = [
  ['signups', 'export', '--to', 'signups.csv'],
  ['privacy', 'export', 'EMAIL', '--to', 'person.json'],
  ['mail', 'preview', 'welcome_free', '--html', 'mail.html'],
  ['backup', '--backups', 'backups'],
]

test('files that commands write can be read by their owner only, whatever the umask', async (backend) => {
  await using folder = await createTemporaryFolder('modes-')
  const umask = process.umask(0)
  onTestFinished(() => void process.umask(umask))
  const visitor = createTestVisitor()
  await backend.secretClient().from('early_access_users').insert(visitor)
  for (const command of WRITING_COMMANDS) {
    const follows = (before = '') => /^--(to|html|backups)$/.test(before)
    const args = command.map((word, at) =>
      word === 'EMAIL' ? visitor.email : follows(command[at - 1]) ? join(folder.path, word) : word,
    )
    const before = await listFiles(folder.path)
    const { code, err } = await runAdminOnBackend(backend, args)
    expect(code, `${command.join(' ')}: ${err}`).toBe(0)
    const written = (await listFiles(folder.path)).filter((file) => !before.includes(file))
    expect(written, command.join(' ')).not.toEqual([])
    for (const file of written) {
      const { mode } = await stat(join(folder.path, file))
      expect((mode & 0o077).toString(8), `${file} of ${command.join(' ')}`).toBe('0')
    }
  }
})

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

test('backup list lists the backups of a folder, and backup verify finds a damaged one', async (backend) => {
  const folder = join(backend.dataDir, 'test-backup-list')
  await mkdir(folder, { recursive: true })
  expect((await runAdminJson(backend, ['backup', 'list', '--backups', folder])).backups).toEqual([])
  await runAdminOnBackend(backend, ['backup', '--backups', folder])
  const { backups } = await runAdminJson(backend, ['backup', 'list', '--backups', folder])
  expect(backups).toMatchObject([{ name: expect.stringMatching(/^site-.*\.tar\.gz$/), size: expect.any(Number) }])
  const [{ name, taken_at }] = backups
  expect(Math.abs(Date.parse(taken_at) - Date.now())).toBeLessThan(120_000)
  await expectOutcome(
    runAdminOnBackend(backend, ['backup', 'verify', name, '--backups', folder]),
    0,
    'every one intact',
  )
  await expectOutcome(runAdminOnBackend(backend, ['backup', 'verify', 'nowhere.tar.gz']), 1, 'no such file or folder')
})
