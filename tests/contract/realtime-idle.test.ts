import { expect, test } from 'vitest'
import { startBackend } from '../support/start-backend.ts'
import { openRealtimeSocket } from './realtime-socket.ts'

const IDLE_MS = 60_000

// A separate test file, because the test waits for a minute while other files run.
test('a Realtime socket without heartbeats is closed after a minute, while one with heartbeats stays open', async () => {
  await using backend = await startBackend()
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
