import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { isFolderLockedError, lockFolder } from './folder-lock.ts'

test('a folder lock excludes a second holder, even in the same process, until it is released', async () => {
  await using folder = await createTemporaryFolder('lock-')
  const file = join(folder.path, 'x.lock')
  const unlock = await lockFolder(file)
  await expect(lockFolder(file)).rejects.toSatisfy(isFolderLockedError)
  unlock()
  const again = await lockFolder(file)
  again()
})

test('lockFolder() succeeds when the current holder releases the lock within the retry time', async () => {
  await using folder = await createTemporaryFolder('lock-')
  const file = join(folder.path, 'x.lock')
  const unlock = await lockFolder(file)
  setTimeout(unlock, 300)
  const later = await lockFolder(file)
  later()
  expect(true).toBe(true)
})

test('isFolderLockedError() is false for a lock file that cannot be written', async () => {
  await expect(lockFolder('/nowhere/x.lock')).rejects.not.toSatisfy(isFolderLockedError)
})
