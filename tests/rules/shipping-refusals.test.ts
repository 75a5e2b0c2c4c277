import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openFolderStore } from '../../contract/shipping/folder-store.ts'
import { sealStore } from '../../contract/shipping/sealed-store.ts'
import { TEST_SHIP_KEY, waitUntilShipped } from '../support/shipping.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runAdminWithEnvironment } from './admin-run.ts'
import { openFolder, signUp } from './shipping-stores.ts'

test('restore --to rejects a time out of range, damaged or missing chunks, and contradicting options, each with a sentence that says why', async () => {
  await using store = await openFolder()
  await using folder = await createTemporaryFolder('restored-')
  await using backend = await startBackend({ ownDatabase: true, env: store.env })
  await waitUntilShipped(backend)
  await signUp(backend)
  await waitUntilShipped(backend)
  await backend.stop()
  const from = store.env['SHIP_TO'] ?? ''
  const target = join(folder.path, 'data')
  const run = async (args: string[], env = {}) => {
    const { code, err, out } = await runAdminWithEnvironment(['restore', ...args], {
      ...{ DATA_DIR: target, SHIP_KEY: TEST_SHIP_KEY },
      ...env,
    })
    return `${code} ${err}${out}`
  }
  expect(await run(['--to', '2020-01-01T00:00:00Z', '--from', from])).toMatch(
    /^1 --to: .* has no state of 2020-01-01T00:00:00Z\.\n.*every second from 20\S+Z to 20\S+Z/s,
  )
  expect(await run(['--to', '2999-01-01T00:00:00Z', '--from', from])).toMatch(/^1 --to: .*every second from/s)
  expect(await run(['--to', new Date().toISOString(), '--from', from])).toMatch(
    /^3 .* The log ends at 20\S+Z: later changes, if there were any, are missing\./,
  )
  expect(await run(['--to', 'yesterday', '--from', from])).toMatch(/^2 --to must be latest, or a time with its zone/)
  expect(await run(['--to', 'latest'])).toMatch(/^2 --to needs --from PLACE, or SHIP_TO/)
  expect(await run(['--to', 'latest', 'site.tar.gz', '--from', from])).toMatch(
    /^2 restore needs an archive or --to, not both/,
  )
  expect(await run(['--from', from])).toMatch(/^2 --from needs --to TIME/)
  expect(await run([])).toMatch(/^2 restore needs an archive, or --to TIME/)
  expect(await run(['--to', 'latest', '--from', 's3://backups'])).toMatch(/^2 AWS_ACCESS_KEY_ID is not set/)
  expect(await run(['--to', 'latest', '--from', join(folder.path, 'nowhere')])).toMatch(/^1 .*nowhere.*ENOENT/)
  expect(await run(['--to', 'latest', '--from', folder.path])).toMatch(/^1 .* has no database to restore/)
  expect(await run(['--to', 'latest'], store.env)).toMatch(
    /^3 .* has the last state: a copy of 20\S+Z and \d+ chunks? of the log/,
  )
  expect(await run(['--to', 'latest', '--from', from], { DATA_DIR: backend.dataDir })).toMatch(
    /^1 .* holds data already/,
  )

  const [generation = ''] = await readdir(join(from, 'generations'))
  const log = join(from, 'generations', generation, 'wal')
  const chunks = (await readdir(log)).toSorted()
  const copy = join(folder.path, 'copy')
  await cp(from, copy, { recursive: true })
  const inCopy = (chunk: string | undefined) => join(copy, 'generations', generation, 'wal', chunk ?? '')
  const sealed = sealStore(openFolderStore(copy), TEST_SHIP_KEY)
  const chunk = `generations/${generation}/wal/${chunks[0]}`
  const whole = await sealed.read(chunk)
  const changed = gunzipSync(whole ?? '')
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  for (const damaged of [whole?.subarray(0, -9) ?? Buffer.alloc(0), gzipSync(changed), bomb]) {
    await sealed.write(chunk, damaged)
    const refused = await run(['--to', 'latest', '--from', copy, '--yes'])
    expect(refused).toMatch(/^1 .*\.gz is damaged\..*Nothing was restored/s)
  }
  for (const forged of [gzipSync(changed), whole ?? '']) {
    await writeFile(inCopy(chunks[0]), forged)
    expect(await run(['--to', 'latest', '--from', copy, '--yes'])).toMatch(
      /^1 .*\.gz is damaged or was not written with this SHIP_KEY\./,
    )
  }
  const otherKey = { SHIP_KEY: 'another key '.repeat(3) }
  expect(await run(['--to', 'latest', '--from', from, '--yes'], otherKey)).toMatch(
    /^1 .* is damaged or was not written with this SHIP_KEY\./,
  )
  expect(await run(['--to', 'latest', '--from', from], { SHIP_KEY: '' })).toMatch(/^2 SHIP_KEY must be a random text/)
  await rm(inCopy(chunks[0]))
  expect(await run(['--to', 'latest', '--from', copy, '--yes'])).toMatch(/^1 .* a chunk of the log after .* is missing/)
  expect(await readdir(folder.path)).toEqual(['copy'])
})
