import { globSync, readFileSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_STORAGE_KEY } from './session-store.ts'

// Mocked, because waitForNextTask() waits for a timer, which does not fire by itself under fake timers.
vi.mock('./next-task.ts', () => ({ waitForNextTask: () => Promise.resolve() }))

const SECONDS = 1_000
const NOW = Date.parse('2026-11-21T09:00:00Z')
const stored = new Map<string, string>()
const requests: { path: string; at: number }[] = []

let page: SupabaseClient | null = null

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  stored.clear()
  requests.length = 0
})

afterEach(async () => {
  await page?.auth.dispose()
  page = null
})

/** Stubs the browser globals and creates the page's supabase-js client. `answer` returns the fake response of the auth service. */
async function openPage(answer: (path: string) => Response | Error, address = 'http://localhost:3000/') {
  const browser = {
    location: new URL(address),
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    document: {
      visibilityState: 'visible',
      addEventListener: () => {},
      removeEventListener: () => {},
      querySelector: () => ({ content: 'a key' }),
    },
    history: { state: null, replaceState: () => {} },
    BroadcastChannel: undefined,
  }
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  vi.stubGlobal('window', { ...browser, addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, search } = new URL(input)
    const path = `${pathname}${search}`.replace('/auth/v1', '')
    requests.push({ path, at: Date.now() - NOW })
    const response = answer(path)
    if (response instanceof Error) throw response
    return response
  })
  // Mutes the warning of supabase-js that the page has several clients: each test creates one.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.resetModules()
  const { loadSupabaseClient } = await import('./client.ts')
  page = await loadSupabaseClient()
  return page.auth
}

/** Returns a session that expires in the given number of seconds, as the auth service sends it. */
function sessionFor(seconds: number) {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const exp = Math.floor(Date.now() / SECONDS) + seconds
  return {
    access_token: `${part({ alg: 'ES256', kid: 'k' })}.${part({ sub: '1', exp, aal: 'aal1' })}.c2ln`,
    refresh_token: `refresh-${exp}`,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: exp,
    user: { id: '1', aud: 'authenticated', app_metadata: {}, user_metadata: {}, identities: [], factors: [] },
  }
}

/** Stores a session in the browser, as an earlier visit left it. */
function signedInFor(seconds: number): void {
  stored.set(SESSION_STORAGE_KEY, JSON.stringify(sessionFor(seconds)))
}

function refusal(status: number, code: string): Response {
  return Response.json({ code: status, error_code: code, msg: 'words of the wire' }, { status })
}

const timesOf = (path: string) => requests.filter((call) => call.path === path).map(({ at }) => at)
const REFRESH = '/token?grant_type=refresh_token'

test('the supabase-js client checks the session every 30 seconds and refreshes it once 90 seconds or fewer remain', {
  tags: ['R9.17'],
}, async () => {
  signedInFor(151)
  await openPage(() => Response.json(sessionFor(3_600)))
  await vi.advanceTimersByTimeAsync(59 * SECONDS)
  expect(requests).toEqual([]) // the client checked the session twice, when 151 s and when 121 s were left
  await vi.advanceTimersByTimeAsync(2 * SECONDS)
  expect(timesOf(REFRESH)).toEqual([60 * SECONDS]) // with 91 s left, a refresh is due: 91 s are three check intervals of 30 s, rounded down
  await vi.advanceTimersByTimeAsync(600 * SECONDS)
  expect(timesOf(REFRESH)).toHaveLength(1)
  expect(JSON.parse(stored.get(SESSION_STORAGE_KEY) ?? '')).toMatchObject({ expires_in: 3_600 })
})

test('getSession refreshes a session that expires within 90 seconds and makes no request for one that expires later', {
  tags: ['R9.18'],
}, async () => {
  signedInFor(121)
  const auth = await openPage(() => Response.json(sessionFor(3_600)))
  await auth.initialize()
  await auth.stopAutoRefresh()
  await vi.advanceTimersByTimeAsync(30 * SECONDS)
  await auth.getSession()
  expect(requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1_001)
  await auth.getSession()
  expect(timesOf(REFRESH)).toEqual([31_001])
})

test('a session refresh that fails with a network error is retried with exponential back-off from 200 ms for up to 30 seconds', {
  tags: ['R9.19'],
}, async () => {
  signedInFor(3_600)
  const auth = await openPage(() => new TypeError('Failed to fetch'))
  await auth.stopAutoRefresh()
  const refreshed = auth.refreshSession()
  await vi.advanceTimersByTimeAsync(60 * SECONDS)
  expect((await refreshed).error).toMatchObject({ name: 'AuthRetryableFetchError', status: 0 })
  expect(timesOf(REFRESH)).toEqual([0, 200, 600, 1_400, 3_000, 6_200, 12_600, 25_400])
  expect(stored.has(SESSION_STORAGE_KEY)).toBe(true)
})

test('after a rejected refresh, the session is removed when its access token expires, and SIGNED_OUT is emitted', {
  tags: ['R4.28'],
}, async () => {
  signedInFor(100)
  const auth = await openPage(() => refusal(400, 'refresh_token_already_used'))
  const events: string[] = []
  auth.onAuthStateChange((event) => void events.push(event))
  const { error } = await auth.refreshSession()
  expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'refresh_token_already_used' })
  expect(stored.has(SESSION_STORAGE_KEY)).toBe(true) // the session is kept, because its access token is still valid
  await vi.advanceTimersByTimeAsync(130 * SECONDS)
  expect(stored.has(SESSION_STORAGE_KEY)).toBe(false)
  expect(events).toContain('SIGNED_OUT')
})

test('getClaims caches the JWKS signing keys for ten minutes', { tags: ['R9.20'] }, async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'k', alg: 'ES256' }
  const [header = '', payload = ''] = sessionFor(3_600).access_token.split('.')
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(`${header}.${payload}`))
  const token = `${header}.${payload}.${Buffer.from(signature).toString('base64url')}`
  const auth = await openPage(() => Response.json({ keys: [jwk] }))
  for (const wait of [0, 9 * 60 * SECONDS, 61 * SECONDS]) {
    await vi.advanceTimersByTimeAsync(wait)
    expect((await auth.getClaims(token)).data?.claims.sub).toBe('1')
  }
  expect(timesOf('/.well-known/jwks.json')).toEqual([0, 601 * SECONDS])
  expect((await auth.getClaims(`${token.slice(0, -8)}AAAAAAAA`)).error).toMatchObject({ name: 'AuthInvalidJwtError' })
})

test('signInWithPassword returns AuthRetryableFetchError for status 502, 503 or 504 and for a network error', {
  tags: ['R8.31'],
}, async () => {
  const answers = [502, 503, 504].map((status) => () => new Response('', { status }))
  for (const answer of [...answers, () => new TypeError('Failed to fetch')]) {
    const auth = await openPage(answer)
    const { error } = await auth.signInWithPassword({ email: 'mara@example.com', password: 'x' })
    expect(error).toMatchObject({ name: 'AuthRetryableFetchError' })
  }
})

test('signInWithPassword returns the status and code of an error response, and specific error classes for malformed responses', {
  tags: ['R8.24', 'R8.25', 'R8.27'],
}, async () => {
  const credentials = { email: 'mara@example.com', password: 'x' }
  const refused = await openPage(() => refusal(400, 'invalid_credentials'))
  expect((await refused.signInWithPassword(credentials)).error).toMatchObject({
    name: 'AuthApiError',
    status: 400,
    code: 'invalid_credentials',
  })
  const garbled = await openPage(() => new Response('<html>', { status: 400 }))
  expect((await garbled.signInWithPassword(credentials)).error).toMatchObject({ name: 'AuthUnknownError' })
  const empty = await openPage(() => Response.json({}))
  expect((await empty.signInWithPassword(credentials)).error).toMatchObject({
    name: 'AuthInvalidTokenResponseError',
    message: 'Auth session or user missing',
    status: 500,
  })
})

test('the supabase-js client rejects missing credentials, a missing session and invalid JWTs without a network request', {
  tags: ['R5.32', 'R8.26', 'R8.28', 'R8.33'],
}, async () => {
  const auth = await openPage(() => new TypeError('Nothing should be requests.'))
  const without: unknown = Reflect.apply(auth.signInWithPassword, auth, [{ password: 'x' }])
  expect((await without) as object).toMatchObject({ error: { name: 'AuthInvalidCredentialsError', status: 400 } })
  expect((await auth.updateUser({ data: {} })).error).toMatchObject({
    name: 'AuthSessionMissingError',
    message: 'Auth session missing!',
    status: 400,
  })
  const invalid = { name: 'AuthInvalidJwtError', code: 'invalid_jwt', status: 400 }
  for (const token of ['a', 'a.b', 'not.a.token', 'e30.e30.§']) {
    expect((await auth.getClaims(token)).error, token).toMatchObject(invalid)
    const broken = await auth.setSession({ access_token: token, refresh_token: 'r' })
    expect(broken.error, token).toMatchObject(invalid)
  }
  expect((await auth.getClaims(sessionFor(-1).access_token)).error).toMatchObject(invalid)
  expect(requests).toEqual([])
})

test('tokens or errors in the URL fragment create no session', { tags: ['R5.32', 'R8.29', 'R8.30'] }, async () => {
  const tokens = await openPage(
    () => Response.json({}),
    'http://localhost:3000/#access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer',
  )
  expect((await tokens.initialize()).error).toMatchObject({ name: 'AuthPKCEGrantCodeExchangeError' })
  const refused = await openPage(() => Response.json({}), 'http://localhost:3000/#error=access_denied&error_code=x')
  expect((await refused.initialize()).error).toMatchObject({ name: 'AuthImplicitGrantRedirectError' })
  expect(requests).toEqual([])
  expect(stored.has(SESSION_STORAGE_KEY)).toBe(false)
})

test('the website source code contains no auth.admin call, no /admin/ path and no secret key', {
  tags: ['R6.7'],
}, () => {
  const sources = globSync('website/app/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(100)
  const calling = sources.filter((file) => /auth\.admin\b|\/admin\/|sb_secret_/.test(readFileSync(file, 'utf8')))
  expect(calling).toEqual([])
})
