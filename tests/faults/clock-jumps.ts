import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createLoadGenerator, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

/** Debian's libfaketime, which fakes the system time for one process. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/**
 * Moves the server's clock a day ahead and back again. Sign-ups must continue, and a token that is a day old must be rejected but can be
 * refreshed. Returns null when libfaketime is not installed.
 */
export async function runClockJumpScenario(): Promise<FaultMeasurement[] | null> {
  if (!existsSync(LIBRARY)) return null
  await using folder = await createTemporaryFolder('clock-')
  const clock = join(folder.path, 'offset')
  const jump = (offset: string) => writeFile(clock, `${offset}\n`)
  await jump('+0s')
  const env = { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1' }
  await using backend = await startBackend({ env })
  await setSpots(backend, 1_000_000)
  const member = await signedIn(backend)
  const there = await serves(backend)
  await jump('+1d')
  const ahead = await serves(backend)
  const oldToken = await statusOfUser(backend, member.access_token)
  const refreshed = await backend.client().auth.refreshSession({ refresh_token: member.refresh_token })
  const newToken = await statusOfUser(backend, refreshed.data.session?.access_token ?? '')
  await jump('+0s')
  const backAgain = await serves(backend)
  const again = await signedIn(backend).then(
    () => 0,
    () => 1,
  )
  return [
    createZeroMeasurement('not served before', there),
    createZeroMeasurement('not served a day ahead', ahead),
    { what: 'status of a token of yesterday', value: oldToken, unit: '', atLeast: 401, atMost: 403 },
    { what: 'status after it was refreshed', value: newToken, unit: '', atLeast: 200, atMost: 200 },
    createZeroMeasurement('not served after the way back', backAgain),
    createZeroMeasurement('sign-ins that failed after the way back', again),
  ]
}

/** Sends twenty sign-ups and one readiness check to the server, and returns how many of the 21 requests failed. */
async function serves(backend: TestBackend): Promise<number> {
  using people = createLoadGenerator(backend, 4)
  await pause(200)
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await people.signUp()).status))
  const ready = (await fetch(`${backend.url}/ready`)).status
  return statuses.filter((status) => status !== 201).length + (ready === 200 ? 0 : 1)
}

async function signedIn(backend: TestBackend) {
  const password = 'a long enough sentence'
  const { email } = createTestVisitor()
  const created = await backend.secretClient().auth.admin.createUser({ email, password, email_confirm: true })
  if (created.error) throw created.error
  const { data, error } = await backend.client().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session
}

async function statusOfUser(backend: TestBackend, token: string): Promise<number> {
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${token}` }
  return (await fetch(`${backend.url}/auth/v1/user`, { headers })).status
}
