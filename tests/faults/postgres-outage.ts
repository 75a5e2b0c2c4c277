import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createLoadGenerator, readStoredSignUps, type SignUpAttempt, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const ROOM = 1_000_000
const CLIENTS = 32

/** Restarts another PostgreSQL during sign-ups. */
export async function runPostgresRestartScenario(aroundMs: number): Promise<FaultMeasurement[]> {
  await using server = await startPostgres()
  await using backend = await startBackend({ databaseUrl: await createDatabase(server.url, 'site') })
  return await measureOutage(backend, () => server.restart(), aroundMs)
}

/** Kills the server's own PostgreSQL with SIGKILL during sign-ups; the server starts it again. */
export async function runPostgresKillScenario(aroundMs: number): Promise<FaultMeasurement[]> {
  await using backend = await startBackend({ ownDatabase: true })
  const [pid] = readFileSync(join(backend.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  return await measureOutage(backend, async () => void process.kill(Number(pid), 'SIGKILL'), aroundMs)
}

/**
 * Interrupts PostgreSQL during sign-ups of 32 concurrent clients, which start `aroundMs` milliseconds before the outage and end `aroundMs`
 * after it. Every request must get a 201 or a 503 within 15 seconds, and every acknowledged sign-up must be stored.
 */
async function measureOutage(
  backend: TestBackend,
  interrupt: () => Promise<void>,
  aroundMs: number,
): Promise<FaultMeasurement[]> {
  await setSpots(backend, ROOM)
  using people = createLoadGenerator(backend)
  const attempts: SignUpAttempt[] = []
  let isOver = false
  const workers = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) attempts.push(await people.signUp())
  })
  await pause(aroundMs)
  const began = performance.now()
  await interrupt()
  const isRejected = () => attempts.some(({ status }) => status !== 201)
  while (!isRejected() && performance.now() - began < 15_000) await pause(10)
  const before = attempts.length
  while (!attempts.slice(before).some(({ status }) => status === 201) && performance.now() - began < 60_000)
    await pause(10)
  const back = performance.now()
  await pause(aroundMs)
  isOver = true
  await Promise.all(workers)

  const accepted = attempts.filter(({ status }) => status === 201)
  const { rows, spots } = await readStoredSignUps(backend)
  const known = new Set(rows)
  return [
    { what: 'accepted around the outage', value: accepted.length, unit: 'people', atLeast: 1 },
    {
      what: 'rejected with 503',
      value: attempts.filter(({ status }) => status === 503).length,
      unit: 'people',
      atLeast: 1,
    },
    createZeroMeasurement(
      'other statuses than 201 and 503',
      attempts.filter(({ status }) => status !== 201 && status !== 503).length,
    ),
    createZeroMeasurement(
      'acknowledged but not stored',
      accepted.filter(({ visitor }) => !known.has(visitor.email)).length,
    ),
    createZeroMeasurement('stored twice', rows.length - known.size),
    createZeroMeasurement('difference between taken spots and sign-ups', ROOM - spots - rows.length),
    { what: 'until sign-ups went on', value: Math.round(back - began), unit: 'ms', atMost: 15_000 },
    {
      what: 'slowest response',
      value: Math.round(Math.max(...attempts.map(({ ms }) => ms))),
      unit: 'ms',
      atMost: 15_000,
    },
  ]
}
