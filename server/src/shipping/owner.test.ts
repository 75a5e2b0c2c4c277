import { hostname } from 'node:os'
import { openFolderPlace } from '@site/contract/shipping/folder-place'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { PlaceClaim, PlaceTakenError } from './owner.ts'

const END = { generation: 'g', lastPiece: 'p' }
const claimOf = (changes: object) => {
  const claim = {
    run: 'other',
    host: 'elsewhere',
    pid: 1,
    renewedAt: new Date().toISOString(),
    isReleased: false,
    ...END,
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
    const place = openFolderPlace(folder.path)
    await place.write('owner.json', claimOf(changes))
    const claim = new PlaceClaim(place)
    if (isTaken) expect(await claim.take()).toEqual(END)
    else await expect(claim.take()).rejects.toThrow(/^SHIP_TO: the server \d+ on /)
    expect(claim.isHeld).toBe(isTaken)
  },
)

test('renew rejects when another server took the claim over, or when the file of the claim is gone', async () => {
  await using folder = await createTemporaryFolder('claim-')
  const place = openFolderPlace(folder.path)
  const claim = new PlaceClaim(place)
  expect(await claim.take()).toEqual({ generation: null, lastPiece: null })
  await claim.renew(END)
  await place.write('owner.json', claimOf({}))
  await claim.renew(END) // not due
  await expect(claim.renew({ ...END, generation: 'h' })).rejects.toThrow(PlaceTakenError)
  expect(claim.isHeld).toBe(false)
  await place.write('owner.json', claimOf({ isReleased: true }))
  await claim.take()
  await place.remove(['owner.json'])
  await expect(claim.renew({ ...END, generation: 'h' })).rejects.toThrow('owner.json is gone')
})

test('take returns the generation and the last piece of a released claim', async () => {
  await using folder = await createTemporaryFolder('claim-')
  const place = openFolderPlace(folder.path)
  const claim = new PlaceClaim(place)
  await claim.take()
  await claim.release(END)
  expect(await new PlaceClaim(place).take()).toEqual(END)
})
