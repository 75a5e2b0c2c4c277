import { expect } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { sharedBackend } from '../support/engines.ts'
import type { Backend } from '../support/start-backend.ts'
import { call, refusal } from './auth-call.ts'
import { aMember, codeIn, newestMail } from './auth-member.ts'
import { pastServer } from './auth-past-server.ts'
import { aSource, BEHIND_PROXY, callFrom, signInFrom } from './auth-source.ts'

/* The model of docs/decisions/0030, with several sources. */

const onBothEngines = sharedBackend({ env: BEHIND_PROXY })
const FEW = 30
const withFew = sharedBackend({ env: { ...BEHIND_PROXY, AUTH_RATE_LIMIT_TOKEN_REFRESH: String(FEW) } })
const tooMany = [429, 'over_request_rate_limit', 'Request rate limit reached']
const WRONG = 'not the right one'

/** Statuses of so many wrong passwords from one source. */
async function guesses(backend: Backend, source: string, email: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < times; round++) statuses.push((await signInFrom(backend, source, email, WRONG)).status)
  return statuses
}

onBothEngines('one source that guesses slows down itself, and nobody else', async (backend) => {
  const member = await aMember(backend)
  for (const { email } of [member, aVisitor()]) {
    const stranger = aSource()
    expect(await guesses(backend, stranger, email, 7)).toEqual([400, 400, 400, 400, 400, 429, 429])
    const elsewhere = await signInFrom(backend, aSource(), email, member.password)
    expect(elsewhere.status).toBe(email === member.email ? 200 : 400)
    expect(refusal(await signInFrom(backend, stranger, email, member.password))).toEqual(tooMany)
  }
})

onBothEngines('a device that signed in before gets in beside a stranger of its own network', async (backend) => {
  const { email, password } = await aMember(backend)
  const office = aSource()
  expect((await signInFrom(backend, office, email, password, 'a browser of the owner')).status).toBe(200)
  expect((await guesses(backend, office, email, 6)).at(-1)).toBe(429)
  expect((await signInFrom(backend, office, email, password, 'a browser of the owner')).status).toBe(200)
  expect(refusal(await signInFrom(backend, office, email, password, 'another browser'))).toEqual(tooMany)
})

withFew('who uses up what a network has at /token does not shut out a device that signed in there', async (backend) => {
  const { email, password } = await aMember(backend)
  const office = aSource()
  const browser = 'a browser of the owner'
  const session = (await signInFrom(backend, office, email, password, browser)).body
  const refresh = (token: string, userAgent: string) =>
    callFrom(backend, office, 'POST /token?grant_type=refresh_token', {
      body: { refresh_token: token },
      headers: { 'user-agent': userAgent },
    })
  for (let round = 0; round < FEW; round++) await refresh('x'.repeat(43), 'a browser of the stranger')
  expect(refusal(await refresh('x'.repeat(43), 'a browser of the stranger'))).toEqual(tooMany)
  expect(refusal(await signInFrom(backend, office, email, password, 'another browser'))).toEqual(tooMany)
  expect((await signInFrom(backend, office, email, password, browser)).status).toBe(200)
  expect((await refresh(session.refresh_token, browser)).status).toBe(200)
  // A device has a limit as well.
  for (let round = 0; round < FEW; round++) await refresh('x'.repeat(43), browser)
  expect(refusal(await refresh('x'.repeat(43), browser))).toEqual(tooMany)
})

onBothEngines('a password alone makes no device known where the account asks for a second step', async (backend) => {
  const { email, password, user } = await aMember(backend)
  await pastServer(backend, [
    `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ('${user.id}', 'totp', 'verified', 'GEZDGNBVGY3TQOJQ')`,
  ])
  const thief = aSource()
  expect((await signInFrom(backend, thief, email, password, 'a browser of the thief')).status).toBe(200)
  await guesses(backend, thief, email, 5)
  expect(refusal(await signInFrom(backend, thief, email, password, 'a browser of the thief'))).toEqual(tooMany)
})

onBothEngines(
  'a stranger’s wrong codes keep nobody from the right one; twenty from everywhere kill it',
  async (backend) => {
    const { email } = await aMember(backend)
    const ask = () => call(backend, 'POST /otp', { body: { email, create_user: true } })
    const verify = (source: string, token: string) =>
      callFrom(backend, source, 'POST /verify', { body: { type: 'email', email, token } })
    await ask()
    const right = codeIn(await newestMail(backend, email))
    const wrong = right === '000000' ? '000001' : '000000'
    const stranger = aSource()
    const answers = await Promise.all(Array.from({ length: 60 }, () => verify(stranger, wrong)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
    expect((await verify(aSource(), right)).status).toBe(200)

    await ask()
    const next = codeIn(await newestMail(backend, email, 2))
    for (let round = 0; round < 20; round++) await verify(aSource(), next === wrong ? '000002' : wrong)
    expect(refusal(await verify(aSource(), next))).toMatchObject([403, 'otp_expired', expect.any(String)])
  },
)
