import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brand } from '../support/brand.ts'
import { findFreePort } from '../support/free-port.ts'
import { scanSiteSecurity } from '../support/security-scan/findings.ts'
import { createSelfSignedCertificate } from '../support/self-signed-certificate.ts'
import { bindSocketForServer, type SocketActivatedServer } from '../support/socket-activation.ts'
import { createStatelessClient } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { requestOverHttp2, requestOverTls } from './https-requests.ts'
import { PROXY_STARTERS } from './proxy-programs.ts'
import type { Rehearsal } from './rehearsal.ts'

const KEYS = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_rehearsal',
  SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(18).toString('base64url')}`,
  METRICS_KEY: randomBytes(24).toString('base64url'),
}
const SIGN_UPS_PER_SOURCE = 3
const UPLOADED_BYTES = 5_000_000

type Log = (line: string) => void
type Site = { origin: string; server: SocketActivatedServer; say: Log }

/** System test of nginx and Caddy with the configuration files of deploy/, each in front of a server with socket activation. */
export const proxyRehearsal: Rehearsal = {
  shows:
    'nginx and Caddy with the committed configuration: TLS, HTTP/2, WebSocket, rate limits, uploads, metrics, a restart',
  async run(say) {
    const certificate = await createSelfSignedCertificate('localhost')
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
    for (const [name, start] of Object.entries(PROXY_STARTERS)) {
      await using folder = await createTemporaryFolder('proxy-')
      await using data = await createTemporaryFolder('data-')
      const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
      const origin = `https://localhost:${httpsPort}`
      const environment = {
        ...KEYS,
        DATA_DIR: data.path,
        SITE_URL: origin,
        TRUSTED_PROXIES: '127.0.0.1,::1', // the same value as in deploy/site.service
        LIMIT_SIGNUPS_PER_SOURCE: String(SIGN_UPS_PER_SOURCE),
      }
      await using server = await bindSocketForServer(() => environment)
      await server.start()
      await using proxy = await start({
        folder: folder.path,
        httpPort,
        httpsPort,
        upstreamPort: server.port,
        certificate,
      })
      const site = { origin, server, say: (line: string) => say(`${name}: ${line}`) }
      try {
        await makeRoom(origin)
        for (const check of [pages, httpRedirect(httpPort), live, sources, storage, metrics, scan, restart])
          await check(site)
      } catch (cause) {
        throw new Error(`Output of ${name}:\n${proxy.said()}\nOutput of the server:\n${server.log()}`, { cause })
      }
    }
  },
}

async function pages({ origin, say }: Site): Promise<void> {
  for (const path of ['/', '/download', '/privacy', '/terms']) {
    const { status, body } = await requestOverHttp2(origin, path)
    assert.equal(status, 200, path)
    assert.match(body, /<\/html>/)
  }
  assert.equal((await requestOverHttp2(origin, '/nowhere')).status, 404)
  say('4 pages over TLS and HTTP/2; an unknown path returns 404')
}

function httpRedirect(port: number) {
  return async ({ say }: Site): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}/download`, {
      headers: { host: 'localhost' },
      redirect: 'manual',
    })
    assert.equal(response.status, 308)
    assert.match(response.headers.get('location') ?? '', /^https:.*\/download$/)
    say('plain HTTP is redirected to HTTPS with 308')
  }
}

/** Checks that a WebSocket subscription through the proxy receives the new number of spots after a sign-up with supabase-js. */
async function live({ origin, say }: Site): Promise<void> {
  const client = createStatelessClient(origin, KEYS.SUPABASE_PUBLISHABLE_KEY)
  const spots: unknown[] = []
  const subscribed = Promise.withResolvers<void>()
  client
    .channel('spots')
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'app_settings' }, (change) =>
      spots.push(change),
    )
    .subscribe((status, error) => {
      if (status === 'SUBSCRIBED') subscribed.resolve()
      if (error) subscribed.reject(error)
    })
  await subscribed.promise
  const { status, error } = await client.from('early_access_users').insert(createTestVisitor())
  assert.equal(status, 201, error?.message)
  for (let tries = 0; spots.length === 0 && tries < 200; tries += 1) await pause(50)
  assert(spots.length > 0, 'the WebSocket subscription receives no change of the spots')
  await client.removeAllChannels()
  say('a sign-up through supabase-js; a WebSocket subscription receives the change of the spots')
}

/** Checks that the rate limit counts the IP address from which a client connects to the proxy, not a forged X-Forwarded-For header. */
async function sources({ origin, say }: Site): Promise<void> {
  const statuses: number[] = []
  for (let time = 1; time <= SIGN_UPS_PER_SOURCE + 1; time += 1) {
    statuses.push(await signUp(origin, '127.0.0.2', { 'x-forwarded-for': `203.0.113.${time}` }))
  }
  assert.deepEqual(statuses, [...Array<number>(SIGN_UPS_PER_SOURCE).fill(201), 429])
  assert.equal(await signUp(origin, '127.0.0.3'), 201)
  say(`sign-ups with forged X-Forwarded-For: ${statuses.join(', ')}; another address: 201`)
}

async function storage({ origin, say }: Site): Promise<void> {
  const bytes = randomBytes(UPLOADED_BYTES)
  const operator = createStatelessClient(origin, KEYS.SUPABASE_SECRET_KEY).storage.from(brand.downloadsBucket)
  const { error } = await operator.upload('rehearsal/five.bin', bytes, { contentType: 'application/octet-stream' })
  assert.equal(error, null)
  const { publicUrl } = operator.getPublicUrl('rehearsal/five.bin').data
  const part = await requestOverTls(publicUrl, { headers: { range: 'bytes=4000000-4000999' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers['content-range'], `bytes 4000000-4000999/${UPLOADED_BYTES}`)
  assert(part.body.equals(bytes.subarray(4_000_000, 4_001_000)))
  assert((await requestOverTls(publicUrl)).body.equals(bytes))
  say('the operator uploads 5 MB; a Range of it is 206 with its bytes, and the whole is the same')
}

async function metrics({ origin, say }: Site): Promise<void> {
  const status = async (headers: Record<string, string>) =>
    (await requestOverTls(`${origin}/metrics`, { headers })).status
  assert.equal(await status({}), 404)
  assert.equal(await status({ authorization: 'Bearer nonsense' }), 401)
  assert.equal(await status({ authorization: `Bearer ${KEYS.METRICS_KEY}` }), 200)
  say('/metrics: 404 without a key, 401 with a wrong one, 200 with METRICS_KEY as bearer')
}

async function scan({ origin, say }: Site): Promise<void> {
  const { requests, findings } = await scanSiteSecurity(origin)
  assert.deepEqual(findings, [])
  say(`security headers and public files: ${requests} responses without a finding`)
}

/** Restarts the server behind the proxy twice while four clients request pages, read data and sign up. No request may fail. */
async function restart({ origin, server, say }: Site): Promise<void> {
  const statuses = new Map<string, number>()
  let [isOver, accepted, slowest] = [false, 0, 0]
  const note = async (what: string, send: () => Promise<number>) => {
    const began = Date.now()
    const status = await send().catch((cause: unknown) => String(cause))
    if (status === 201) accepted += 1
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1)
    slowest = Math.max(slowest, Date.now() - began)
  }
  const before = await peopleAt(origin)
  const rows = `${origin}/rest/v1/app_settings?select=value`
  const visitors = Array.from({ length: 4 }, async (_, visitor) => {
    for (let turn = 0; !isOver; turn += 1) {
      // Each turn comes from another /24 network, because all addresses of a network count towards one rate limit.
      const from = `127.${10 + visitor * 50 + (turn >> 8)}.${turn & 255}.1`
      await note('page', async () => (await requestOverTls(`${origin}/`, { from })).status)
      await note(
        'data',
        async () => (await requestOverTls(rows, { from, headers: { apikey: KEYS.SUPABASE_PUBLISHABLE_KEY } })).status,
      )
      await note('sign-up', () => signUp(origin, from))
    }
  })
  for (let time = 0; time < 2; time += 1) {
    await pause(1_000)
    await server.stop()
    await server.start()
  }
  await pause(1_000)
  isOver = true
  await Promise.all(visitors)
  const counts = [...statuses]
    .map(([status, times]) => `${status}: ${times}`)
    .toSorted()
    .join(', ')
  say(`two restarts under traffic: ${counts}; the slowest response took ${(slowest / 1_000).toFixed(1)} s`)
  assert.deepEqual([...statuses.keys()].toSorted(), ['data 200', 'page 200', 'sign-up 201'])
  const stored = (await peopleAt(origin)) - before
  assert.equal(stored, accepted, 'the sign-ups that were acknowledged are stored')
}

/** Sets the number of early-access spots high enough for all sign-ups of this system test. */
async function makeRoom(origin: string): Promise<void> {
  const settings = createStatelessClient(origin, KEYS.SUPABASE_SECRET_KEY).from('app_settings')
  const { error } = await settings.update({ value: '1000000' }).eq('key', 'early_access_spots')
  assert.equal(error, null)
}

async function signUp(origin: string, from: string, headers: Record<string, string> = {}): Promise<number> {
  const own = { apikey: KEYS.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0' }
  const call = { method: 'POST', from, headers: { ...own, ...headers }, body: JSON.stringify(createTestVisitor()) }
  return (await requestOverTls(`${origin}/rest/v1/early_access_users`, call)).status
}

async function peopleAt(origin: string): Promise<number> {
  const client = createStatelessClient(origin, KEYS.SUPABASE_SECRET_KEY)
  const { count, error } = await client.from('early_access_users').select('*', { count: 'exact', head: true })
  assert.equal(error, null)
  return count ?? 0
}
