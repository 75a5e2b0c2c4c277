import { randomInt } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runAdminWithEnvironment } from '../rules/admin-run.ts'
import { readShippingDelay, TEST_SHIP_KEY, waitUntilShipped } from '../support/shipping.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { openStoppedDatabase } from '../support/stopped-database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createLoadGenerator, readStoredSignUps, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const ROOM = 1_000_000
/** How far a store may be behind on a machine that is not overloaded: the age of the oldest sign-up that a kill may lose. */
const BEHIND_MS = 1_000

type Attempt = { email: string; askedAt: number; answeredAt: number | null }

/**
 * Ships a database to a folder. Then, `rounds` times, kills the server with SIGKILL at a random moment of continuous sign-ups, deletes its
 * data folder, restores a random earlier millisecond and then the end, and compares the restored rows with the acknowledged sign-ups.
 */
export async function runShipAndRestoreScenario(rounds: number): Promise<FaultMeasurement[]> {
  await using folder = await createTemporaryFolder('shipped-')
  const store = folder.path
  await using backend = await startBackend({ ownDatabase: true, env: { SHIP_TO: store, SHIP_KEY: TEST_SHIP_KEY } })
  await setSpots(backend, ROOM)
  const attempts: Attempt[] = []
  const counts = {
    acknowledged: 0,
    missing: 0,
    fromLater: 0,
    lostAtEnd: 0,
    lostShipped: 0,
    twice: 0,
    spots: 0,
    mails: 0,
  }
  let [oldestLostMs, slowestMs] = [0, 0]
  await waitUntilShipped(backend)
  const began = Date.now()
  for (let round = 0; round < rounds; round += 1) {
    const { done, killedAt, shippedUntil } = await signUpUntilKilled(backend, attempts)
    await rm(backend.dataDir, { recursive: true, force: true })
    const acknowledged = attempts.filter(({ answeredAt }) => answeredAt !== null)
    counts.acknowledged += done

    // An earlier moment of any round, to the millisecond.
    const until = new Date(randomInt(began, killedAt + 1))
    const earlier = await createTemporaryFolder('earlier-')
    await restore(until.toISOString(), store, join(earlier.path, 'data'))
    const then = await readRestored(join(earlier.path, 'data'))
    // `answeredAt` is rounded down: a sign-up that was answered in the millisecond of `until` may have been committed after `until`.
    const due = acknowledged.filter(({ answeredAt }) => Number(answeredAt) < until.getTime())
    // Later commits may not have been shipped before the kill.
    const dueShipped = due.filter(({ answeredAt }) => Number(answeredAt) < shippedUntil)
    const stored = new Set(then.rows)
    counts.missing += dueShipped.filter(({ email }) => !stored.has(email)).length
    const later = new Set(attempts.filter(({ askedAt }) => askedAt > until.getTime()).map(({ email }) => email))
    counts.fromLater += then.rows.filter((email) => later.has(email)).length
    counts.twice += then.rows.length - stored.size
    counts.spots += Math.abs(ROOM - then.spots - then.rows.length)
    counts.mails += Math.abs(then.mails.length - then.rows.length)
    await earlier[Symbol.asyncDispose]()

    const start = performance.now()
    await restore('latest', store, `${backend.dataDir}.restored`)
    slowestMs = Math.max(slowestMs, performance.now() - start)
    await rename(`${backend.dataDir}.restored`, backend.dataDir)
    await backend.start()
    const end = await readStoredSignUps(backend)
    const endRows = new Set(end.rows)
    const lost = acknowledged.filter(({ email }) => !endRows.has(email))
    counts.lostAtEnd += lost.length
    for (const { answeredAt } of lost) oldestLostMs = Math.max(oldestLostMs, killedAt - Number(answeredAt))
    counts.lostShipped += lost.filter(({ answeredAt }) => Number(answeredAt) < shippedUntil).length
    counts.spots += Math.abs(ROOM - end.spots - end.rows.length)
    counts.twice += end.rows.length - endRows.size
    for (const attempt of lost) attempts.splice(attempts.indexOf(attempt), 1)
    await waitUntilShipped(backend)
  }
  return [
    { what: 'kills', value: rounds, unit: '' },
    { what: 'acknowledged sign-ups', value: counts.acknowledged, unit: 'people', atLeast: rounds },
    createZeroMeasurement('acknowledged before the chosen moment, but not restored', counts.missing),
    createZeroMeasurement('restored, although sent after the chosen moment', counts.fromLater),
    createZeroMeasurement('lost at the end, although the server reported it as shipped', counts.lostShipped),
    { what: 'lost at the end', value: counts.lostAtEnd, unit: 'people' },
    { what: 'age of the oldest lost sign-up at the kill', value: oldestLostMs, unit: 'ms', atMost: BEHIND_MS },
    createZeroMeasurement('restored twice', counts.twice),
    createZeroMeasurement('difference between taken spots and sign-ups', counts.spots),
    createZeroMeasurement('difference between welcome mails and sign-ups', counts.mails),
    { what: 'slowest restore of the end', value: Math.round(slowestMs), unit: 'ms' },
  ]
}

/**
 * Sends sign-ups, four at a time, and kills the server at a random moment. Returns the time of the kill, the time up to which everything was
 * shipped according to the server's last metrics, and the number of acknowledged sign-ups.
 */
async function signUpUntilKilled(backend: TestBackend, attempts: Attempt[]) {
  using people = createLoadGenerator(backend)
  let [isOver, done] = [false, 0]
  const visitors = [1, 2, 3, 4].map(async () => {
    while (!isOver) {
      const askedAt = Date.now()
      const { visitor, status } = await people.signUp()
      const answeredAt = status === 201 ? Date.now() : null
      if (answeredAt !== null) done += 1
      attempts.push({ email: visitor.email, askedAt, answeredAt })
      await pause(randomInt(20))
    }
  })
  let shippedUntil = 0
  const watch = async () => {
    while (!isOver) {
      const sentAt = Date.now()
      const behind = await readShippingDelay(backend).catch(() => Number.NaN) // the server was killed
      if (!Number.isNaN(behind)) shippedUntil = sentAt - behind
      await pause(50)
    }
  }
  const watched = watch()
  await pause(randomInt(300, 3_500))
  const killedAt = Date.now()
  await backend.kill()
  isOver = true
  await Promise.all([watched, ...visitors])
  return { done, killedAt, shippedUntil }
}

/** Reads the addresses of the sign-ups, the recipients of the welcome mails and the number of spots from a restored data folder. */
async function readRestored(dataDir: string) {
  await using database = await openStoppedDatabase(dataDir)
  const list = async (query: string) => (await database.query<{ value: string }>(query)).rows.map(({ value }) => value)
  const [spots] = await list("select value from app_settings where key = 'early_access_spots'")
  return {
    rows: await list('select email as value from early_access_users'),
    mails: await list("select recipient as value from mail_outbox where kind like 'welcome%'"),
    spots: Number(spots),
  }
}

/** Runs the command `restore --to` with the shipped files in `store`, into a data folder. `to` is a time or `latest`. Throws when it fails. */
async function restore(to: string, store: string, dataDir: string): Promise<void> {
  const args = ['restore', '--to', to, '--from', store, '--yes']
  const { code, err } = await runAdminWithEnvironment(args, { DATA_DIR: dataDir, SHIP_KEY: TEST_SHIP_KEY })
  if (code !== 0) throw new Error(`restore --to ${to}: ${err}`)
}
