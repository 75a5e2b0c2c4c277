import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'
import { createMember } from './auth-member.ts'

async function countsOf(backend: TestBackend, email: string) {
  const { signups, account } = await runAdminJson(backend, ['privacy', 'export', email])
  return { signups: signups.length, account: account === null ? 0 : 1 }
}

test('restoring a backup does not bring back an erased person, on its own or another PostgreSQL, and with or without the erasure list', async () => {
  await using folder = await createTemporaryFolder('erased-')
  await using backend = await startBackend({ ownDatabase: true })
  const { email } = await createMember(backend)
  await backend
    .client()
    .from('early_access_users')
    .insert({ ...createTestVisitor(), email })
  const backups = join(folder.path, 'backups')
  const { file } = await runAdminJson(backend, ['backup', '--backups', backups])
  await runAdminOnBackend(backend, ['privacy', 'erase', email, '--yes', '--backups', backups])
  await backend.stop()

  const restored = join(folder.path, 'restored')
  expect((await runAdminWithEnvironment(['restore', file, '--yes'], { DATA_DIR: restored })).code).toBe(0)
  {
    await using other = await startBackend({ dataDir: restored, ownDatabase: false })
    expect(await countsOf(other, email)).toEqual({ signups: 0, account: 0 })
  }
  {
    await using own = await startBackend({ dataDir: restored })
    expect(await countsOf(own, email)).toEqual({ signups: 0, account: 0 })
    // Simulates a restore of the database by another tool: the erased rows exist again, but the data folder contains an erasure
    // list that the server has already applied.
    await own.stop()
    const again = join(folder.path, 'again')
    expect((await runAdminWithEnvironment(['restore', file, '--yes'], { DATA_DIR: again })).code).toBe(0)
    await rename(join(restored, 'postgres'), join(restored, 'postgres.newer'))
    await rename(join(again, 'postgres'), join(restored, 'postgres'))
    await own.start()
    expect(await countsOf(own, email)).toEqual({ signups: 0, account: 0 })
  }

  // Copies the backup archive to a folder without its erasure list. Restores it over a data folder whose database records the erasure.
  const elsewhere = join(folder.path, 'elsewhere')
  await mkdir(elsewhere)
  await copyFile(file, join(elsewhere, 'site.tar.gz'))
  const replacing = ['restore', join(elsewhere, 'site.tar.gz'), '--replace', '--yes']
  await expectOutcome(runAdminWithEnvironment(replacing, { DATA_DIR: backend.dataDir }), 0, '1 on the list')
  await backend.start()
  expect(await countsOf(backend, email)).toEqual({ signups: 0, account: 0 })
})
