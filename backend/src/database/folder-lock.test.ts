import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { isBusy, lockFolder } from './folder-lock.ts'

test('a lock is held by one, even within a process, and free again when let go', async () => {
  await using folder = await temporaryFolder('lock-')
  const file = join(folder.path, 'x.lock')
  const unlock = await lockFolder(file)
  await expect(lockFolder(file)).rejects.toSatisfy(isBusy)
  unlock()
  const again = await lockFolder(file)
  again()
})

test('who comes while another one is just stopping gets the lock a moment later', async () => {
  await using folder = await temporaryFolder('lock-')
  const file = join(folder.path, 'x.lock')
  const unlock = await lockFolder(file)
  setTimeout(unlock, 300)
  const later = await lockFolder(file)
  later()
  expect(true).toBe(true)
})

test('a file that cannot be written is told apart from a lock that is held', async () => {
  await expect(lockFolder('/nowhere/x.lock')).rejects.not.toSatisfy(isBusy)
})
