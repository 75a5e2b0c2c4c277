import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestBackend } from '../support/start-backend.ts'
import { createLoadGenerator, readStoredSignUps, setSpots } from './crowd.ts'
import { createZeroMeasurement, type FaultMeasurement } from './fault-measurement.ts'

const ROOM = 1_000_000

/**
 * Kills the server with SIGKILL during `crowd` concurrent sign-ups and restarts it, `rounds` times. Every acknowledged sign-up must
 * be stored exactly once, and the number of spots must have decreased by the number of stored sign-ups.
 */
export async function runServerKillScenario(
  backend: TestBackend,
  crowd: number,
  rounds: number,
): Promise<FaultMeasurement[]> {
  await setSpots(backend, ROOM)
  const accepted: string[] = []
  let unanswered = 0
  let slowestStart = 0
  for (let round = 0; round < rounds; round += 1) {
    using people = createLoadGenerator(backend)
    let answered = 0
    const killAfter = randomInt(Math.ceil(crowd / 20), Math.ceil(crowd / 2))
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const attempts = Array.from({ length: crowd }, async () => {
      const attempt = await people.signUp()
      answered += 1
      if (answered >= killAfter) resolve()
      return attempt
    })
    await enough
    await pause(randomInt(10)) // waits a random time before the kill, so that the server dies at any stage of the remaining requests
    await backend.kill()
    const all = await Promise.all(attempts)
    accepted.push(...all.filter(({ status }) => status === 201).map(({ visitor }) => visitor.email))
    unanswered += all.filter(({ status }) => status === 0).length
    const began = performance.now()
    await backend.start()
    slowestStart = Math.max(slowestStart, performance.now() - began)
  }
  const { rows, mails, spots } = await readStoredSignUps(backend)
  const known = new Set(rows)
  const mailed = new Set(mails)
  return [
    { what: 'accepted before a kill', value: accepted.length, unit: 'people', atLeast: 1 },
    { what: 'without an answer', value: unanswered, unit: 'people', atLeast: 1 },
    createZeroMeasurement('acknowledged but not stored', accepted.filter((email) => !known.has(email)).length),
    createZeroMeasurement('stored twice', rows.length - known.size),
    createZeroMeasurement('difference between taken spots and sign-ups', ROOM - spots - rows.length),
    createZeroMeasurement('people without their mail', rows.filter((email) => !mailed.has(email)).length),
    createZeroMeasurement('mails too many', mails.length - mailed.size),
    { what: 'slowest start after a kill', value: Math.round(slowestStart), unit: 'ms' },
  ]
}
