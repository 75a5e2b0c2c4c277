import { readFileSync } from 'node:fs'
import { expect, test as testAlone } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createCommonBackendTest()

function ask(backend: TestBackend, headers: Record<string, string> = {}) {
  return fetch(`${backend.url}/metrics`, { headers })
}

/** Parses the response of /metrics into a map from metric name and labels to value. */
async function numbers(backend: TestBackend): Promise<Map<string, number>> {
  const text = await (await ask(backend)).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('GET /metrics counts requests by route and sign-ups by result, and exports mail, socket, database and process values', async (backend) => {
  const before = await numbers(backend)
  const visitor = backend.client()
  const guest = createTestVisitor()
  await visitor.from('early_access_users').insert(guest)
  await visitor.from('early_access_users').insert(guest)
  await visitor.from('app_settings').select('value').eq('key', 'early_access_spots').single()
  for (const path of ['/', '/nowhere', '/rest/v1/a/b/c', '/auth/v1/nowhere']) await fetch(backend.url + path)
  for (const path of ['/%zz', '/storage/v1/%zz', `/rest/v1/${'x'.repeat(1_100)}`]) await fetch(backend.url + path)
  const after = await numbers(backend)
  const grown = (line: string) => (after.get(line) ?? 0) - (before.get(line) ?? 0)

  const rest = (method: string) => `service="rest",method="${method}",route="/rest/v1/:table"`
  expect(grown(`http_requests_total{${rest('POST')},status="2xx"}`)).toBe(1)
  expect(grown(`http_requests_total{${rest('POST')},status="4xx"}`)).toBe(1)
  expect(grown(`http_requests_total{${rest('GET')},status="2xx"}`)).toBe(1)
  expect(grown('http_requests_total{service="site",method="any",route="any",status="2xx"}')).toBe(1)
  expect(grown('http_requests_total{service="site",method="any",route="any",status="4xx"}')).toBe(2)
  expect(grown('http_requests_total{service="storage",method="any",route="none",status="4xx"}')).toBe(1)
  expect(grown('http_requests_total{service="rest",method="any",route="none",status="4xx"}')).toBe(2)
  expect(grown('http_requests_total{service="auth",method="any",route="none",status="4xx"}')).toBe(1)
  expect(grown(`http_request_duration_seconds_count{${rest('POST')}}`)).toBe(2)
  expect(grown(`http_request_duration_seconds_bucket{${rest('POST')},le="+Inf"}`)).toBe(2)
  expect(grown('signups_total{result="accepted"}')).toBe(1)
  expect(grown('signups_total{result="duplicate"}')).toBe(1)
  expect(grown('early_access_spots')).toBe(-1)
  expect(grown('database_transaction_duration_seconds_count{role="anon",result="committed"}')).toBeGreaterThan(1)
  // The insert of a duplicate sign-up first fails as a batch of one row, whose transaction is rolled back. The server then
  // retries the row individually, in a transaction that commits the incremented attempt counter.
  expect(grown('database_transaction_duration_seconds_count{role="anon",result="rolled_back"}')).toBe(1)

  expect(after.get('database_up')).toBe(1)
  expect(after.get('realtime_sockets')).toBe(0)
  expect(after.get('realtime_listening')).toBe(1)
  expect(after.get('mail_outbox_given_up')).toBe(0)
  for (const name of ['mail_outbox_waiting', 'mail_outbox_oldest_seconds', 'nodejs_eventloop_lag_seconds']) {
    expect(after.get(name), name).toBeGreaterThanOrEqual(0)
  }
  for (const name of ['database_size_bytes', 'process_resident_memory_bytes', 'process_cpu_seconds_total']) {
    expect(after.get(name), name).toBeGreaterThan(0)
  }
  expect(after.get('database_connections')).toBeGreaterThan(0)
})

/**
 * Returns the metric names in a Prometheus expression, without labels, functions and keywords. Excludes `up`, which Prometheus
 * itself creates.
 */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '')
  return (bare.match(/\b[a-z]\w*\b(?!\s*\()/g) ?? []).filter(
    (name) => !['by', 'and', 'or', 'unless', 'up'].includes(name),
  )
}

test('GET /metrics exports every metric that the alert rules in deploy/alerts.yml use', async (backend) => {
  await backend.client().from('app_settings').select('value').eq('key', 'early_access_spots').single()
  const answered = new Set([...(await numbers(backend)).keys()].map((line) => line.split('{', 1)[0]))
  const rules = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8')
  const expressions = [...rules.matchAll(/^ {8}expr: (?:\|\n {10})?(.*)$/gm)].map(([, expression = '']) => expression)
  expect(expressions).toHaveLength(rules.split('- alert:').length - 1)
  const named = new Set(expressions.flatMap(metricsIn))
  expect(named.size).toBeGreaterThan(10)
  // The backend of this test does not ship its database; tests/rules/shipping.test.ts reads the metric.
  expect([...named].filter((name) => !answered.has(name)).toSorted()).toEqual(['shipping_behind_seconds'])
})

test('GET /metrics shows the number of waiting mails, the age of the oldest, and the number of mails given up', async (backend) => {
  const operator = backend.secretClient()
  const longAgo = new Date(Date.now() - 3_600_000).toISOString()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const row = (recipient: string, gave_up_at: string | null) => ({
    kind: 'welcome_free',
    recipient,
    gave_up_at,
    created_at: longAgo,
    due_at: tomorrow,
  })
  const rows = [row('waiting@example.com', null), row('given.up@example.com', longAgo)]
  expect((await operator.from('mail_outbox').insert(rows)).error).toBeNull()
  const metrics = await numbers(backend)
  expect(metrics.get('mail_outbox_waiting')).toBeGreaterThanOrEqual(1)
  expect(metrics.get('mail_outbox_oldest_seconds')).toBeGreaterThanOrEqual(3_599)
  expect(metrics.get('mail_outbox_given_up')).toBe(1)
  await operator.from('mail_outbox').delete().in('recipient', ['waiting@example.com', 'given.up@example.com'])
})

test('GET /metrics requires the secret key for a forwarded request, but no key for a direct local one', async (backend) => {
  const here = await ask(backend)
  expect([here.status, here.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host']) {
    expect((await ask(backend, { [name]: 'x' })).status, name).toBe(401)
  }
  const forwarded = { 'x-forwarded-for': '198.51.100.7' }
  expect((await ask(backend, { ...forwarded, apikey: backend.publishableKey })).status).toBe(403)
  expect((await ask(backend, { ...forwarded, authorization: 'Bearer nonsense' })).status).toBe(401)
  expect((await ask(backend, { ...forwarded, apikey: backend.secretKey })).status).toBe(200)
  expect((await ask(backend, { ...forwarded, authorization: `Bearer ${backend.secretKey}` })).status).toBe(200)
})

testAlone(
  'METRICS_KEY grants access to GET /metrics from any client IP address, and to no other endpoint',
  async () => {
    const key = 'a5b1c0ffee5eed0f2718281828459045'
    await using backend = await startBackend({ env: { METRICS_KEY: key } })
    const forwarded = { 'x-forwarded-for': '198.51.100.7' }
    for (const headers of [{ authorization: `Bearer ${key}` }, { apikey: key }]) {
      expect((await ask(backend, { ...forwarded, ...headers })).status).toBe(200)
      for (const path of ['/rest/v1/app_settings?select=value', '/auth/v1/admin/users', '/operations/v1/status']) {
        const answer = await fetch(backend.url + path, { headers })
        await answer.body?.cancel()
        expect([401, 403], path).toContain(answer.status)
      }
    }
    const nearly = `${key.slice(0, -1)}0`
    expect((await ask(backend, { ...forwarded, authorization: `Bearer ${nearly}` })).status).toBe(401)
  },
)

test('requests for unknown paths add no time series to GET /metrics, and their paths do not appear in it', async (backend) => {
  const lines = async () => (await numbers(backend)).size
  const probe = (tail: string) =>
    Promise.all(
      [`/${tail}`, `/rest/v1/${tail}`, `/auth/v1/${tail}`, `/${tail}/v1/x`, `/storage/v1/object/public/${tail}/x`].map(
        (path) => fetch(backend.url + path),
      ),
    )
  await probe('first')
  const before = await lines()
  for (const tail of ['anna@example.com', 'second', 'third']) await probe(tail)
  expect(await lines()).toBe(before)
  expect(await (await ask(backend)).text()).not.toContain('anna')
})
