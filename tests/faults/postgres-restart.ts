import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startBackend } from '../support/start-backend.ts'
import { createLoadGenerator, readStoredSignUps, type SignUpAttempt, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const ROOM = 1_000_000

/**
 * Restarts PostgreSQL during sign-ups from twelve concurrent clients, which start `aroundMs` milliseconds before the restart and end
 * `aroundMs` after it. Every request must get a 201 or a 503 within 15 seconds, and every acknowledged sign-up must be stored.
 */
export async function runPostgresRestartScenario(aroundMs: number): Promise<FaultMeasurement[]> {
  await using server = await startPostgres()
  await using backend = await startBackend({
    engine: 'postgres',
    databaseUrl: await createDatabase(server.url, 'site'),
  })
  await setSpots(backend, ROOM)
  using people = createLoadGenerator(backend)
  const attempts: SignUpAttempt[] = []
  let isOver = false
  const workers = Array.from({ length: 12 }, async () => {
    while (!isOver) attempts.push(await people.signUp())
  })
  await pause(aroundMs)
  const began = performance.now()
  await server.restart()
  const restarted = performance.now()
  let isBack = false
  while (!isBack) isBack = (await people.signUp().then((attempt) => (attempts.push(attempt), attempt))).status === 201
  const back = performance.now()
  await pause(aroundMs)
  isOver = true
  await Promise.all(workers)

  const accepted = attempts.filter(({ status }) => status === 201)
  const { rows, spots } = await readStoredSignUps(backend)
  const known = new Set(rows)
  return [
    { what: 'accepted around the restart', value: accepted.length, unit: 'people', atLeast: 1 },
    { what: 'rejected with 503', value: attempts.filter(({ status }) => status === 503).length, unit: 'people' },
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
    { what: 'the restart took', value: Math.round(restarted - began), unit: 'ms' },
    { what: 'until sign-ups went on after it', value: Math.round(back - restarted), unit: 'ms', atMost: 15_000 },
    {
      what: 'slowest response',
      value: Math.round(Math.max(...attempts.map(({ ms }) => ms))),
      unit: 'ms',
      atMost: 15_000,
    },
  ]
}
