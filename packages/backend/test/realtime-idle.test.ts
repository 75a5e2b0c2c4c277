import { expect, test } from 'vitest'
import { openRealtimeSocket } from '../../../tests/support/realtime-socket.ts'
import { startBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

const IDLE_MS = 60_000

// A separate test file, because the test waits for a minute while other files run.
test('a Realtime socket without heartbeats is closed after a minute, while one with heartbeats stays open', async () => {
  await using backend = await startBackend(FIXTURE)
  await using silent = await openRealtimeSocket(backend)
  await using alive = await openRealtimeSocket(backend)
  const beat = () => alive.sendMessage('heartbeat', {}, { topic: 'phoenix', ref: 'h', join_ref: null })
  const beats = setInterval(beat, 20_000)
  const start = Date.now()
  expect(await silent.closed).toEqual({ code: 1001, reason: 'No heartbeat' })
  clearInterval(beats)
  expect(Date.now() - start).toBeGreaterThan(IDLE_MS - 1_000)
  const answered = alive.frames.length
  beat()
  await alive.next((frame) => alive.frames.indexOf(frame) >= answered)
})
