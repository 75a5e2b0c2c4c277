import { expect, test } from 'vitest'
import { fuzzConnections } from '../odd-inputs/send-odd-connections.ts'
import { fuzzWebSocketFrames } from '../odd-inputs/send-odd-frames.ts'
import { FUZZED_BACKEND_ENVIRONMENT, fuzzRequests } from '../odd-inputs/send-odd-requests.ts'
import { openRealtimeSocket } from '../support/realtime-socket.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { startBackend } from '../support/start-backend.ts'
import { joinSpots } from './spots.ts'

const WATCH = new URL('../support/watch-emitters.mjs', import.meta.url).href

/** Returns the lines of the log in which watch-emitters.mjs reported an event emitter without an `error` listener. */
function unguarded(log: string): string[] {
  return log.split('\n').filter((line) => line.startsWith('UNGUARDED'))
}

test('a running server attaches an error listener to every socket, stream and child process', async () => {
  await using mail = await startMailServer()
  const env = { ...FUZZED_BACKEND_ENVIRONMENT, SMTP_URL: mail.url, MAIL_FROM: 'Team <team@example.com>' }
  await using backend = await startBackend({ ownDatabase: true, env, flags: ['--import', WATCH] })

  // Exercises every part of the server: endpoints, pages, upgrades, realtime, upload, download, backup, mail and shutdown.
  expect((await fuzzRequests(backend, 400, 1)).wrong).toEqual([])
  expect((await fuzzConnections(backend, 300, 1)).wrong).toEqual([])
  expect((await fuzzWebSocketFrames(backend, 300, 1)).wrong).toEqual([])
  await using live = await openRealtimeSocket(backend)
  await joinSpots(live)
  const files = backend.secretClient().storage.from('downloads')
  const form = new FormData()
  form.append('', new Blob(['x'.repeat(100_000)]))
  for (const body of ['bytes', form])
    expect((await files.upload('a/file.txt', body, { upsert: true })).error).toBeNull()
  await (await fetch(`${backend.url}/storage/v1/object/public/downloads/a/file.txt`)).text()
  const headers = { apikey: backend.secretKey }
  await (await fetch(`${backend.url}/operations/v1/backup`, { method: 'POST', headers })).bytes()
  const body = { name: 'Mara Kalomi', email: 'mara.kalomi@guests.example.com', message: 'A question about the app' }
  expect((await backend.client().functions.invoke('send-contact-email', { body })).error).toBeNull()
  await mail.arrived(1)
  await backend.stop()
  expect(unguarded(backend.log())).toEqual([])
})
