import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createLoadGenerator, readStoredSignUps, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const run = promisify(execFile)
const MB = 1024 * 1024

/**
 * Fills the disk of the own PostgreSQL. Sign-ups must be rejected with 503 while pages and reads still work; with free space again,
 * sign-ups must succeed and every acknowledged sign-up must be stored. Returns null without the privilege to mount (root).
 */
export async function runDiskFullScenario(): Promise<FaultMeasurement[] | null> {
  await using folder = await createTemporaryFolder('disk-')
  await using disk = await mounted(folder.path)
  if (disk === null) return null
  await using backend = await startBackend({ dataDir: folder.path, empty: true })
  await setSpots(backend, 1_000_000)
  using people = createLoadGenerator(backend, 8)
  const accepted: string[] = []
  const signUp = async () => {
    const { status, visitor } = await people.signUp()
    if (status === 201) accepted.push(visitor.email)
    return status
  }
  for (let index = 0; index < 50; index += 1) await signUp()

  const filler = join(folder.path, 'filler')
  await fill(filler, folder.path)
  const whileFull: number[] = []
  const isFull = () => whileFull.length >= 20 && whileFull.slice(-20).every((status) => status === 503)
  while (whileFull.length < 3_000 && !isFull()) whileFull.push(await signUp())
  const headers = { apikey: backend.publishableKey }
  const page = (await fetch(backend.url)).status
  const spots = (await fetch(`${backend.url}/rest/v1/app_settings?select=value`, { headers })).status
  const health = (await fetch(`${backend.url}/health`)).status

  await rm(filler)
  const room = performance.now()
  while ((await signUp()) !== 201 && performance.now() - room < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const back = performance.now()
  await backend.kill()
  await backend.start()
  const stored = await readStoredSignUps(backend)
  const known = new Set(stored.rows)
  return [
    {
      what: 'sign-ups refused with 503 while full',
      value: whileFull.filter((status) => status === 503).length,
      unit: '',
      atLeast: 1,
    },
    createZeroMeasurement(
      'other statuses than 201 and 503',
      whileFull.filter((status) => status !== 503 && status !== 201).length,
    ),
    createZeroMeasurement(
      'page, reading or /health not answered while full',
      [page, health].filter((status) => status !== 200).length,
    ),
    { what: 'status of reading the spots while full', value: spots, unit: '' },
    { what: 'from room to the next sign-up', value: Math.round(back - room), unit: 'ms', atMost: 30_000 },
    createZeroMeasurement(
      'acknowledged but not stored, after another kill',
      accepted.filter((email) => !known.has(email)).length,
    ),
    createZeroMeasurement('stored twice', stored.rows.length - known.size),
  ]
}

async function mounted(path: string): Promise<AsyncDisposable | null> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', path])
  } catch {
    return null
  }
  return { [Symbol.asyncDispose]: async () => void (await run('umount', ['-l', path])) }
}

/** Writes a file that fills the disk except for 64 KiB. */
async function fill(file: string, path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  await writeFile(file, Buffer.alloc(0))
  const room = bavail * bsize
  for (let left = room - 64 * 1024; left > 0; left -= MB)
    await writeFile(file, Buffer.alloc(Math.min(MB, left)), { flag: 'a' })
}
