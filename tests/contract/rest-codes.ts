/**
 * A request that causes one error response of the data API. It is sent with the publishable key, or with the secret key if
 * `asOperator` is set.
 */
export type ErrorCodeCase = {
  code: string
  status: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  asOperator?: boolean
  /** The API key of the request. Null sends no key. */
  apikey?: string | null
}

const json = { 'content-type': 'application/json' }

/**
 * Every error code of the data API that a single request can cause. Codes with other causes, such as a lost database connection,
 * have separate tests.
 */
export const REST_ERROR_CODE_CASES: readonly ErrorCodeCase[] = [
  { code: 'PGRST100', status: 400, path: '/app_settings?key=equals.1' },
  { code: 'PGRST100', status: 400, path: '/app_settings?select=key&select=value' },
  { code: 'PGRST100', status: 400, path: '/app_settings?key=eq.%ff' },
  { code: 'PGRST100', status: 400, path: '/app_settings?limit=ten' },
  { code: 'PGRST101', status: 405, path: '/rpc/retry_mail', asOperator: true },
  { code: 'PGRST102', status: 400, path: '/early_access_users', method: 'POST', headers: json, body: '{"name":' },
  { code: 'PGRST102', status: 400, path: '/early_access_users', method: 'POST', headers: json, body: '[1]' },
  { code: 'PGRST103', status: 416, path: '/app_settings?limit=-1' },
  { code: 'PGRST106', status: 406, path: '/users', headers: { 'accept-profile': 'auth' } },
  { code: 'PGRST107', status: 406, path: '/app_settings', headers: { accept: 'text/xml' } },
  {
    code: 'PGRST107',
    status: 415,
    path: '/early_access_users',
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  },
  { code: 'PGRST108', status: 400, path: '/app_settings?owner.name=eq.1' },
  {
    code: 'PGRST116',
    status: 406,
    path: '/app_settings?key=eq.none',
    headers: { accept: 'application/vnd.pgrst.object+json' },
  },
  { code: 'PGRST117', status: 405, path: '/app_settings?key=eq.a', method: 'PUT', headers: json, body: '{}' },
  { code: 'PGRST122', status: 400, path: '/app_settings', headers: { prefer: 'handling=strict, shoe=red' } },
  { code: 'PGRST123', status: 400, path: '/app_settings?select=value.max()' },
  {
    code: 'PGRST124',
    status: 400,
    path: '/app_settings?key=eq.count_down_spots',
    method: 'PATCH',
    headers: { ...json, prefer: 'handling=strict, max-affected=0' },
    body: '{"value":"true"}',
    asOperator: true,
  },
  { code: 'PGRST125', status: 404, path: '/app_settings/early_access_spots' },
  { code: 'PGRST125', status: 400, path: '/%zz' },
  { code: 'PGRST126', status: 404, path: '/' },
  { code: 'PGRST127', status: 400, path: '/app_settings?select=*,owner(name)' },
  { code: 'PGRST202', status: 404, path: '/rpc/no_such_function', method: 'POST', headers: json, body: '{"a":1}' },
  { code: 'PGRST204', status: 400, path: '/early_access_users', method: 'POST', headers: json, body: '{"admin":true}' },
  { code: 'PGRST205', status: 404, path: '/no_such_table' },
  { code: 'PGRST301', status: 401, path: '/app_settings', apikey: 'sb_publishable_of-another-project' },
  { code: 'PGRST301', status: 401, path: '/app_settings', headers: { authorization: 'Bearer a.b.c' } },
  { code: 'PGRST302', status: 401, path: '/app_settings', apikey: null },
  { code: '21000', status: 400, path: '/app_settings', method: 'DELETE', asOperator: true },
  { code: '22003', status: 400, path: '/app_settings?value->a=eq.1e131071' },
  { code: 'PGRST127', status: 400, path: '/app_settings?key=match.early' },
  { code: '2201B', status: 400, path: '/app_settings?key=match.(x{0,255}){0,256}', asOperator: true },
  { code: '22P02', status: 400, path: '/contact_messages?id=eq.seven', asOperator: true },
  { code: '42501', status: 401, path: '/contact_messages' },
  {
    code: '42501',
    status: 401,
    path: '/rpc/retry_mail',
    method: 'POST',
    headers: json,
    body: '{"mail_id":"00000000-0000-4000-8000-000000000000"}',
  },
  { code: '42703', status: 400, path: '/app_settings?owner=eq.1' },
  { code: '42704', status: 400, path: '/app_settings?select=value::regclass' },
  {
    code: '42804',
    status: 400,
    path: '/early_access_users',
    method: 'POST',
    headers: json,
    body: '{"name":true,"email":"mara@example.com"}',
  },
  { code: '42883', status: 404, path: '/contact_messages?id=like.1*', asOperator: true },
  { code: '54001', status: 413, path: `/app_settings?select=${Array.from({ length: 201 }, () => 'key').join()}` },
  {
    code: 'body_too_large',
    status: 413,
    path: '/early_access_users',
    method: 'POST',
    headers: json,
    body: `"${'x'.repeat(17_000)}"`,
  },
]
