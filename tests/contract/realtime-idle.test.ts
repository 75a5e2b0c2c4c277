import { expect, test } from 'vitest'
import { ENGINES } from '../support/engines.ts'
import { startBackend } from '../support/start-backend.ts'
import { openSocket } from './realtime-socket.ts'

const IDLE_MS = 60_000

// A file of its own: it takes a minute of doing nothing, beside the other files. The database has no part in it.
test('a socket that never sends a heartbeat is closed after a minute, one that does stays', async () => {
  const [engine = 'pglite'] = ENGINES
  await using backend = await startBackend({ engine })
  await using silent = await openSocket(backend)
  await using alive = await openSocket(backend)
  const beat = () => alive.say('heartbeat', {}, { topic: 'phoenix', ref: 'h', join_ref: null })
  const beats = setInterval(beat, 20_000)
  const start = Date.now()
  expect(await silent.closed).toEqual({ code: 1001, reason: 'No heartbeat' })
  clearInterval(beats)
  expect(Date.now() - start).toBeGreaterThan(IDLE_MS - 1_000)
  const answered = alive.frames.length
  beat()
  await alive.next((frame) => alive.frames.indexOf(frame) >= answered)
})
