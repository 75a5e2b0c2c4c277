import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { brand } from '../support/brand.ts'
import { waitForMails } from '../support/mail-box.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { readAuthError, readClientError } from './auth-call.ts'
import { createMember, waitForNewestMail } from './auth-member.ts'
import { createRandomPhoneNumber } from './auth-sms.ts'
import { callAuthFromClientIp, createRandomClientIp, TRUST_TEST_PROXY_ENV } from './auth-source.ts'

// The limits on mails about accounts: no client uses up the mails of all.

const test = createSharedBackendTest({
  env: {
    ...TRUST_TEST_PROXY_ENV,
    AUTH_RATE_LIMIT_EMAIL_SENT: '30',
    AUTH_RATE_LIMIT_SMS_SENT: '2',
    AUTH_SMS_ENABLE_SIGNUP: 'true',
    AUTH_SMS_MAX_FREQUENCY: '60',
  },
})

test('repeated password changes of one account queue at most five notification mails', async (backend) => {
  const member = await createMember(backend)
  let password = member.password
  for (let round = 0; round < 8; round++) {
    const next = crypto.randomUUID()
    const body = { password: next, current_password: password }
    const changed = await callAuthFromClientIp(backend, createRandomClientIp(), 'PUT /user', {
      body,
      bearer: member.session.access_token,
    })
    expect(changed.status).toBe(200)
    password = next
  }
  const { data } = await backend.secretClient().from('mail_outbox').select('kind').eq('recipient', member.email)
  expect(data?.filter(({ kind }) => kind === 'auth_notice')).toHaveLength(5)
})

const full = [429, 'over_email_send_rate_limit', 'email rate limit exceeded']

/** The limits of a new installation. Only the tests' proxy is trusted. */
const withDefaults = createSharedBackendTest({ env: { TRUSTED_PROXIES: TRUST_TEST_PROXY_ENV.TRUSTED_PROXIES } })

withDefaults(
  'after 300 recoveries of unknown addresses from twelve networks of one /48, strangers elsewhere sign up and recover, and no limit is reported',
  async (backend) => {
    const member = await createMember(backend)
    const recover = (source: string, email: string) =>
      callAuthFromClientIp(backend, source, 'POST /recover', { body: { email } })
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        for (let round = 0; round < 25; round++)
          await recover(`2001:db8:77:${n.toString(16)}::1`, createTestVisitor().email)
      }),
    )
    expect((await recover(createRandomClientIp(), member.email)).status).toBe(200)
    expect((await recover(createRandomClientIp(), createTestVisitor().email)).status).toBe(200)
    const body = { email: createTestVisitor().email, password: crypto.randomUUID() }
    expect((await callAuthFromClientIp(backend, createRandomClientIp(), 'POST /signup', { body })).status).toBe(200)
    expect(backend.log()).not.toContain('"event":"global_limit_reached"')
  },
)

test('POST /recover is limited per client IP address, and reaching the global mail limit alerts the team by mail', async (backend) => {
  const member = await createMember(backend)
  const recover = (source: string, to = createTestVisitor().email) =>
    callAuthFromClientIp(backend, source, 'POST /recover', { body: { email: to } })
  const greedy = createRandomClientIp()
  const statuses: number[] = []
  for (let round = 0; round < 30; round++) statuses.push((await recover(greedy)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect((await recover(createRandomClientIp(), member.email)).status).toBe(200)
  expect((await waitForNewestMail(backend, member.email)).subject).toBeTruthy()

  // Recoveries of unknown addresses send no mail and do not count. Sign-ups send one each.
  for (let round = 0; round < 20; round++) expect((await recover(createRandomClientIp())).status).toBe(200)
  const signUp = () =>
    callAuthFromClientIp(backend, createRandomClientIp(), 'POST /signup', {
      body: { email: createTestVisitor().email, password: crypto.randomUUID() },
    })
  const signUps = await Promise.all(Array.from({ length: 29 }, signUp))
  expect(signUps.map(({ status }) => status)).toEqual(signUps.map(() => 200))
  expect(backend.log()).not.toContain('"event":"global_limit_reached"')
  expect(readAuthError(await recover(createRandomClientIp()))).toEqual(full)
  expect(readAuthError(await recover(createRandomClientIp(), member.email))).toEqual(full)
  const { error } = await member.client.auth.updateUser({ email: createTestVisitor().email })
  expect(readClientError(error)).toEqual(full)
  expect(backend.log()).toContain('"event":"global_limit_reached","limit":"mails"')
  const metrics = await fetch(`${backend.url}/metrics`)
  expect(await metrics.text()).toContain('global_limit_reached_total{limit="mails"} 3')
  const alerts = await waitForMails(backend, brand.mailboxes.team)
  expect(alerts.map(({ subject }) => subject)).toEqual(['Your site has reached a limit'])
})

test('SMS messages are limited by interval per phone number and by total count, with 429 beyond either limit', async (backend) => {
  const ask = (phone: string, source = createRandomClientIp()) =>
    callAuthFromClientIp(backend, source, 'POST /otp', { body: { phone } })
  const [first, source] = [createRandomPhoneNumber(), createRandomClientIp()]
  expect((await ask(first, source)).status).toBe(200)
  const soon = readAuthError(await ask(first, source))
  expect(soon).toMatchObject([429, 'over_sms_send_rate_limit', expect.stringContaining('you can only request this')])
  expect((await ask(createRandomPhoneNumber())).status).toBe(200)
  const beyond = readAuthError(await ask(createRandomPhoneNumber()))
  expect(beyond).toEqual([429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'])
})
