import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../support/free-port.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { startBackend } from '../support/start-backend.ts'
import { createLoadGenerator, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const TIMEOUT_MS = 120_000

/** Signs people up while the mail server is down, then starts it. Every welcome mail must arrive exactly once. */
export async function runMailOutageScenario(crowd: number, awayMs: number): Promise<FaultMeasurement[]> {
  const port = await findFreePort()
  await using backend = await startBackend({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await setSpots(backend, crowd)
  using people = createLoadGenerator(backend)
  const began = performance.now()
  const attempts = await Promise.all(Array.from({ length: crowd }, () => people.signUp()))
  const signedUp = performance.now()
  await pause(awayMs)
  await using server = await startMailServer('takes', port)
  const back = performance.now()
  await server.arrived(crowd, TIMEOUT_MS).catch(() => {}) // a timeout is not an error here: the measurements below count the missing mails
  const delivered = performance.now()
  await pause(2_000) // waits for duplicate mails, which would arrive later
  const recipients = server.taken.flatMap(({ to }) => to)
  const unique = new Set(recipients)
  return [
    createZeroMeasurement('sign-ups refused meanwhile', attempts.filter(({ status }) => status !== 201).length),
    createZeroMeasurement('mails lost', attempts.filter(({ visitor }) => !unique.has(visitor.email)).length),
    createZeroMeasurement('mails twice', recipients.length - unique.size),
    { what: `${crowd} sign-ups without a mail server`, value: Math.round(signedUp - began), unit: 'ms' },
    { what: 'from its return to the last mail', value: Math.round(delivered - back), unit: 'ms', atMost: TIMEOUT_MS },
  ]
}
