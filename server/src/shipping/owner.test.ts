import { hostname } from 'node:os'
import { openFolderStore } from '@site/contract/shipping/folder-store'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { StoreClaim, StoreTakenError } from './owner.ts'

const claimOf = (changes: object) => {
  const claim = {
    run: 'other',
    host: 'elsewhere',
    pid: 1,
    renewedAt: new Date().toISOString(),
    isReleased: false,
    generation: 'g',
  }
  return Buffer.from(JSON.stringify({ ...claim, ...changes }))
}

const LONG_AGO = new Date(Date.now() - 31_000).toISOString()
const CLAIMS: [string, object, boolean][] = [
  ['of a server elsewhere that renewed it just now', {}, false],
  ['that its server released', { isReleased: true }, true],
  ['that was not renewed for half a minute', { renewedAt: LONG_AGO }, true],
  ['of a killed server on this machine', { host: hostname(), pid: 0x7fff_fff0 }, true],
  ['of a running server on this machine', { host: hostname(), pid: process.ppid }, false],
  ['of the previous container, with the same process id', { host: hostname(), pid: process.pid }, true],
]

test.each(CLAIMS)(
  'a claim %s is taken over, or refused with a sentence that names SHIP_TO',
  async (_, changes, isTaken) => {
    await using folder = await createTemporaryFolder('claim-')
    const store = openFolderStore(folder.path)
    await store.write('owner.json', claimOf(changes))
    const claim = new StoreClaim(store)
    if (isTaken) expect(await claim.take()).toBe('g')
    else await expect(claim.take()).rejects.toThrow(/^SHIP_TO: the server \d+ on /)
  },
)

test('renew rejects when another server took the claim over, or when the file of the claim is gone', async () => {
  await using folder = await createTemporaryFolder('claim-')
  const store = openFolderStore(folder.path)
  const claim = new StoreClaim(store)
  expect(await claim.take()).toBeNull()
  await claim.renew('g')
  await store.write('owner.json', claimOf({}))
  await claim.renew('g') // not due
  await expect(claim.renew('h')).rejects.toThrow(StoreTakenError)
  await store.write('owner.json', claimOf({ isReleased: true }))
  await claim.take()
  await store.remove(['owner.json'])
  await expect(claim.renew('h')).rejects.toThrow('owner.json is gone')
})

test('take returns the generation of a released claim, and a claim that is not held is not released', async () => {
  await using folder = await createTemporaryFolder('claim-')
  const store = openFolderStore(folder.path)
  const claim = new StoreClaim(store)
  await claim.release()
  expect(await store.read('owner.json')).toBeNull()
  await claim.take()
  await claim.renew('g')
  await claim.release()
  expect(await new StoreClaim(store).take()).toBe('g')
})
