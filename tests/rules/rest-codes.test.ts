import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'

const test = createCommonBackendTest()

/** A request is sent with the publishable key unless `by` says otherwise. `json` is its body. */
type Asked = { by?: 'operator' | 'nobody' | 'stranger'; json?: string; headers?: Record<string, string> }

const MAIL = '00000000-0000-4000-8000-000000000000'
const operator = { by: 'operator' } as const

/**
 * Requests that cause every error code of the data API that a single request can cause. Codes with other causes, such as a lost database
 * connection, have separate tests.
 */
const CASES: readonly (readonly [code: string, status: number, request: string, asked?: Asked])[] = [
  ['PGRST100', 400, 'GET /app_settings?key=equals.1'],
  ['PGRST100', 400, 'GET /app_settings?select=key&select=value'],
  ['PGRST100', 400, 'GET /app_settings?key=eq.%ff'],
  ['PGRST100', 400, 'GET /app_settings?limit=ten'],
  ['PGRST101', 405, 'GET /rpc/retry_mail', operator],
  ['PGRST102', 400, 'POST /early_access_users', { json: '{"name":' }],
  ['PGRST102', 400, 'POST /early_access_users', { json: '[1]' }],
  ['PGRST103', 416, 'GET /app_settings?limit=-1'],
  ['PGRST106', 406, 'GET /users', { headers: { 'accept-profile': 'auth' } }],
  ['PGRST107', 406, 'GET /app_settings', { headers: { accept: 'text/xml' } }],
  ['PGRST107', 415, 'POST /early_access_users', { json: '{}', headers: { 'content-type': 'text/plain' } }],
  ['PGRST108', 400, 'GET /app_settings?owner.name=eq.1'],
  ['PGRST116', 406, 'GET /app_settings?key=eq.none', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
  ['PGRST117', 405, 'PUT /app_settings?key=eq.a', { json: '{}' }],
  ['PGRST122', 400, 'GET /app_settings', { headers: { prefer: 'handling=strict, shoe=red' } }],
  ['PGRST123', 400, 'GET /app_settings?select=value.max()'],
  [
    ...(['PGRST124', 400, 'PATCH /app_settings?key=eq.count_down_spots'] as const),
    { ...operator, json: '{"value":"true"}', headers: { prefer: 'handling=strict, max-affected=0' } },
  ],
  ['PGRST125', 404, 'GET /app_settings/early_access_spots'],
  ['PGRST125', 400, 'GET /%zz'],
  ['PGRST126', 404, 'GET /'],
  ['PGRST127', 400, 'GET /app_settings?select=*,owner(name)'],
  ['PGRST202', 404, 'POST /rpc/no_such_function', { json: '{"a":1}' }],
  ['PGRST204', 400, 'POST /early_access_users', { json: '{"admin":true}' }],
  ['PGRST205', 404, 'GET /no_such_table'],
  ['PGRST301', 401, 'GET /app_settings', { by: 'stranger' }],
  ['PGRST301', 401, 'GET /app_settings', { headers: { authorization: 'Bearer a.b.c' } }],
  ['PGRST302', 401, 'GET /app_settings', { by: 'nobody' }],
  ['21000', 400, 'DELETE /app_settings', operator],
  ['22003', 400, 'GET /app_settings?value->a=eq.1e131071'],
  ['PGRST127', 400, 'GET /app_settings?key=match.early'],
  ['2201B', 400, 'GET /app_settings?key=match.(x{0,255}){0,256}', operator],
  ['22P02', 400, 'GET /contact_messages?id=eq.seven', operator],
  ['42501', 401, 'GET /contact_messages'],
  ['42501', 401, 'POST /rpc/retry_mail', { json: `{"mail_id":"${MAIL}"}` }],
  ['42703', 400, 'GET /app_settings?owner=eq.1'],
  ['42704', 400, 'GET /app_settings?select=value::regclass'],
  ['42804', 400, 'POST /early_access_users', { json: '{"name":true,"email":"mara@example.com"}' }],
  ['42883', 404, 'GET /contact_messages?id=like.1*', operator],
  ['54001', 413, `GET /app_settings?select=${Array.from({ length: 201 }, () => 'key').join()}`],
  ['body_too_large', 413, 'POST /early_access_users', { json: `"${'x'.repeat(17_000)}"` }],
]

test('each data API error has the expected status and PostgREST error shape, and reveals no internals', async (backend) => {
  const keys = {
    ...{ visitor: { apikey: backend.publishableKey }, operator: { apikey: backend.secretKey }, nobody: {} },
    stranger: { apikey: 'sb_publishable_of-another-project' },
  }
  for (const [code, status, request, { by = 'visitor', json, headers = {} } = {}] of CASES) {
    const [method = '', path] = request.split(/ (.*)/)
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`${backend.url}/rest/v1${path}`, {
      ...{ method, headers: { ...keys[by], ...type, ...headers } },
      ...(json === undefined ? {} : { body: json }),
    })
    const text = await answer.text()
    const label = `${request}: ${text}`
    expect(answer.headers.get('content-type'), label).toBe('application/json; charset=utf-8')
    expect({ status: answer.status, ...JSON.parse(text) }, label).toMatchObject({ status, code })
    expect(Object.keys(JSON.parse(text)).toSorted(), label).toEqual(['code', 'details', 'hint', 'message'])
    expect(text, label).not.toMatch(/\.ts|\.js|node_modules|    at |pgrst_source/)
    expect(answer.headers.get('cache-control'), label).toBe('no-store')
    expect(answer.headers.get('www-authenticate'), label).toBe(status === 401 ? 'Bearer' : null)
  }
})
