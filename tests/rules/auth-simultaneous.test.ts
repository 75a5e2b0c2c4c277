import { expect, test } from 'vitest'
import { startBackend } from '../support/start-backend.ts'
import { sendSimultaneously } from './simultaneous-requests.ts'

test('of 300 sign-ins from as many networks, some wait, the rest get 429 in the format of the auth service, and a download goes on', async () => {
  await using backend = await startBackend({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const bucket = backend.secretClient().storage.from('downloads')
  await bucket.upload('fair.bin', Buffer.alloc(1_000_000))
  const signIns = sendSimultaneously(
    backend.url,
    Array.from({ length: 300 }, (_, place) => ({
      path: '/auth/v1/token?grant_type=password',
      headers: {
        apikey: backend.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': `198.${18 + (place >> 8)}.${place & 255}.1`, // each in a /24 of its own, which share turns at the database
      },
      body: JSON.stringify({ email: `person${place}@example.com`, password: 'not-the-password' }),
    })),
  )
  expect((await bucket.download('fair.bin')).data?.size).toBe(1_000_000)
  const answers = await signIns
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]))
  const refused = answers.find(({ status }) => status === 429)
  expect(JSON.parse(refused?.text ?? '')).toEqual({
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Too many requests. Please wait before trying again.',
  })
})
